import ChatModel
import ChatWire
import Flux
import Foundation

/// The app began, or was restored; `utcOffset` is the reader's, in minutes.
public struct Launched: Action, Hashable {
    public var utcOffset: Int

    public init(utcOffset: Int) { self.utcOffset = utcOffset }
}

/// The app came before someone's eyes, or left them.
public struct ActivityChanged: Action, Hashable {
    public var isActive: Bool

    public init(isActive: Bool) { self.isActive = isActive }
}

/// What the system believes of the network changed.
public struct ReachabilityChanged: Action, Hashable {
    public var isOnline: Bool

    public init(isOnline: Bool) { self.isOnline = isOnline }
}

/// What happened to the accounts.
public enum AccountAction: Action, Hashable {
    /// The form was filled in.
    case added(Account, room: RoomName)
    case chosen(AccountID)
    case removed(AccountID)
    /// The current one goes by another name.
    case renamed(String)
    case notificationsChosen(Bool)
}

/// Where the user went.
public enum NavigationAction: Action, Hashable {
    case roomOpened(RoomName)
    case roomClosed
    case sheetOpened(Navigation.Sheet)
    case sheetClosed
    case linkFollowed(ChatLink)
    /// To a message of the room on the screen.
    case messageWanted(UInt64)
    /// To the newest message.
    case bottomWanted
}

/// What the user did in a room.
public enum RoomAction: Action, Hashable {
    case joined(RoomName)
    case left(RoomName)
    case markedRead(RoomName)
    /// The draft of a room is another.
    case written(RoomName, String?)
    /// A key was pressed.
    case typed(RoomName)
    /// The reader said, edited, deleted or reacted.
    case performed(Mutation, RoomName, Ticket)
    /// The reader sent a file.
    case fileSent(OutgoingFile, RoomName)
    case retried(Ticket)
    case dropped(Ticket)
    /// The reader came near the first or the last row.
    case olderWanted(RoomName)
    case newerWanted(RoomName)
    /// Whether the reader is at the bottom.
    case followed(RoomName, Bool)
    /// This message was in sight.
    case read(RoomName, UInt64)
    case reconnectWanted
}

/// What happened to the file that someone looks at.
public enum FileAction: Action, Hashable {
    /// The reader wants to see it.
    case viewed(Row.File)
    /// It is on this device.
    case came(Row.File, URL)
    /// It could not be had, and why.
    case failed(Row.File, String)
    /// The reader has seen enough.
    case closed
}

/// What the client told.
public enum ChatAction: Action, Hashable {
    /// This is how things stand.
    case changed(AccountID, ChatState)
    /// This could not be kept on the device, and therefore was not accepted.
    case notKept(AccountID, Input, String)
    /// This file was not accepted, and why.
    case fileRefused(AccountID, OutgoingFile, RoomName, String)
    /// There is no client for this account, and why.
    case failed(AccountID, String)
}
