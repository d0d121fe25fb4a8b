import ChatWire

/// A file that the user has chosen to send.
public struct FileChoice: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its size in bytes; `nil` if only its picture is used.
    public var size: UInt64?
    /// The size of a picture in pixels; `nil` if that is not known.
    public var dimensions: Attachment.Dimensions?

    /// Creates the value.
    public init(name: String, size: UInt64?, dimensions: Attachment.Dimensions? = nil) {
        (self.name, self.size, self.dimensions) = (name, size, dimensions)
    }

    /// Why the server would refuse the file, as a sentence; `nil` if it would not.
    ///
    /// - Parameters:
    ///   - most: The maximum of a file in bytes; 0 if the server does not accept files.
    ///   - words: Says a number of bytes.
    public func refusal(most: UInt64, words: (UInt64) -> String = Sentences.size) -> String? {
        let name = Sentences.isolated(name)
        if most == 0 { return WireError.noFiles.text }
        if size == 0 { return localized("“\(name)” is empty.") }
        if let size, size > most {
            let (most, has) = (words(most), words(size))
            if has == most {
                return localized("“\(name)” is a little too large: a file can have at most \(most).")
            }
            return localized("“\(name)” is too large: a file can have at most \(most); this one has \(has).")
        }
        guard let dimensions, !FileKind.isDrawable(dimensions) else { return nil }
        let (has, most) = (dimensions.pixels.dividedRoundingUp(by: 1_000_000), Limits.filePixels / 1_000_000)
        return localized(
            "“\(name)” is too large: it has \(has) megapixels (\(dimensions.width) × \(dimensions.height)); a picture can have at most \(most). Make it smaller first."
        )
    }
}

extension UInt64 {
    fileprivate func dividedRoundingUp(by divisor: UInt64) -> UInt64 { self / divisor + (self % divisor == 0 ? 0 : 1) }
}
