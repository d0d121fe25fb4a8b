/// A client's request in the line protocol: `iam:NAME` or `msg:TEXT`.
public enum LineRequest: Hashable, Sendable {
    /// `iam:NAME`: says who the client is. Comes first, and once.
    case introduce(name: String)
    /// `msg:TEXT`: sends a message to the lobby.
    case speak(text: String)

    /// Reads one line without its line feed. A carriage return at its end is dropped.
    ///
    /// The prefixes are compared as bytes, in lower case only, so a combining mark after the colon
    /// belongs to the text. The text is everything after the first colon. ``NameRule`` and
    /// ``TextRule`` tell whether names and texts are allowed.
    public init(_ line: UnsafeBufferPointer<UInt8>) throws(WireError) {
        let bytes = Bytes(line)
        if bytes.count > Limits.lineBytes { throw .lineTooLong }
        let end = bytes[bytes.count - 1] == 0x0D ? bytes.count - 1 : bytes.count
        let content = Bytes(bytes.slice(4, end))
        if bytes.begins(with: "msg:") {
            if content.count == 0 { throw WireError(.textEmpty, "The text is empty. Write something after msg:.") }
            guard content.isUTF8 else { throw WireError(.textCharacters, "The text is not UTF-8. Send it as UTF-8.") }
            self = .speak(text: String(decoding: bytes.slice(4, end), as: UTF8.self))
        } else if bytes.begins(with: "iam:") {
            if content.count == 0 { throw WireError(.nameLength, "The name is empty. Write one after iam:.") }
            guard content.isUTF8 else { throw WireError(.nameCharacters, "The name is not UTF-8. Send it as UTF-8.") }
            self = .introduce(name: String(decoding: bytes.slice(4, end), as: UTF8.self))
        } else {
            throw WireError(.lineUnknown, "Write iam:NAME to introduce yourself, or msg:TEXT to say something.")
        }
    }

    /// Reads one line from an array, as from the bytes of a buffer.
    ///
    /// - Throws: ``WireError`` if it is too long, empty, not UTF-8 or no request
    public init(_ line: [UInt8]) throws(WireError) {
        self = try line.withUnsafeBufferPointer { (bytes) throws(WireError) in try LineRequest(bytes) }
    }
}

extension WireError {
    /// The refusal of a line over ``Limits/lineBytes``, even if its end has not arrived yet.
    public static var lineTooLong: WireError {
        WireError(.lineTooLong, "A line can have at most \(Limits.lineBytes) bytes. Send shorter ones.")
    }
}
