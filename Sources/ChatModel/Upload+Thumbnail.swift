import ChatWire

extension Upload {
    /// A small image that goes with a photo or a video, as the sender's device made it
    /// (``ChatWire/Attachment/Thumbnail``).
    public struct Thumbnail: Hashable, Sendable {
        /// The media type: PNG, JPEG or WebP.
        public var type: String
        /// The size in bytes: at most ``ChatWire/Limits/thumbnailBytes``.
        public var size: UInt64

        /// Creates the value.
        public init(type: String, size: UInt64) { (self.type, self.size) = (type, size) }
    }

    /// The upload of the thumbnail; `nil` if there is none.
    ///
    /// It comes before that of the file itself. If it fails, the file goes without it. Its id
    /// follows from the file's, so an upload that is repeated is the same file.
    public var ofThumbnail: Upload? {
        thumbnail.map { Upload(id: FileID(high: id.low, low: ~id.high), name: name, type: $0.type, size: $0.size) }
    }
}

extension Attachment {
    /// The attachment with the thumbnail that the server has confirmed; without one if that may be
    /// none.
    public func with(thumbnail: Attachment?) -> Attachment {
        var attachment = self
        attachment.thumbnail = thumbnail.flatMap { Thumbnail($0) }
        return attachment
    }
}

extension Ticket {
    /// Under which the shell keeps the bytes of a file's thumbnail.
    public var ofThumbnail: Ticket { Ticket(number ^ 1 << 63) }
}
