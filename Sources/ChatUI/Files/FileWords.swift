import ChatModel
import ChatWire
import Foundation

/// Texts about files in the user's language.
public struct FileWords: Sendable {
    /// The locale that formats sizes and percentages.
    public var locale: Locale

    /// Creates the value.
    public init(locale: Locale = .ofSentences) { self.locale = locale }

    /// “179 KB”: in units of 1,000, as the operating systems show sizes.
    public func size(_ bytes: UInt64) -> String {
        Int64(clamping: bytes).formatted(ByteCountFormatStyle(style: .file, locale: locale))
    }

    /// “40%”. `part` is clamped to 0…1.
    public func progress(_ part: Double) -> String {
        let part = part.isNaN ? 0 : min(max(part, 0), 1)
        return part.formatted(.percent.precision(.fractionLength(0)).rounded(rule: .down).locale(locale))
    }

    /// The line beside a file: “1.2 MB”, or “40% of 1.2 MB” during an upload.
    public func line(_ file: Row.File) -> String {
        guard let part = file.progress else { return size(file.size) }
        return localized("\(progress(part)) of \(size(file.size))")
    }

    /// The VoiceOver label: “Photo, swift.jpg, 179 KB”, “Voice message, 0:07”.
    public func label(_ file: Row.File) -> String {
        var parts = [file.kind.noun]
        if file.kind == .voice, let voice = file.voice {
            parts.append(voice.length)
        } else {
            parts += [Sentences.isolated(file.name), size(file.size)]
        }
        if let part = file.progress { parts.append(localized("\(progress(part)) uploaded")) }
        return parts.joined(separator: ", ")
    }
}
