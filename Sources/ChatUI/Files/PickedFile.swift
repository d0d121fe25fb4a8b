import ChatModel
import ChatWire
import Foundation

/// A chosen file that is not sent yet. It is the app's own copy, so that it stays while the user
/// writes.
public struct PickedFile: Hashable, Sendable, Identifiable {
    /// Its identity among the chosen files.
    public let id: FileID
    /// The name, as returned by ``FileName/allowed(_:)``.
    public let name: String
    /// The system's media type for it, or `application/octet-stream`.
    public let type: String
    /// The size in bytes.
    public let size: UInt64
    /// The size of an image, upright.
    public let dimensions: Attachment.Dimensions?
    /// What makes a recording a voice message.
    public let voice: Attachment.Voice?
    /// The small image of a photo or a video.
    public let thumbnail: ThumbnailImage?
    /// The copy.
    public let url: URL

    /// Creates the value. A type that is missing or not a media type becomes
    /// `application/octet-stream`.
    public init(
        id: FileID, name: String, type: String? = nil, size: UInt64, dimensions: Attachment.Dimensions? = nil,
        voice: Attachment.Voice? = nil, thumbnail: ThumbnailImage? = nil, url: URL
    ) {
        self.id = id
        self.name = FileName.allowed(name)
        let type = type?.lowercased() ?? ""
        self.type = FileRule.isMediaType(type) ? type : "application/octet-stream"
        self.size = size
        self.dimensions = dimensions
        self.voice = voice
        self.thumbnail = thumbnail
        self.url = url
    }

    /// How the file is shown.
    public var kind: FileKind { FileKind(type: type, dimensions: dimensions, voice: voice) }

    /// Why no server would accept it; `nil` if one may.
    ///
    /// - Parameter words: Texts in the user's language.
    public func problem(_ words: FileWords = FileWords()) -> String? {
        let chosen = FileChoice(name: name, size: size, dimensions: dimensions)
        return chosen.refusal(most: UInt64(Limits.fileBytes), words: words.size)
    }
}
