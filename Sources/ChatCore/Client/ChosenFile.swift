import Foundation

/// A file that is sent together with others.
public struct ChosenFile: Sendable {
    /// The bytes.
    public var source: FileSource
    /// The name people see: 1 to 255 bytes, not a path.
    public var name: String
    /// The media type; without one, the one that the name's extension stands for. The server
    /// determines the type by itself.
    public var type: String
    /// The size of an image as it is shown, if known. With it an album has its shape before it is
    /// uploaded.
    public var dimensions: Attachment.Dimensions?
    /// With it, a recording is shown as a voice message. ``ChatModel/VoiceMeter`` makes it.
    public var voice: Attachment.Voice?
    /// A small PNG, JPEG or WebP of a photo or a video, which other clients show in its place: at
    /// most ``ChatWire/Limits/thumbnailBytes`` bytes and ``ChatWire/Limits/thumbnailPixels`` pixels
    /// on either side.
    public var thumbnail: Thumbnail?

    /// A small image, and its media type.
    public struct Thumbnail: Sendable {
        /// The media type: `image/png`, `image/jpeg` or `image/webp`.
        public var type: String
        /// The bytes.
        public var source: FileSource

        /// Creates the value.
        public init(_ source: FileSource, type: String) { (self.type, self.source) = (type, source) }
    }

    /// Creates the value.
    public init(
        _ source: FileSource, name: String, type: String? = nil,
        dimensions: Attachment.Dimensions? = nil, voice: Attachment.Voice? = nil, thumbnail: Thumbnail? = nil
    ) {
        self.source = source
        self.name = name
        self.type = type ?? MediaType.ofFile(named: name)
        self.dimensions = dimensions
        self.voice = voice
        self.thumbnail = thumbnail
    }

    /// A file on this device's disk, under its own name. It must not change until `send` has
    /// returned: then the client has its own copy.
    public init(
        contentsOf url: URL, type: String? = nil, dimensions: Attachment.Dimensions? = nil
    ) throws(StorageError) {
        self.init(
            try FileSource(contentsOf: url), name: url.lastPathComponent, type: type, dimensions: dimensions)
    }
}
