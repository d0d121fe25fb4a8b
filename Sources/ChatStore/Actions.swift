import ChatModel
import ChatWire
import Flux
import Foundation

/// The app was launched or restored.
public struct Launched: Action, Hashable {
    /// The offsets of the user's time zone.
    public var utcOffsets: UTCOffsets
    /// Whether the launch brings the app to the foreground. iOS also launches apps in the
    /// background, and reports the foreground afterwards.
    public var isActive: Bool
    /// Whether the app's views of rooms report when they are on the screen (``ScreenAction``). If
    /// not, the open room counts as on the screen.
    public var reportsScreens: Bool

    /// Creates the value.
    public init(utcOffsets: UTCOffsets, isActive: Bool = false, reportsScreens: Bool = false) {
        self.utcOffsets = utcOffsets
        self.isActive = isActive
        self.reportsScreens = reportsScreens
    }
}

/// The system told whether the app may show notifications. The user can change it at any time.
public struct NotificationPermissionTold: Action, Hashable {
    /// What it told.
    public var permission: NotificationRule.Permission

    /// Creates the value.
    public init(_ permission: NotificationRule.Permission) { self.permission = permission }
}

/// The app came to the foreground, or left it.
public struct ActivityChanged: Action, Hashable {
    /// Whether the app is in the foreground now.
    public var isActive: Bool

    /// Creates the value.
    public init(isActive: Bool) { self.isActive = isActive }
}

/// Reports of the views that show the open room.
public enum ScreenAction: Action, Hashable {
    /// The view came onto the screen, in front of the others, or shows another room. `nil` if it
    /// shows whichever room is open.
    case appeared(RoomScreens.ID, RoomName?)
    /// The view left the screen. The view that was behind it shows its room again.
    case left(RoomScreens.ID)
    /// The view's scene became active, or is not active any more. Until a scene was active, its
    /// view counts as seen.
    case sceneChanged(RoomScreens.ID, isActive: Bool)
}

/// The device is in another time zone.
public struct TimeZoneChanged: Action, Hashable {
    /// The offsets of the user's time zone.
    public var utcOffsets: UTCOffsets

    /// Creates the value.
    public init(utcOffsets: UTCOffsets) { self.utcOffsets = utcOffsets }
}

/// Changes to accounts.
public enum AccountAction: Action, Hashable {
    /// The form was submitted, or the app has signed in its user. The room opens, if there is one.
    case added(Account, room: RoomName?)
    /// The user chose another current account.
    case chosen(AccountID)
    /// The account was removed from the app, with its drafts. What it has on the device is deleted
    /// afterwards.
    case removed(AccountID)
    /// Nothing of a removed account is on the device any more.
    case erased(AccountID)
    /// The current account got another name.
    case renamed(String)
    /// The user turned announcements of messages on or off.
    case notificationsChosen(Bool)
    /// The user turned maps in messages on or off.
    case mapsChosen(Bool)
    /// The user chose a picture of themself. The file is the app's own copy, which is deleted when
    /// the client has copied or refused it.
    case pictureChosen(OutgoingFile)
}

/// Navigation by the user.
public enum NavigationAction: Action, Hashable {
    /// The user opened a room: from the list, or by a command.
    case roomOpened(RoomName)
    /// The user went back to the list of rooms.
    case roomClosed
    /// The user opened a sheet. It replaces another one.
    case sheetOpened(Navigation.Sheet)
    /// The user closed the sheet. Without an account, the sheet for a server stays.
    case sheetClosed
    /// The user followed a link: from outside, from an announcement, or typed to join.
    case linkFollowed(ChatLink)
    /// The user joins the room that the link leads to.
    case linkAccepted
    /// The user asks the members of the group that the link leads to. The ticket is for the
    /// request.
    case linkRequested(Ticket)
    /// To a message of the shown room.
    case messageWanted(Seq)
    /// To the newest message.
    case bottomWanted
    /// To the first unread message, if it is after the newest one that was shown; then to the
    /// newest.
    case downWanted
    /// To the first message after the "New" separator.
    case firstNewWanted
    /// To the first message of the shown room since this time: the beginning of a day.
    case dayWanted(Date)
}

/// The user's actions in a room.
public enum RoomAction: Action, Hashable {
    /// The user joined a room. It opens, and an open room is followed on all devices.
    case joined(RoomName)
    /// The user left a room. It closes, and an open room is no longer followed.
    case left(RoomName)
    /// The user marked the room as read, up to its head.
    case markedRead(RoomName)
    /// The room's draft changed.
    case written(RoomName, String?)
    /// A key was pressed.
    case typed(RoomName)
    /// The user sent, edited, deleted or reacted.
    case performed(Mutation, RoomName, Ticket)
    /// The user sent files.
    case filesSent(OutgoingFiles, RoomName)
    /// The user made an invite link of a group. Its code stays on this device.
    case linkMade(InviteCode, LinkChange, Ticket)
    /// The user reported a message.
    case reported(Report, Seq, RoomName)
    /// The user sent a failed message or change again.
    case retried(Ticket)
    /// The user removed a message or a change that was not sent, or has read a refusal
    /// (``AppState/refusal``).
    case dropped(Ticket)
    /// The user scrolled near the first row.
    case olderWanted(RoomName)
    /// The user scrolled near the last row.
    case newerWanted(RoomName)
    /// Whether the list is scrolled to the bottom.
    case followed(RoomName, Bool)
    /// This message was visible.
    case read(RoomName, Seq)
    /// The "New" separator was visible.
    case separatorSeen(RoomName)
    /// The user asked to connect at once.
    case reconnectWanted
}

/// What moderators do about reports, held messages and bans from the server, and the server's
/// answers.
public enum ReportAction: Action, Hashable {
    /// `nil` for the reports and held messages of all rooms.
    case queueOpened(RoomName?)
    /// The next page is wanted, or the one that could not be loaded.
    case moreWanted
    /// The ticket is for the message's deletion, if the decision deletes it.
    case decided(ReportedMessage, ReportDecision, Ticket)
    /// A held message is to be published or discarded.
    case reviewed(HeldMessage, HeldDecision.Verdict)
    /// An administrator bans somebody from the server.
    case serverBanned(ServerBan)
    /// An administrator opened the list of bans from the server.
    case serverBansOpened
    /// The list of bans is to be loaded again: a page could not be loaded.
    case serverBansWanted
    /// An administrator takes a ban from the server back.
    case serverUnbanned(ServerBan.Subject)
    /// The server has answered, or the client could not ask.
    case answered(AccountID, ModerationQuestion, Result<ModerationAnswer, WireError>)
}

/// Events of the file on the screen.
public enum FileAction: Action, Hashable {
    /// The user opened it.
    case viewed(Row.File)
    /// It is on this device now.
    case came(Row.File, URL)
    /// It could not be loaded, and why.
    case failed(Row.File, String)
    /// The user closed it.
    case closed
}

/// Reports of the client.
public enum ChatAction: Action, Hashable {
    /// The client's new state.
    case changed(AccountID, ChatState)
    /// This input could not be stored on the device, so it was not accepted.
    case notKept(AccountID, Input, String)
    /// The client did not accept this input, and why: a text that is too long, a full outbox.
    case notAccepted(AccountID, Input, String)
    /// These files were not accepted, and why.
    case filesRefused(AccountID, OutgoingFiles, RoomName, String)
    /// The user's picture was not accepted, and why.
    case pictureRefused(AccountID, String)
    /// Something else that the user wanted was not done, and why.
    case refused(AccountID, String)
    /// The account's client could not be opened, and why.
    case failed(AccountID, String)
}
