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

    /// The upload of the thumbnail; `nil` if there is none, or it is too large.
    ///
    /// It comes before that of the file itself. If it fails, the file goes without it. Its id
    /// follows from the file's, so an upload that is repeated is the same file.
    public var ofThumbnail: Upload? {
        guard let thumbnail, (1...Limits.thumbnailBytes).contains(thumbnail.size) else { return nil }
        return Upload(id: id.ofThumbnail, name: name, type: thumbnail.type, size: thumbnail.size)
    }
}

extension Attachment {
    /// Returns the attachment with this thumbnail, or without one if the server's answer is not an
    /// allowed thumbnail.
    public func with(thumbnail: Attachment?) -> Attachment {
        var attachment = self
        attachment.thumbnail = thumbnail.flatMap { Thumbnail($0) }
        return attachment
    }
}

extension Row.File {
    /// Whether its row shows a picture: it is a photo, or a video with a thumbnail.
    public var hasPicture: Bool {
        kind == .photo || (kind == .video && (local == nil ? thumbnail != nil : localThumbnail != nil))
    }

    /// The size of that picture, if it is known.
    public var pictureDimensions: Attachment.Dimensions? { kind == .photo ? dimensions : thumbnail?.dimensions }

    /// The file whose bytes its row shows: the thumbnail if that is large enough, and of a video in
    /// any case; else the photo itself. A photo of this device is shown itself.
    ///
    /// - Parameter pixels: how many the row has for the longer side
    public func picture(pixels: Int) -> Row.File {
        if let local, kind == .video, let localThumbnail {
            return Row.File(
                id: id.ofThumbnail, name: name, type: localThumbnail.type, size: localThumbnail.size,
                local: local.ofThumbnail)
        }
        guard local == nil, let thumbnail else { return self }
        let longer = Int(clamping: max(thumbnail.dimensions.width, thumbnail.dimensions.height))
        guard kind == .video || pixels <= longer || pixels - longer <= longer / 2 else { return self }
        return Row.File(
            id: thumbnail.id, name: name, type: thumbnail.type, size: thumbnail.size, dimensions: thumbnail.dimensions)
    }
}

/// A thumbnail that this device has made.
public struct ThumbnailImage: Hashable, Sendable {
    /// The media type: `image/png`, `image/jpeg` or `image/webp`.
    public var type: String
    /// At most ``ChatWire/Limits/thumbnailBytes``.
    public var bytes: [UInt8]

    /// Creates the value.
    public init(type: String, bytes: [UInt8]) { (self.type, self.bytes) = (type, bytes) }
}

extension FileID {
    /// The id of the file's thumbnail.
    fileprivate var ofThumbnail: FileID { FileID(high: low, low: ~high) }
}

extension Ticket {
    /// The ticket under which the shell keeps the bytes of the file's thumbnail.
    public var ofThumbnail: Ticket { Ticket(number ^ 1 << 63) }
}
