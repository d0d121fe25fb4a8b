import ChatModel
import ChatWire
import Flux

/// The invite links of the group whose links are on the screen.
public struct RoomLinks: Hashable, Sendable {
    /// The room.
    public let room: RoomName
    /// As the server listed them last; empty before.
    public internal(set) var links: [InviteLink] = []
    /// Whether the list is being read.
    public internal(set) var isLoading = true
    /// Why it could not be read: a sentence for the user.
    public internal(set) var failure: String?

    /// Creates a list that is being read.
    public init(_ room: RoomName) { self.room = room }

    mutating func reduce(_ action: LinksAction) {
        switch action {
        case .wanted: (isLoading, failure) = (true, nil)
        case .came(let room, let links):
            guard room == self.room else { return }
            self.links = links
            (isLoading, failure) = (false, nil)
        case .failed(let room, let reason):
            guard room == self.room else { return }
            (isLoading, failure) = (false, reason)
        case .made: break
        }
    }
}

/// The user's actions with a group's invite links, and reports of the list.
public enum LinksAction: Action, Hashable {
    /// The user wants to try again.
    case wanted
    /// The user made a link. Its code stays on this device.
    case made(InviteCode, LinkChange, Ticket)
    /// The server has listed the links.
    case came(RoomName, [InviteLink])
    /// The list could not be read, and why.
    case failed(RoomName, String)
}

extension ChatState {
    /// The changes of a group's links that wait for the server.
    public func linkChanges(in room: RoomName) -> [LinkChange] {
        outbox.items(in: room).compactMap { item in
            if case .link(let change) = item.mutation, item.isPending { change } else { nil }
        }
    }
}
