import ChatWire

/// How a file is shown, by its media type.
public enum FileKind: Hashable, Sendable {
    /// An image with few enough pixels to draw.
    case photo
    /// A file that the viewer plays: its type begins with `video/`.
    case video
    /// A file that the viewer plays: its type begins with `audio/`.
    case audio
    /// A voice message, which is played in its row: a sound, or a video's container, whose sender
    /// says how it sounds (``ChatWire/Attachment/voice``).
    case voice
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
    ///   - voice: What makes a recording a voice message.
    public init(type: String, dimensions: Attachment.Dimensions? = nil, voice: Attachment.Voice? = nil) {
        switch type {
        // No platform decodes it, and it may contain a program.
        case "image/svg+xml": self = .other
        case "application/pdf", "text/plain": self = .document
        default:
            if type.hasPrefix("image/") {
                self = FileKind.isDrawable(dimensions) ? .photo : .other
            } else if type.hasPrefix("video/") {
                self = voice == nil ? .video : .voice
            } else if type.hasPrefix("audio/") {
                self = voice == nil ? .audio : .voice
            } else {
                self = .other
            }
        }
    }

    /// Whether a file of this kind can be in an album.
    var isInAlbums: Bool {
        switch self {
        case .photo, .video: true
        case .audio, .voice, .document, .other: false
        }
    }

    package static func isDrawable(_ dimensions: Attachment.Dimensions?) -> Bool {
        dimensions.map { $0.pixels <= Limits.filePixels } ?? true
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .photo: "photo"
        case .video: "film"
        case .audio: "waveform"
        case .voice: "mic"
        case .document: "doc.text"
        case .other: "doc"
        }
    }

    /// The kind in one word, for labels: “Photo”.
    public var noun: String {
        switch self {
        case .photo: localized("Photo")
        case .video: localized("Video")
        case .audio: localized("Audio")
        case .voice: localized("Voice message")
        case .document: localized("Document")
        case .other: localized("File")
        }
    }
}

extension Attachment {
    /// How the file is shown.
    public var kind: FileKind { FileKind(type: type, dimensions: dimensions, voice: voice) }

    /// The file as its message has it: with the album's number if it can be in an album, by the
    /// type that the server decided, and as a voice message if it can be one.
    func sent(as upload: Upload) -> Attachment {
        var attachment = self
        attachment.voice = upload.voice
        if attachment.kind != .voice { attachment.voice = nil }
        attachment.album = attachment.kind.isInAlbums ? upload.album : nil
        if !attachment.kind.isInAlbums || attachment.thumbnail?.id != upload.ofThumbnail?.id {
            attachment.thumbnail = nil
        }
        return attachment
    }
}

extension Row.File {
    /// How the file is shown.
    public var kind: FileKind { FileKind(type: type, dimensions: dimensions, voice: voice) }
}
