import ChatModel
import ChatWire
import Flux

/// A list that the server keeps of the room on the screen: its people, or its invite links.
public struct LoadedList<Item: Hashable & Sendable>: Hashable, Sendable {
    /// The room.
    public let room: RoomName
    /// As the server listed them last; empty before.
    public internal(set) var items: [Item] = []
    /// Whether the list is being read.
    public internal(set) var isLoading = true
    /// Why it could not be read: a sentence for the user.
    public internal(set) var failure: String?

    /// Creates an empty list that is being read.
    public init(_ room: RoomName) { self.room = room }

    mutating func reduce(_ action: ListAction<Item>) {
        switch action {
        case .wanted: (isLoading, failure) = (true, nil)
        case .came(let room, let items):
            guard room == self.room else { return }
            self.items = items
            (isLoading, failure) = (false, nil)
        case .failed(let room, let reason):
            guard room == self.room else { return }
            (isLoading, failure) = (false, reason)
        }
    }

    /// Whether the list is to be read: it was opened, or the user wants to try again.
    func isWanted(since before: LoadedList?) -> Bool {
        before?.room != room || before?.isLoading == false && isLoading
    }
}

/// Events of a ``LoadedList``.
public enum ListAction<Item: Hashable & Sendable>: Action, Hashable {
    /// The user wants to try again.
    case wanted
    /// The server has sent the list.
    case came(RoomName, [Item])
    /// The list could not be read, and why: a sentence for the user.
    case failed(RoomName, String)
}

/// The people of the room whose members are on the screen.
public typealias RoomPeople = LoadedList<Person>
/// Events of the list of a room's people.
public typealias PeopleAction = ListAction<Person>
/// The invite links of the group whose links are on the screen.
public typealias RoomLinks = LoadedList<InviteLink>
/// Events of the list of a group's invite links.
public typealias LinksAction = ListAction<InviteLink>
