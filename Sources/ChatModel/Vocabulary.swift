import ChatWire

// What a room's log will say beyond plain messages, until ChatWire says it itself.

public struct Message: Hashable, Sendable {
    public var text: String
    public var reply: UInt64?
    public var payload: Payload?
    public var edited: UInt64?
    public var reactions: [Reaction]

    public init(
        text: String, reply: UInt64? = nil, payload: Payload? = nil, edited: UInt64? = nil, reactions: [Reaction] = []
    ) {
        self.text = text
        self.reply = reply
        self.payload = payload
        self.edited = edited
        self.reactions = reactions
    }
}

public struct Payload: Hashable, Sendable {
    public var type: String
    public var data: String

    public init(type: String, data: String) {
        self.type = type
        self.data = data
    }
}

public struct Reaction: Hashable, Sendable {
    public var emoji: String
    public var users: [UserID]

    public init(emoji: String, users: [UserID]) {
        self.emoji = emoji
        self.users = users
    }
}

public enum Mutation: Hashable, Sendable {
    case message(text: String, reply: UInt64?, payload: Payload?)
    case edit(of: UInt64, text: String)
    case delete(of: UInt64)
    case react(of: UInt64, emoji: String, on: Bool)
}
