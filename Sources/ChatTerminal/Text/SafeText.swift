import ChatCore

/// Text of others in a form that can't control a terminal.
///
/// ASCII control characters are shown as their pictures (ESC as ␛). C1 control characters, and
/// characters that embed, override or isolate a direction, become U+FFFD. Other invisible
/// characters that do nothing here are left out.
package enum SafeText {
    /// The text on as many lines as it has. Tabs become spaces, and all line breaks a line feed.
    package static func lines(_ text: String) -> String { clean(text, keepsBreaks: true) }

    /// The text on one line: line breaks become spaces.
    package static func line(_ text: String) -> String { clean(text, keepsBreaks: false) }

    /// An address for a hyperlink: printable ASCII without spaces. `nil` if it is anything else, or
    /// has more bytes than ``ChatWire/Limits/terminalLink``.
    package static func address(_ text: String) -> String? {
        guard text.utf8.count <= Limits.terminalLink else { return nil }
        let scheme = text.prefix(8).lowercased()
        guard scheme.hasPrefix("http://") || scheme.hasPrefix("https://") else { return nil }
        return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
    }

    /// Pasted or typed text as a message may have it: line breaks are line feeds, and other control
    /// characters are left out.
    package static func typed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar.value {
            case 0x0A where isAfterReturn: break
            case 0x0A, 0x0D: result.append("\n")
            case 0x09: result.append(scalar)
            case 0..<0x20, 0x7F..<0xA0: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func clean(_ text: String, keepsBreaks: Bool) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        var column = 0
        // A combining mark at the beginning of a line would be drawn over the character to its left
        // on the screen.
        var isAtStart = true
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            if scalar == "\n", isAfterReturn { continue }
            if isBreak(scalar) {
                result.append(keepsBreaks ? "\n" : " ")
                (marks, column, isAtStart) = (0, 0, true)
                continue
            }
            if scalar == "\t" {
                repeat {
                    result.append(" ")
                    column += 1
                } while column % 4 != 0
                (marks, isAtStart) = (0, false)
                continue
            }
            guard let shown = shown(scalar) else { continue }
            if CellWidth.of(shown) == 0 {
                if isAtStart { result.append("◌") }
                marks += 1
                if marks > Limits.combiningRun { continue }
            } else {
                marks = 0
            }
            column += CellWidth.of(shown)
            isAtStart = false
            result.append(shown)
        }
        return String(result)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// The scalar that stands for this one; `nil` for none.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: return "\u{2421}"
        // C1 control characters, and embeddings, overrides and isolates of direction.
        case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: return "\u{FFFD}"
        // The joiners, and the tags of regional flags.
        case 0x200C, 0x200D, 0xE0020...0xE007F: return scalar
        // Fillers that look like nothing and have a width in some terminals.
        case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: return " "
        case 0xFE00...0xFE0F: return scalar
        default: break
        }
        if scalar.properties.generalCategory == .format { return nil }
        return scalar.properties.isDefaultIgnorableCodePoint ? nil : scalar
    }
}
