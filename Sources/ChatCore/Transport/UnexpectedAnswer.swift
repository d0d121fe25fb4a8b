/// The answer is not Martlet's. A proxy or a hotel network may have answered instead of the server.
public struct UnexpectedAnswer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int

    /// Creates the error.
    public init(status: Int) { self.status = status }

    /// What happened, with the status, for a log.
    public var description: String { "an answer with status \(status) that is not from a Martlet server" }
}

extension FileRequest {
    /// Reads the answer to an upload.
    ///
    /// - Throws: ``ChatWire/WireError`` if the server refused, otherwise ``UnexpectedAnswer``.
    public static func attachment(from answer: ServerAnswer) throws -> Attachment {
        if let attachment = attachment(in: answer) { return attachment }
        throw refusal(in: answer) ?? UnexpectedAnswer(status: answer.status)
    }
}
