
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

public struct Member: Hashable, Sendable {
    public var author: Author
    public var read: UInt64?
    public init(author: Author, read: UInt64? = nil) { self.author = author; self.read = read }
}
extension Mutation {
    public var content: Event.Content {
        switch self {
        case .message(let text, let reply, let payload): .message(Message(text: text, reply: reply, payload: payload))
        case .edit(let of, let text): .edit(of: of, text: text)
        case .delete(let of): .deletion(of: of)
        case .react(let of, let emoji, let on): .reaction(of: of, emoji: emoji, on: on)
        }
    }
}
extension Event {
    public mutating func fold(_ later: Event) {
        guard later.seq > seq, case .message(var message) = content else { return }
        switch later.content {
        case .edit(let of, let text) where of == seq && later.author.user == author.user && later.seq > message.edited ?? 0:
            message.text = text
            message.edited = later.seq
            content = .message(message)
        case .deletion(let of) where of == seq && later.author.user == author.user: content = .deleted(by: later.seq)
        case .reaction(let of, let emoji, let on) where of == seq:
            var index = message.reactions.firstIndex { $0.emoji == emoji }
            if on {
                if index == nil { message.reactions.append(Reaction(emoji: emoji, users: [])); index = message.reactions.count - 1 }
                if let index, !message.reactions[index].users.contains(later.author.user) { message.reactions[index].users.append(later.author.user) }
            } else if let index {
                message.reactions[index].users.removeAll { $0 == later.author.user }
                if message.reactions[index].users.isEmpty { message.reactions.remove(at: index) }
            }
            content = .message(message)
        default: break
        }
    }
}
