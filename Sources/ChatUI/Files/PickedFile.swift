import ChatModel
import ChatWire
import Foundation

/// A file that someone chose to send, not sent yet: a copy of the app's own, so that it stays while one writes.
public struct PickedFile: Hashable, Sendable, Identifiable {
    /// The id that it is uploaded under: chosen once, so that every try is the same file.
    public let id: FileID
    /// As ``FileName/allowed(_:)`` has it.
    public let name: String
    /// The media type as the system has it, or `application/octet-stream`.
    public let type: String
    /// Bytes.
    public let size: UInt64
    /// Of an image, upright.
    public let dimensions: Attachment.Dimensions?
    /// Where the copy is.
    public let url: URL

    public init(
        id: FileID, name: String, type: String? = nil, size: UInt64, dimensions: Attachment.Dimensions? = nil, url: URL
    ) {
        self.id = id
        self.name = FileName.allowed(name)
        let type = type?.lowercased() ?? ""
        self.type = FileRule.isMediaType(type) ? type : "application/octet-stream"
        self.size = size
        self.dimensions = dimensions
        self.url = url
    }

    public var kind: FileKind { FileKind(type: type, dimensions: dimensions) }

    /// Why no server would take it; `nil` if one may.
    ///
    /// - Parameter words: In the reader's language.
    public func problem(_ words: FileWords = FileWords()) -> String? {
        let shown = Sentences.isolated(name)
        if size == 0 { return "\(shown) is empty." }
        if size > UInt64(Limits.fileBytes) {
            let (most, has) = (words.size(UInt64(Limits.fileBytes)), words.size(size))
            return "\(shown) is too large: a file has at most \(most), and this one \(has)."
        }
        if let dimensions, !FileKind.isDrawable(dimensions) {
            return "\(shown) has too many pixels: make it smaller first."
        }
        return nil
    }
}
