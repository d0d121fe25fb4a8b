import ChatModel
import ChatWire
import Foundation

/// A room in the list of conversations.
public struct ConversationItem: Hashable, Sendable, Identifiable {
    public var room: RoomName
    /// The newest message in one line: “ann: see you”. If somebody is typing, it says that instead.
    public var preview: String
    /// The time of that message: milliseconds since 1970-01-01 UTC. `nil` if the room has no
    /// message.
    public var at: Int64?
    public var unread: Unread
    public var isTyping: Bool
    /// Why the room can't be joined.
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

    /// Creates the item of a conversation.
    ///
    /// - Parameters:
    ///   - reader: The user. Their own messages begin with “You”.
    ///   - draft: The unsent text in the composer. It is shown instead of the last message.
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
        if case .message(let message) = last.content { return "\(name): \(words(for: message))" }
        if case .damaged = last.content { return "A damaged message" }
        // The last event that is shown (``ChatWire/Event/Content/isShown``) is one of three.
        return "\(name): message deleted"
    }

    /// The message's text; for a file without text, its kind.
    static func words(for message: Message) -> String {
        guard let file = message.attachment, message.text == file.name else {
            return MessageText(message.text).summary()
        }
        return FileKind(type: file.type, dimensions: file.dimensions).noun
    }

    /// The unread badge: “3”, “99+”; `nil` if all is read.
    public var badge: String? {
        if unread.count <= 0 { return nil }
        return unread.count > 99 || !unread.isExact ? "\(min(unread.count, 99))+" : "\(unread.count)"
    }

    /// The VoiceOver label.
    public func label(_ dateFormatting: DateFormatting, now: Int64) -> String {
        var parts: [String] = [room.text]
        if unread.count > 0 { parts.append(Sentences.unread(unread.count) + (unread.isExact ? "" : " or more")) }
        parts.append(preview)
        if let at { parts.append(dateFormatting.brief(at, now: now)) }
        return parts.joined(separator: ", ")
    }
}

extension [ConversationItem] {
    /// The items whose name or preview contains `search`, ignoring case and accents; all if it is
    /// empty.
    ///
    /// Sorted by newest message; rooms without a message come last, by name.
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
