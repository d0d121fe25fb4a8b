import ChatModel
import ChatWire

/// A copy of the current client's state at one moment.
public struct ChatState: Hashable, Sendable {
    public var connection: Connection
    public var identity: Identity?
    public var conversations: [RoomName: Conversation]
    public var outbox: Outbox
    /// The user's groups, direct rooms and invitations.
    public var rooms: [ListedRoom] = []
    /// What the user may do in the rooms they have joined.
    public var access: [RoomName: RoomAccess] = [:]
    /// Why there is no client, such as an unreadable journal.
    public internal(set) var failure: String?

    /// The state of a client that has not started.
    public init() { self.init(Chat(device: DeviceID(high: 0, low: 0), name: nil, token: nil)) }

    public init(_ chat: Chat) {
        connection = chat.connection
        identity = chat.identity
        conversations = chat.conversations
        outbox = chat.outbox
        rooms = chat.roomsInOrder
        for room in chat.conversations.keys { access[room] = chat.access(to: room) }
    }

    /// The number of messages that wait to be sent. Failed ones do not count.
    public var waiting: Int { outbox.items.count { $0.isPending } }

    /// The number of unread messages in all rooms, for the app's badge.
    public var unread: Int { conversations.values.reduce(0) { $0 + $1.unread.count } }
}
