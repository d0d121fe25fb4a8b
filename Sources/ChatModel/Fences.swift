import ChatWire

/// Finds code blocks: text between two fences of three back-ticks.
package enum Fences {
    package enum Part: Hashable {
        case prose(String)
        case code(String)
    }

    /// A fence without a closing one is prose.
    package static func split(_ text: String) -> [Part] {
        let fences = places(in: text)
        guard fences.count >= 2 else { return [.prose(text)] }
        var parts: [Part] = []
        var start = text.startIndex
        var next = fences.startIndex
        while next + 1 < fences.endIndex {
            let (open, close) = (fences[next], fences[next + 1])
            append(.prose(text[start..<open.lowerBound]), to: &parts)
            append(.code(text[open.upperBound..<close.lowerBound]), to: &parts)
            start = close.upperBound
            next += 2
        }
        append(.prose(text[start...]), to: &parts)
        return parts
    }

    private enum Cut {
        case prose(Substring)
        case code(Substring)
    }

    /// Line breaks next to a fence belong to the fence. A part of only line breaks is dropped.
    private static func append(_ cut: Cut, to parts: inout [Part]) {
        switch cut {
        case .prose(let text):
            let text = trimmed(text)
            if text.unicodeScalars.contains(where: { !$0.isWhiteSpace }) { parts.append(.prose(String(text))) }
        case .code(let text):
            let text = trimmed(withoutLanguage(text))
            if !text.isEmpty { parts.append(.code(String(text))) }
        }
    }

    /// Drops the name of a language in the line of the opening fence, if lines of code follow.
    private static func withoutLanguage(_ text: Substring) -> Substring {
        let name = text.prefix { !$0.isNewline }
        let rest = text[name.endIndex...]
        let isName =
            !name.isEmpty && name.utf8.count <= Limits.codeLanguageBytes && name.utf8.allSatisfy { isOfLanguage($0) }
        return isName && rest.contains { !$0.isNewline } ? rest : text
    }

    /// Whether names of languages have this character: "swift", "c++", "objective-c", "f#".
    private static func isOfLanguage(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "+#-._".utf8.contains(byte)
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isNewline { text.removeFirst() }
        while let last = text.last, last.isNewline { text.removeLast() }
        return text
    }

    /// Three back-ticks in a row, left to right, without overlaps.
    private static func places(in text: String) -> [Range<String.Index>] {
        let scalars = text.unicodeScalars
        var places: [Range<String.Index>] = []
        var run = 0
        var start = scalars.startIndex
        var position = scalars.startIndex
        while position < scalars.endIndex {
            let next = scalars.index(after: position)
            if scalars[position] == "`" {
                if run == 0 { start = position }
                run += 1
                if run == 3 {
                    places.append(start..<next)
                    run = 0
                }
            } else {
                run = 0
            }
            position = next
        }
        return places
    }
}
