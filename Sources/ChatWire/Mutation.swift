/// What may be done to a room: each is a request, carries a device's number, is answered by `sent`, and is an event then.
public enum Mutation: Hashable, Sendable {
    /// The attachment is what the server answered to its upload, unchanged; a file goes with one message only.
    case message(text: String, reply: UInt64? = nil, payload: Payload? = nil, attachment: Attachment? = nil)
    /// Replaces the text of one's own message `of`.
    case edit(of: UInt64, text: String)
    /// Deletes one's own message `of`: its text and those of its edits are wiped from the log.
    case delete(of: UInt64)
    /// Adds a reaction to the message `of`, or takes it back.
    case react(of: UInt64, emoji: String, on: Bool)
}

extension Mutation {
    /// What it becomes in the log.
    public var content: Event.Content {
        switch self {
        case .message(let text, let reply, let payload, let attachment):
            .message(Message(text: text, reply: reply, payload: payload, attachment: attachment))
        case .edit(let of, let text): .edit(of: of, text: text)
        case .delete(let of): .deletion(of: of)
        case .react(let of, let emoji, let on): .reaction(of: of, emoji: emoji, on: on)
        }
    }

    /// The message it is about: what it answers, edits, deletes or reacts to.
    public var target: UInt64? {
        switch self {
        case .message(_, let reply, _, _): reply
        case .edit(let of, _), .delete(let of), .react(let of, _, _): of
        }
    }

    /// The file that a message carries.
    public var attachment: Attachment? {
        if case .message(_, _, _, let attachment) = self { attachment } else { nil }
    }

    /// Why it may not be done, whoever asks and whatever is in the log; `nil` if it may.
    public func check() -> WireError? {
        switch self {
        case .message(let text, _, let payload, let attachment):
            TextRule.check(text) ?? payload.flatMap { PayloadRule.check($0, beside: text) }
                ?? attachment.flatMap { FileRule.check(name: $0.name) }
        case .edit(_, let text): TextRule.check(text)
        case .delete: nil
        case .react(_, let emoji, _): EmojiRule.check(emoji)
        }
    }
}

extension Mutation {
    /// - Parameter type: of the request.
    package init(_ object: JSONObject, type: String) throws(WireError) {
        switch type {
        case "send":
            self = .message(
                text: try object.string("text"), reply: try object.optionalNumber("reply", from: 1),
                payload: try Payload(in: object), attachment: try Attachment(in: object))
        case "edit": self = .edit(of: try object.number("of", from: 1), text: try object.string("text"))
        case "delete": self = .delete(of: try object.number("of", from: 1))
        case "react":
            self = .react(
                of: try object.number("of", from: 1), emoji: try object.string("emoji"), on: try object.bool("on"))
        default: throw WireError(.unknownType, "This server does not know this type of request.")
        }
    }

    /// The type of its request.
    package var type: String {
        switch self {
        case .message: "send"
        case .edit: "edit"
        case .delete: "delete"
        case .react: "react"
        }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .message(let text, let reply, let payload, let attachment):
            writer.member("text", text)
            writer.member("reply", reply)
            payload?.writeMember(to: &writer)
            attachment?.writeMember(to: &writer)
        case .edit(let of, let text):
            writer.member("of", of)
            writer.member("text", text)
        case .delete(let of):
            writer.member("of", of)
        case .react(let of, let emoji, let on):
            writer.member("of", of)
            writer.member("emoji", emoji)
            writer.member("on", on)
        }
    }
}
