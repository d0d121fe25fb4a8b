import ChatWire

/// A message's file on this device. The shell stores its bytes under the message's ticket.
///
/// An upload has no number. Numbers keep events from being logged twice; a file uploaded twice
/// under one id is the same file. The message gets its number when it may be sent.
public struct Upload: Hashable, Sendable {
    /// 128 random bits, chosen once by the caller. It changes only if the server says that the id
    /// belongs to a different file.
    public var id: FileID
    /// The name people see; see ``ChatWire/FileRule``.
    public var name: String
    /// The media type as the sender declares it. The server determines the type by itself.
    public var type: String
    /// The size in bytes: 1 to ``ChatWire/Limits/fileBytes``.
    public var size: UInt64
    /// The size of an image as it is shown, as far as this device knows it. The server determines
    /// it by itself.
    public var dimensions: Attachment.Dimensions?
    /// The number of the photo's album; `nil` if it is in none (``ChatWire/Attachment/album``).
    public var album: UInt64?
    /// What makes a recording a voice message; `nil` for every other file.
    public var voice: Attachment.Voice?
    /// The small image that goes with a photo or a video; `nil` if there is none.
    public var thumbnail: Thumbnail?

    /// Creates an upload.
    public init(
        id: FileID, name: String, type: String = "application/octet-stream", size: UInt64,
        dimensions: Attachment.Dimensions? = nil, album: UInt64? = nil, voice: Attachment.Voice? = nil,
        thumbnail: Thumbnail? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.size = size
        self.dimensions = dimensions
        self.album = album
        self.voice = voice
        self.thumbnail = thumbnail
    }

    /// Returns why it could never be uploaded, or `nil`.
    func check() -> WireError? {
        if let error = FileRule.check(name: name) ?? FileRule.check(size: size) { return error.translated }
        return FileRule.isMediaType(type)
            ? nil : WireError(.file, localized("A file's type must be a media type such as image/png."))
    }

    /// Whether the server may confirm this upload with `attachment`.
    func isAnswered(by attachment: Attachment) -> Bool {
        attachment.id == id && attachment.size == size && FileRule.check(name: attachment.name) == nil
            && FileRule.isMediaType(attachment.type)
    }

    /// The largest confirmation possible, to check that the message fits into a frame.
    var largestAnswer: Attachment {
        let largest = Attachment.Dimensions(width: Limits.largestInteger, height: Limits.largestInteger)
        let type = "image/" + String(repeating: "x", count: Limits.mediaTypeBytes - 6)
        let small = Attachment.Dimensions(width: Limits.thumbnailPixels, height: Limits.thumbnailPixels)
        return Attachment(
            id: id, name: name, type: type, size: size, dimensions: largest, album: album, voice: voice,
            thumbnail: ofThumbnail.map { .init(id: $0.id, type: $0.type, size: $0.size, dimensions: small) })
    }
}
