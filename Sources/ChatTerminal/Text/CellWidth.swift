/// How many cells of a terminal a character takes: 0, 1 or 2. It follows from Unicode's data alone,
/// and not from the locale.
package enum CellWidth {
    /// The cells of a character, which may consist of several scalars. A joined emoji, a flag and
    /// an emoji with a skin tone take two. A letter with combining marks takes those of the letter.
    package static func of(_ character: Character) -> Int {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return 0 }
        guard let second = scalars.next() else { return of(first) }
        if isRegional(first), isRegional(second) { return 2 }
        var width = of(first)
        var next: Unicode.Scalar? = second
        while let scalar = next {
            switch scalar.value {
            // The emoji presentation, and the keycap around a digit.
            case 0xFE0F, 0x20E3: if first.properties.isEmoji { return 2 }
            case 0xFE0E: break
            case 0x1F3FB...0x1F3FF: return 2
            default: width += of(scalar)
            }
            next = scalars.next()
        }
        // Joined emoji are one picture, and no character is wider than that.
        return min(width, 2)
    }

    /// The cells of a text on one line.
    package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

    /// The cells of a scalar that stands alone.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20..<0x7F: return 1
        case 0..<0x20, 0x7F..<0xA0, 0xAD: return 0
        case 0xA0..<0x300: return 1
        // The vowels and final consonants of a Korean syllable stand within its first letter.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
        return isWide(scalar.value) ? 2 : 1
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    private static func isWide(_ value: UInt32) -> Bool {
        var low = 0
        var high = WideCharacters.ranges.count
        while low < high {
            let middle = (low + high) / 2
            if WideCharacters.ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < WideCharacters.ranges.count && WideCharacters.ranges[low].first <= value
    }
}
