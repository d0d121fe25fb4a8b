/// A message. In a history page, edits and reactions up to the page's head are folded in. A live
/// message is as it was sent. ``Event/fold(_:)`` folds later events into it.
public struct Message: Hashable, Sendable {
    /// The text. For a custom content type or a file, it is the fallback for clients that do not
    /// know it.
    public var text: String
    /// The number of the message that it replies to.
    public var reply: Seq?
    /// An app's own content; `nil` for none.
    public var payload: Payload?
    /// The file that the message carries; `nil` for none.
    public var attachment: Attachment?
    /// The number of the newest edit, if `text` or `payload` was edited.
    public var edited: Seq?
    /// In the order of their first use; at most ``Limits/reactionsPerMessage``.
    public var reactions: [Reaction]

    /// Creates the value.
    public init(
        text: String, reply: Seq? = nil, payload: Payload? = nil, attachment: Attachment? = nil,
        edited: Seq? = nil, reactions: [Reaction] = []
    ) {
        self.text = text
        self.reply = reply
        self.payload = payload
        self.attachment = attachment
        self.edited = edited
        self.reactions = reactions
    }
}

/// An app's own content: of a message beside its text, of a room, or of a person. The server stores
/// it without looking into it, except for its filter of words.
public struct Payload: Hashable, Sendable {
    /// Its type: 1…64 of `a`–`z`, `0`–`9`, `.`, `-`, `_`, such as `com.example.poll`.
    public var type: String
    /// JSON by convention. In a message it has, together with the text, at most
    /// ``Limits/textBytes`` bytes of UTF-8; in a room ``Limits/roomPayloadBytes``, and in a profile
    /// ``Limits/profilePayloadBytes``.
    public var data: String

    /// Creates the value. ``PayloadRule`` tells whether it is allowed.
    public init(type: String, data: String) {
        self.type = type
        self.data = data
    }
}

/// An emoji, and the users who reacted with it, in order.
public struct Reaction: Hashable, Sendable {
    /// One emoji, at most ``Limits/emojiBytes`` bytes. Emoji that differ only in the variation
    /// selector U+FE0F are one.
    public var emoji: String
    /// Those who reacted with it, in the order in which they did.
    public var users: [UserID]

    /// Creates the value.
    public init(emoji: String, users: [UserID]) {
        self.emoji = emoji
        self.users = users
    }
}

extension Message {
    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            text: try object.string("text"), reply: try object.optionalSeq("reply"),
            payload: try Payload(in: object), attachment: try Attachment(in: object),
            edited: try object.optionalSeq("edited"),
            reactions: try object.optionalObjects("reactions", Reaction.init) ?? [])
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("text", text)
        writer.member("reply", reply)
        payload?.writeMember(to: &writer)
        attachment?.writeMember(to: &writer)
        writer.member("edited", edited)
        if reactions.isEmpty { return }
        writer.member("reactions", reactions) { $0.write(to: &$1) }
    }
}

extension Message {
    /// At most the bytes of its members: two numbers with their keys come on top of the text (60),
    /// a payload, a file, an emoji with its keys (40), and ids of 36 digits with their quotes.
    var jsonBytes: Int {
        reactions.reduce(text.jsonBytes + (payload?.jsonBytes ?? 0) + (attachment?.jsonBytes ?? 0) + 60) {
            $0 + $1.emoji.jsonBytes + 40 + $1.users.count * 39
        }
    }
}

extension String {
    /// Bytes as a JSON string: `"`, `\` and the control characters a text may have take two.
    var jsonBytes: Int {
        utf8.reduce(0) { $0 + ($1 < 0x20 || $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }
}

extension Payload {
    /// At most the bytes of the member, with its keys (40).
    var jsonBytes: Int { type.jsonBytes + data.jsonBytes + 40 }

    init?(in object: JSONObject) throws(WireError) {
        guard let payload = try object.optionalObject("payload") else { return nil }
        self.init(type: try payload.string("type"), data: try payload.string("data"))
    }

    func writeMember(to writer: inout JSONWriter) {
        writer.key("payload")
        writer.beginObject()
        writer.member("type", type)
        writer.member("data", data)
        writer.endObject()
    }
}

extension Reaction {
    fileprivate init(_ object: JSONObject) throws(WireError) {
        self.init(emoji: try object.string("emoji"), users: try object.ids("users"))
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("emoji", emoji)
        writer.member("users", users) { $1.value($0) }
        writer.endObject()
    }
}
