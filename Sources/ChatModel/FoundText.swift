import ChatWire

/// What a search shows of a message: its text in one line, from a little before the first word that
/// was found.
public struct FoundText: Hashable, Sendable {
    /// Text, and what was found, in turn. The first part is text; it may be empty.
    public private(set) var parts: [String] = []

    /// - Parameters:
    ///   - search: the words by which the message was found
    ///   - lead: the most characters before the first of them in a long text
    public init(_ message: Message, by search: WordSearch, lead: Int = 40) {
        let said = ConversationItem.words(for: message, limit: Limits.textBytes)
        let name = message.attachment?.name ?? ""
        // The line of a file without text says "Photo", which nobody has looked for.
        let places = message.text == name ? [] : search.places(in: said)
        let named = places.isEmpty ? search.places(in: name) : []
        if named.isEmpty { take(said, places, lead) } else { take(name, named, lead) }
    }

    private mutating func take(_ line: String, _ places: [Range<String.Index>], _ lead: Int) {
        let start = places.first.map { FoundText.start(of: line, before: $0.lowerBound, lead) } ?? line.startIndex
        let end = line.index(start, offsetBy: MessageSummary.usualLimit, limitedBy: line.endIndex) ?? line.endIndex
        var (text, place) = (start == line.startIndex ? "" : "…", start)
        for found in places where found.lowerBound < end {
            let foundEnd = Swift.min(found.upperBound, end)
            parts.append(text + line[place..<found.lowerBound])
            parts.append(String(line[found.lowerBound..<foundEnd]))
            (text, place) = ("", foundEnd)
        }
        let rest = text + line[place..<end] + (end == line.endIndex ? "" : "…")
        if parts.isEmpty || !rest.isEmpty { parts.append(rest) }
    }

    /// Where the line begins: with a word, if one begins there.
    private static func start(of line: String, before found: String.Index, _ lead: Int) -> String.Index {
        guard let start = line.index(found, offsetBy: -lead, limitedBy: line.startIndex), start > line.startIndex
        else { return line.startIndex }
        return line[start..<found].firstIndex(of: " ").map { line.index(after: $0) } ?? start
    }
}
