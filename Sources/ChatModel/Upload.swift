import ChatWire

/// A file that goes with a message, as it is on this device. Its bytes are with whoever performs the effects, under the message's ticket.
///
/// It has no number: numbers are for what the log must not have twice, and a file is uploaded under its id as often as need be,
/// and is the same file each time. The message gets its number as any other, when it may leave.
public struct Upload: Hashable, Sendable {
    /// 128 random bits, chosen once by who wants it sent; another one only where the server says that it stands for another file.
    public var id: FileID
    /// What people see: see ``ChatWire/FileRule``.
    public var name: String
    /// The media type as its owner claims it; the server finds out by itself.
    public var type: String
    /// Bytes: 1 to ``ChatWire/Limits/fileBytes``.
    public var size: UInt64

    public init(id: FileID, name: String, type: String = "application/octet-stream", size: UInt64) {
        self.id = id
        self.name = name
        self.type = type
        self.size = size
    }

    /// Why it could never be uploaded; `nil` if it may be.
    func check() -> WireError? {
        if let error = FileRule.check(name: name) ?? FileRule.check(size: size) { return error }
        return FileRule.isMediaType(type) ? nil : WireError(.file, "A file's type is a media type, as image/png.")
    }

    /// Whether this is what the server may answer to it.
    func isAnswered(by attachment: Attachment) -> Bool {
        attachment.id == id && attachment.size == size && FileRule.check(name: attachment.name) == nil
            && FileRule.isMediaType(attachment.type)
    }

    /// An answer that takes as much room in a frame as any.
    var largestAnswer: Attachment {
        let largest = Attachment.Dimensions(width: Limits.largestInteger, height: Limits.largestInteger)
        let type = String(repeating: "x", count: Limits.mediaTypeBytes)
        return Attachment(id: id, name: name, type: type, size: size, dimensions: largest)
    }
}

extension Mutation {
    /// The same message with this file, or without one.
    func attaching(_ attachment: Attachment?) -> Mutation {
        guard case .message(let text, let reply, let payload, _) = self else { return self }
        return .message(text: text, reply: reply, payload: payload, attachment: attachment)
    }
}
