import ChatModel
import ChatWire
import Flux

/// A room that a link leads to, and that the user is not in. They are asked before they join.
public struct LinkedRoom: Hashable, Sendable {
    /// The link that was followed.
    public let link: ChatLink
    /// What the server tells of the room. It tells nothing of a group to people who are not in it.
    public internal(set) var entry: DirectoryEntry?
    /// Whether the server is being asked.
    public internal(set) var isLoading: Bool

    /// Creates the question about a link that was followed.
    public init(_ link: ChatLink) {
        self.link = link
        isLoading = link.room.kind == .open
    }

    mutating func reduce(_ action: LinkedRoomAction) {
        guard case .described(let room, let entry) = action, room == link.room else { return }
        self.entry = entry
        isLoading = false
    }
}

/// Answers about a room that a link leads to.
public enum LinkedRoomAction: Action, Hashable {
    /// `nil` if the server tells nothing.
    case described(RoomName, DirectoryEntry?)
}

extension AppState {
    /// Whether the user can accept the link: a group is joined as somebody.
    public var canAcceptLink: Bool {
        guard let linked, accounts.current?.server == linked.link.server else { return false }
        return linked.link.room.kind != .group || chat.identity != nil
    }

    /// Whether the user is in the room, so that a link to it opens without a question.
    public func isIn(_ room: RoomName) -> Bool {
        guard let conversation = chat.conversations[room] else {
            if let listed = chat.rooms.first(where: { $0.room == room }) { return listed.isIn }
            guard let id = accounts.currentID else { return false }
            return knownRooms[id]?.contains(room) ?? false
        }
        return conversation.isIn
    }
}
