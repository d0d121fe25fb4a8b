extension Attachment {
    /// A small image of a photo or a video, which clients show in its place until somebody wants to
    /// see it large. It is a file of its own, which the sender has uploaded under the same name.
    public struct Thumbnail: Hashable, Sendable {
        /// The id of its file. Another one than the attachment's.
        public var id: FileID
        /// The media type, as the server determined it: of PNG, JPEG or WebP.
        public var type: String
        /// The size in bytes: at most ``Limits/thumbnailBytes``.
        public var size: UInt64
        /// The size in pixels: at most ``Limits/thumbnailPixels`` on either side.
        public var dimensions: Dimensions

        /// Creates the value.
        public init(id: FileID, type: String, size: UInt64, dimensions: Dimensions) {
            self.id = id
            self.type = type
            self.size = size
            self.dimensions = dimensions
        }

        /// The thumbnail that the server has confirmed as a file of its own; `nil` if it may not be
        /// one.
        public init?(_ file: Attachment) {
            guard let dimensions = file.dimensions else { return nil }
            self.init(id: file.id, type: file.type, size: file.size, dimensions: dimensions)
            if !isAllowed { return nil }
        }

        var isAllowed: Bool {
            Thumbnail.types.contains(type) && size <= Limits.thumbnailBytes
                && max(dimensions.width, dimensions.height) <= Limits.thumbnailPixels
        }

        private static var types: [String] { ["image/jpeg", "image/png", "image/webp"] }
    }

    /// The files that a message with this attachment has: its own, and that of its thumbnail.
    public var files: [Attachment] {
        guard let thumbnail else { return [self] }
        return [
            self,
            Attachment(
                id: thumbnail.id, name: name, type: thumbnail.type, size: thumbnail.size,
                dimensions: thumbnail.dimensions),
        ]
    }
}

extension Attachment.Thumbnail {
    /// Reads the member `thumbnail`; `nil` if there is none.
    package init?(in object: JSONObject) throws(WireError) {
        guard let thumbnail = try object.optionalObject("thumbnail") else { return nil }
        guard let dimensions = try Attachment.Dimensions(in: thumbnail) else { throw .missing("width") }
        self.init(
            id: try thumbnail.id("id"), type: try thumbnail.string("type"),
            size: try thumbnail.number("size", from: 1), dimensions: dimensions)
        guard isAllowed else {
            throw .key(
                "thumbnail",
                "must be a PNG, JPEG or WebP of at most \(Limits.thumbnailBytes) bytes and \(Limits.thumbnailPixels) pixels on either side"
            )
        }
    }

    package func writeMember(to writer: inout JSONWriter) {
        writer.key("thumbnail")
        writer.beginObject()
        writer.member("id", id)
        writer.member("type", type)
        writer.member("size", size)
        writer.member("width", dimensions.width)
        writer.member("height", dimensions.height)
        writer.endObject()
    }
}
