import Foundation

/// The part of a text in which a search has found something.
enum Excerpt {
    /// The characters that stand before what was found.
    private static let lead = 12

    /// The text on one line, from a little before the place where `found` occurs.
    static func of(_ text: String, around found: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        guard let hit = line.range(of: found, options: options),
            let start = line.index(hit.lowerBound, offsetBy: -lead, limitedBy: line.startIndex),
            start > line.startIndex
        else { return line }
        // From the beginning of a word, if one begins there.
        let space = line[start..<hit.lowerBound].firstIndex(of: " ")
        return "…" + line[(space.map(line.index(after:)) ?? start)...]
    }
}
