/// An app's own kind of message: a poll, a place, a picture's address. It is sent as a type name,
/// JSON, and a text for clients that do not know the type.
///
/// ```swift
/// struct Poll: MessageContent {
///     static let type = "com.example.poll"
///     var question: String
///     var answers: [String]
///     var fallback: String { question }
/// }
/// ```
public protocol MessageContent: PayloadContent {
    /// The text for other clients: 1 to 16,384 bytes together with the JSON.
    var fallback: String { get }
}

extension ChatClient {
    /// Sends the content as a message.
    ///
    /// - Throws: Like `send(_:to:replyTo:)` of a text, or what the content's `encode` throws.
    @discardableResult
    public func send(
        _ content: some MessageContent, to room: RoomName, replyTo reply: Seq? = nil
    ) async throws -> Sending {
        try await accept(.message(text: content.fallback, reply: reply, payload: try Payload(content)), in: room)
    }
}

extension ChatClient {
    /// Replaces the content of the user's own message, and its text by the content's fallback: a
    /// poll shows its result, a menu the button that was pressed. Its file stays.
    ///
    /// The message may have had a content of another type, or none.
    ///
    /// - Parameter seq: The number of the message.
    /// - Throws: Like `edit(_:in:to:)` of a text, or what the content's `encode` throws.
    @discardableResult
    public func edit(_ seq: Seq, in room: RoomName, to content: some MessageContent) async throws -> Sending {
        try await accept(.edit(of: seq, text: content.fallback, payload: try Payload(content)), in: room)
    }
}

extension Row.Bubble {
    /// The message's own content; `nil` if there is none, its type differs, or it can't be decoded.
    /// Then show ``ChatModel/Row/Bubble/text``.
    public func content<Content: MessageContent>(as type: Content.Type = Content.self) -> Content? {
        body.payload?.content(as: type)
    }
}

extension Message {
    /// The message's own content; `nil` if there is none, its type differs, or it can't be decoded.
    /// Then show ``text``.
    public func content<Content: MessageContent>(as type: Content.Type = Content.self) -> Content? {
        payload?.content(as: type)
    }
}
