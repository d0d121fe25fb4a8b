/// A message's file, as the server confirmed its upload. The bytes are downloaded over HTTP, by the
/// id.
///
/// Anyone who knows the id can read a file of an open room; the id has 128 random bits. A file of a
/// group or a direct room can be read only by users who may read its message. Without guests, so
/// can a file of an open room (`docs/protocol.md`, "Files").
public struct Attachment: Hashable, Sendable {
    /// Chosen by the uploader, and kept across attempts: a repeated upload is the same file.
    public var id: FileID
    /// The name that its owner chose: 1 to ``Limits/fileNameBytes`` bytes. For display only, never
    /// a path.
    public var name: String
    /// The media type (RFC 6838 section 4.2), as the server determined it from the first bytes.
    public var type: String
    /// The size in bytes.
    public var size: UInt64
    /// The size of an image in pixels, if its header tells.
    public var dimensions: Dimensions?
    /// The number of the album that the photo belongs to; `nil` if it is in none. The sender
    /// chooses it, 1…2⁵³ − 1. It means something only together with the sender: consecutive photos
    /// of one author with the same number are shown as one album.
    public var album: UInt64?
    /// What makes a recording a voice message; `nil` for every other file. The sender chooses it.
    public var voice: Voice?
    /// A small image of a photo or a video; `nil` for every other file. The sender chooses it.
    public var thumbnail: Thumbnail?

    /// The size of an image as it is shown: of a photo taken sideways, the numbers of its header
    /// are swapped.
    public struct Dimensions: Hashable, Sendable {
        /// In pixels; 1 or more.
        public var width: UInt64
        /// In pixels; 1 or more.
        public var height: UInt64

        /// Creates the value.
        public init(width: UInt64, height: UInt64) {
            self.width = width
            self.height = height
        }

        /// Width times height; the largest number if that is larger.
        public var pixels: UInt64 {
            let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
            return overflow ? .max : pixels
        }
    }

    /// Creates the value. A message carries what the server answered to the upload, unchanged;
    /// only ``album``, ``voice`` and ``thumbnail`` are the sender's.
    public init(
        id: FileID, name: String, type: String, size: UInt64, dimensions: Dimensions? = nil, album: UInt64? = nil,
        voice: Voice? = nil, thumbnail: Thumbnail? = nil
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
}

extension Attachment {
    /// Reads the reply to an upload.
    public init(json: [UInt8]) throws(WireError) {
        // The object refers to the bytes, which stay in their place only within the closure.
        self = try json.withUnsafeBufferPointer { buffer throws(WireError) in try Attachment(JSONObject(buffer)) }
    }

    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            id: try object.id("id"), name: try object.string("name"), type: try object.string("type"),
            size: try object.number("size", from: 1), dimensions: try Dimensions(in: object),
            album: try object.optionalNumber("album", from: 1), voice: try Voice(in: object),
            thumbnail: try Thumbnail(in: object))
        if thumbnail?.id == id { throw .key("thumbnail", "must be another file") }
    }

    init?(in object: JSONObject) throws(WireError) {
        guard let attachment = try object.optionalObject("attachment") else { return nil }
        self = try Attachment(attachment)
    }

    func writeMember(to writer: inout JSONWriter) {
        writer.key("attachment")
        write(to: &writer)
    }

    /// Writes the reply to an upload.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("name", name)
        writer.member("type", type)
        writer.member("size", size)
        writer.member("width", dimensions?.width)
        writer.member("height", dimensions?.height)
        writer.member("album", album)
        voice?.writeMember(to: &writer)
        thumbnail?.writeMember(to: &writer)
    }

    /// At most the bytes of its member: keys, the id and four numbers come on top of the name and
    /// the type (200), a voice message's keys and numbers (120), and a thumbnail (140).
    var jsonBytes: Int {
        name.jsonBytes + type.jsonBytes + 200 + (voice == nil ? 0 : 120) + (thumbnail == nil ? 0 : 140)
    }
}

extension Attachment.Dimensions {
    /// Reads both keys or neither.
    package init?(in object: JSONObject) throws(WireError) {
        switch (try object.optionalNumber("width", from: 1), try object.optionalNumber("height", from: 1)) {
        case (let width?, let height?): self.init(width: width, height: height)
        case (nil, nil): return nil
        case (nil, _?): throw .missing("width")
        case (_?, nil): throw .missing("height")
        }
    }
}
