import ChatModel
import ChatWire

/// What a file is to whoever looks at it, by its media type.
public enum FileKind: Hashable, Sendable {
    /// An image, of a size that is safe to draw.
    case photo
    case video
    case audio
    case document
    case other

    /// - Parameters:
    ///   - type: The media type, as the server recognised it.
    ///   - dimensions: An image without is drawn all the same, one of too many pixels is not: it is a file like any other.
    public init(type: String, dimensions: Attachment.Dimensions? = nil) {
        switch type {
        // It is drawn by no platform's decoder, and may have a program in it.
        case "image/svg+xml": self = .other
        case "application/pdf", "text/plain": self = .document
        default:
            if type.hasPrefix("image/") {
                self = FileKind.isDrawable(dimensions) ? .photo : .other
            } else if type.hasPrefix("video/") {
                self = .video
            } else if type.hasPrefix("audio/") {
                self = .audio
            } else {
                self = .other
            }
        }
    }

    static func isDrawable(_ dimensions: Attachment.Dimensions?) -> Bool {
        guard let dimensions else { return true }
        let pixels = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        return !pixels.overflow && pixels.partialValue <= Limits.filePixels
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .photo: "photo"
        case .video: "film"
        case .audio: "waveform"
        case .document: "doc.text"
        case .other: "doc"
        }
    }

    public var noun: String {
        switch self {
        case .photo: "Photo"
        case .video: "Video"
        case .audio: "Audio"
        case .document: "Document"
        case .other: "File"
        }
    }
}
