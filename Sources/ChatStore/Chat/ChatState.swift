import ChatModel
import ChatWire

/// A copy of the current client's state at one moment.
public struct ChatState: Hashable, Sendable {
    public var connection: Connection
    public var identity: Identity?
    public var conversations: [RoomName: Conversation]
    public var outbox: Outbox
    /// The user's groups, direct rooms, invitations and followed open rooms.
    public var rooms: [ListedRoom] = []
    /// What the user has chosen about the rooms they have joined.
    public var choices: [RoomName: Choice] = [:]
    /// The people whom the user blocks.
    public var blocked: Set<UserID> = []
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
        blocked = chat.blocked
        for room in chat.conversations.keys {
            access[room] = chat.access(to: room)
            let choice = chat.choice(of: room)
            if choice != Choice() { choices[room] = choice }
        }
    }

    /// The number of messages that wait to be sent. Failed ones do not count.
    public var waiting: Int { outbox.items.count { $0.isPending } }

    /// The number of unread messages in all rooms of which the user wants to be told, for the app's
    /// badge.
    public var unread: Int {
        conversations.values.reduce(0) { $0 + (choices[$1.room]?.notice == Choice.Notice.none ? 0 : $1.unread.count) }
    }
}
