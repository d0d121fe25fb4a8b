import ChatModel
import ChatWire
import Flux
import Foundation

/// The app was launched or restored. `utcOffset` is the user's offset from UTC in minutes.
public struct Launched: Action, Hashable {
    public var utcOffset: Int

    public init(utcOffset: Int) { self.utcOffset = utcOffset }
}

/// The app came to the foreground, or left it.
public struct ActivityChanged: Action, Hashable {
    public var isActive: Bool

    public init(isActive: Bool) { self.isActive = isActive }
}

/// The system's report on the network changed.
public struct ReachabilityChanged: Action, Hashable {
    public var isOnline: Bool

    public init(isOnline: Bool) { self.isOnline = isOnline }
}

/// Changes to accounts.
public enum AccountAction: Action, Hashable {
    /// The form was submitted.
    case added(Account, room: RoomName)
    case chosen(AccountID)
    case removed(AccountID)
    /// The current account got another name.
    case renamed(String)
    case notificationsChosen(Bool)
}

/// Navigation by the user.
public enum NavigationAction: Action, Hashable {
    case roomOpened(RoomName)
    case roomClosed
    case sheetOpened(Navigation.Sheet)
    case sheetClosed
    case linkFollowed(ChatLink)
    /// To a message of the shown room.
    case messageWanted(UInt64)
    /// To the newest message.
    case bottomWanted
}

/// The user's actions in a room.
public enum RoomAction: Action, Hashable {
    case joined(RoomName)
    case left(RoomName)
    case markedRead(RoomName)
    /// The room's draft changed.
    case written(RoomName, String?)
    /// A key was pressed.
    case typed(RoomName)
    /// The user sent, edited, deleted or reacted.
    case performed(Mutation, RoomName, Ticket)
    /// The user sent a file.
    case fileSent(OutgoingFile, RoomName)
    /// The user reported a message.
    case reported(Report, UInt64, RoomName)
    case retried(Ticket)
    case dropped(Ticket)
    /// The user scrolled near the first or the last row.
    case olderWanted(RoomName)
    case newerWanted(RoomName)
    /// Whether the list is scrolled to the bottom.
    case followed(RoomName, Bool)
    /// This message was visible.
    case read(RoomName, UInt64)
    case reconnectWanted
}

/// The user's actions in a queue of reports, and the server's answers.
public enum ReportAction: Action, Hashable {
    /// `nil` for the reports of all rooms.
    case queueOpened(RoomName?)
    case moreWanted
    case resolved(ReportedMessage, Resolution)
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
    /// This file was not accepted, and why.
    case fileRefused(AccountID, OutgoingFile, RoomName, String)
    /// The account's client could not be opened, and why.
    case failed(AccountID, String)
}
