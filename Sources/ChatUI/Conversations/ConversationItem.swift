import ChatModel
import ChatWire
import Foundation

/// A room in the list of conversations.
public struct ConversationItem: Hashable, Sendable, Identifiable {
    public var room: RoomName
    /// The newest message as one line: “ann: see you”; what someone is typing goes before it.
    public var preview: String
    /// When that was, milliseconds since 1970-01-01 UTC; `nil` in a room without a message.
    public var at: Int64?
    public var unread: Unread
    public var isTyping: Bool
    /// Why the room can't be entered.
    public var problem: String?

    public var id: String { room.text }

    public init(
        room: RoomName, preview: String, at: Int64? = nil, unread: Unread = Unread(), isTyping: Bool = false,
        problem: String? = nil
    ) {
        self.room = room
        self.preview = preview
        self.at = at
        self.unread = unread
        self.isTyping = isTyping
        self.problem = problem
    }

    /// - Parameters:
    ///   - reader: Who reads; one's own messages begin with “You”.
    ///   - draft: What waits unsent in the composer; it is shown in place of the last message.
    public init(_ conversation: Conversation, reader: UserID?, draft: String? = nil) {
        let typing = Sentences.typing(conversation.typing.people.map(\.name))
        self.init(
            room: conversation.room, preview: ConversationItem.preview(conversation.last, reader: reader),
            at: conversation.last?.at, unread: conversation.unread, isTyping: !typing.isEmpty)
        if let draft { preview = "Draft: " + MessageText(draft).summary() }
        if isTyping { preview = typing }
        if case .refused(let error) = conversation.membership {
            problem = error.text
            preview = error.text
        }
    }

    private static func preview(_ last: Event?, reader: UserID?) -> String {
        guard let last else { return "No messages yet" }
        let name = last.author.user == reader ? "You" : last.author.name
        switch last.content {
        case .message(let message): return "\(name): \(words(for: message))"
        case .deleted: return "\(name): message deleted"
        case .damaged: return "A message is damaged on the server"
        case .edit, .deletion, .reaction, .unknown: return ""
        }
    }

    /// What was said; of a file that says nothing but its name, what it is.
    static func words(for message: Message) -> String {
        guard let file = message.attachment, message.text == file.name else {
            return MessageText(message.text).summary()
        }
        return FileKind(type: file.type, dimensions: file.dimensions).noun
    }

    /// The badge: “3”, “99+”; `nil` when all is read.
    public var badge: String? {
        if unread.count <= 0 { return nil }
        return unread.count > 99 || !unread.isExact ? "\(min(unread.count, 99))+" : "\(unread.count)"
    }

    /// What VoiceOver says.
    public func label(_ dateFormatting: DateFormatting, now: Int64) -> String {
        var parts: [String] = [room.text]
        if unread.count > 0 { parts.append(Sentences.unread(unread.count) + (unread.isExact ? "" : " or more")) }
        parts.append(preview)
        if let at { parts.append(dateFormatting.brief(at, now: now)) }
        return parts.joined(separator: ", ")
    }
}

extension [ConversationItem] {
    /// Those that have `search` in their name or preview, in any case and with any accents; all for an empty one. The newest first, rooms
    /// without a message last, by name.
    public func found(by search: String) -> [ConversationItem] {
        let wanted = ConversationItem.folded(search)
        let found =
            wanted.isEmpty ? self : filter { ConversationItem.folded($0.room.text + " " + $0.preview).contains(wanted) }
        return found.sorted { one, other in
            switch (one.at, other.at) {
            case (let one?, let other?) where one != other: one > other
            case (.some, nil): true
            case (nil, .some): false
            default: one.room.text < other.room.text
            }
        }
    }
}

extension ConversationItem {
    fileprivate static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
