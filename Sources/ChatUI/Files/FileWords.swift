import ChatModel
import ChatWire
import Foundation

/// What is said of a file, as the reader's language has it.
public struct FileWords: Sendable {
    public var locale: Locale

    public init(locale: Locale = .autoupdatingCurrent) { self.locale = locale }

    /// “179 KB”: in thousands, as the systems count files.
    public func size(_ bytes: UInt64) -> String {
        Int64(clamping: bytes).formatted(ByteCountFormatStyle(style: .file, locale: locale))
    }

    /// “40%”; `part` is 0 to 1, and what is beyond counts as the nearer end.
    public func progress(_ part: Double) -> String {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        return part.formatted(.percent.precision(.fractionLength(0)).rounded(rule: .down).locale(locale))
    }

    /// Beside a file that can't be drawn: “1.2 MB”, and “40% of 1.2 MB” while it is being uploaded.
    public func line(_ file: Row.File) -> String {
        guard let part = file.progress else { return size(file.size) }
        return "\(progress(part)) of \(size(file.size))"
    }

    /// What VoiceOver says: “Photo, swift.jpg, 179 KB”.
    public func label(_ file: Row.File) -> String {
        let kind = FileKind(type: file.type, dimensions: file.dimensions)
        var parts = [kind.noun, Sentences.isolated(file.name), size(file.size)]
        if let part = file.progress { parts.append("\(progress(part)) uploaded") }
        return parts.joined(separator: ", ")
    }
}
