import ChatWire

/// How a file is shown, by its media type.
public enum FileKind: Hashable, Sendable {
    /// An image with few enough pixels to draw.
    case photo
    /// A file that the viewer plays: its type begins with `video/`.
    case video
    /// A file that the viewer plays: its type begins with `audio/`.
    case audio
    /// A PDF or a plain text, for which the viewer offers a preview.
    case document
    /// Every other file, also an SVG and an image with too many pixels to draw. The viewer offers
    /// to share it.
    case other

    /// Classifies a file.
    ///
    /// - Parameters:
    ///   - type: The media type that the server recognised.
    ///   - dimensions: The image's size. An image of unknown size is drawn; one with too many
    ///     pixels is shown as a file.
    public init(type: String, dimensions: Attachment.Dimensions? = nil) {
        switch type {
        // No platform decodes it, and it may contain a program.
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

    package static func isDrawable(_ dimensions: Attachment.Dimensions?) -> Bool {
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

    /// The kind in one word, for labels: “Photo”.
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
