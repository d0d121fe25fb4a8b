import ChatModel
import ChatWire

/// What the current account's client last told: the model's values, as they were at one moment.
public struct ChatState: Hashable, Sendable {
    public var connection: Connection
    public var identity: Identity?
    public var conversations: [RoomName: Conversation]
    public var outbox: Outbox
    /// Why there is no client: its journal can't be read, say.
    public internal(set) var failure: String?

    /// Of a client that has not begun.
    public init() { self.init(Chat(device: DeviceID(high: 0, low: 0), name: nil, token: nil)) }

    public init(_ chat: Chat) {
        connection = chat.connection
        identity = chat.identity
        conversations = chat.conversations
        outbox = chat.outbox
    }

    /// What waits to be sent, what failed not among it.
    public var waiting: Int { outbox.items.count { $0.isPending } }

    /// All messages of others that are unread, for the app's badge.
    public var unread: Int { conversations.values.reduce(0) { $0 + $1.unread.count } }
}
