import Foundation

/// Content of an app's own: a poll, a place, a picture's address. It travels as a type name, its JSON, and a text for those who
/// don't know the type.
///
/// ```swift
/// struct Poll: MessageContent {
///     static let type = "com.example.poll"
///     var question: String
///     var answers: [String]
///     var fallback: String { question }
/// }
/// ```
public protocol MessageContent: Codable, Sendable {
    /// 1 to 64 of `a`–`z`, `0`–`9`, `.`, `-` and `_`; begin with a domain of yours.
    static var type: String { get }
    /// What others show: 1 to 16,384 bytes together with the JSON.
    var fallback: String { get }
}

extension ChatClient {
    /// - Throws: as `send(_:to:replyTo:)` of a text does, or what the content's `encode` throws.
    @discardableResult
    public func send(
        _ content: some MessageContent, to room: RoomName, replyTo reply: UInt64? = nil
    ) async throws -> Sending {
        try await accept(.message(text: content.fallback, reply: reply, payload: try Payload(content)), in: room)
    }
}

extension Payload {
    /// The content's JSON, with its keys in order, so that the same content is the same bytes.
    public init<Content: MessageContent>(_ content: Content) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(type: Content.type, data: String(decoding: try encoder.encode(content), as: UTF8.self))
    }

    /// `nil` where this is of another type, or not readable as one.
    public func content<Content: MessageContent>(as type: Content.Type = Content.self) -> Content? {
        guard self.type == Content.type else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(data.utf8))
    }
}

extension Message {
    /// An app's own content; `nil` where there is none, it is of another type, or not readable. Then ``text`` says it.
    public func content<Content: MessageContent>(as type: Content.Type = Content.self) -> Content? {
        payload?.content(as: type)
    }
}
