import ChatModel
import ChatWire
import Foundation

/// A file to send: the app's own copy. It is deleted when the client has copied or refused it.
public struct OutgoingFile: Hashable, Sendable {
    /// Where the copy is on this device's disk.
    public var url: URL
    /// The name, as returned by ``ChatModel/FileName/allowed(_:)``.
    public var name: String
    /// The media type.
    public var type: String
    /// The size of an image, upright, if it is known.
    public var dimensions: Attachment.Dimensions?
    /// What makes a recording a voice message.
    public var voice: Attachment.Voice?
    /// The small image of a photo or a video.
    public var thumbnail: ThumbnailImage?

    /// Creates the value.
    public init(
        url: URL, name: String, type: String, dimensions: Attachment.Dimensions? = nil,
        voice: Attachment.Voice? = nil, thumbnail: ThumbnailImage? = nil
    ) {
        self.url = url
        self.name = name
        self.type = type
        self.dimensions = dimensions
        self.voice = voice
        self.thumbnail = thumbnail
    }
}
