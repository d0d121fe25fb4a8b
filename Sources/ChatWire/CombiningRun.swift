/// Counts consecutive combining marks: in large stacks they cover other lines.
///
/// Nonspacing and enclosing marks count (general categories Mn and Me), and the few spacing marks
/// that change places with others when a text is normalised. Variation selectors 1–16 and the
/// joiners U+200C and U+200D are invisible: they neither count nor end a run, so they can't be used
/// to split a stack. Everything else ends the run, including emoji skin tones, which are symbols.
package struct CombiningRun {
    private let most: Int
    private var length = 0

    package init(of most: Int = Limits.combiningRun) { self.most = most }

    /// Adds `scalar`. Returns whether the run is no longer than the most that it may be.
    package mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE00...0xFE0F, 0x200C, 0x200D:
            return true
        case 0..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x1E00..<0x20D0, 0x2100..<0x2CEF, 0x3400..<0xA66F,
            0xAC00..<0xD800,
            0x1F000..<0x1FB00, 0x20000..<0x32000:
            // Latin, Greek, Cyrillic, Armenian, punctuation, Chinese, Korean and emoji contain no
            // marks. Looking up Unicode's tables would take 40 ns a character.
            length = 0
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: length += 1
            default: length = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : length + 1
            }
        }
        return length <= most
    }
}

extension CombiningRun {
    /// Where in a text from a stranger there are more than ``Limits/combiningRunRead`` combining
    /// marks in a row; `nil` if nowhere.
    ///
    /// To be asked before anything compares, hashes or lower-cases the text as a string.
    package static func endOfLongOne(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let text = Bytes(text)
        var position = 0
        while true {
            position = text.asciiRun(from: position)
            if position >= text.count { return nil }
            let start = position
            while text[position] >= 0x80 { position += 1 }
            // A mark has two bytes at least, and no byte of ASCII.
            if position - start <= 2 * Limits.combiningRunRead { continue }
            var run = CombiningRun(of: Limits.combiningRunRead)
            let scalars = String(decoding: text.slice(start, position), as: UTF8.self).unicodeScalars
            if !scalars.allSatisfy({ run.accepts($0) }) { return position }
        }
    }

    /// Whether there are more than ``Limits/combiningRunRead`` combining marks in a row in this
    /// text from a stranger.
    package static func isLong(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { endOfLongOne(in: $0) != nil }
    }
}
