import ChatModel
import ChatWire
import Flux

/// The people of the room whose members are on the screen.
public struct RoomPeople: Hashable, Sendable {
    /// The room whose people are listed.
    public let room: RoomName
    /// As the server listed them last; empty before.
    public internal(set) var people: [Person] = []
    /// Whether the list is being read.
    public internal(set) var isLoading = true
    /// Why it could not be read: a sentence for the user.
    public internal(set) var failure: String?

    /// Creates an empty list that is being read.
    public init(_ room: RoomName) { self.room = room }
}

/// Reports of the list of a room's people.
public enum PeopleAction: Action, Hashable {
    /// The user wants to try again.
    case wanted
    /// The server has listed the people.
    case came(RoomName, [Person])
    /// The list could not be read, and why: a sentence for the user.
    case failed(RoomName, String)
}

extension RoomPeople {
    mutating func reduce(_ action: PeopleAction) {
        switch action {
        case .wanted: (isLoading, failure) = (true, nil)
        case .came(let room, let people):
            guard room == self.room else { return }
            self.people = people
            (isLoading, failure) = (false, nil)
        case .failed(let room, let reason):
            guard room == self.room else { return }
            (isLoading, failure) = (false, reason)
        }
    }
}
