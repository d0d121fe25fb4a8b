import ChatWire

/// A message's text in one line, for a list, a quote or a notification.
public enum MessageSummary {
    /// The most characters of a summary, unless another limit is wanted.
    public static let usualLimit = 200

    /// The text without the marks of its formatting (``Markup``), with line breaks as spaces.
    ///
    /// - Parameter limit: the most characters
    public static func of(_ text: String, limit: Int = usualLimit) -> String {
        // The rest of a long text is not looked at: lists are drawn often.
        let text = text.utf8.count > 16 * limit ? String(text.prefix(4 * max(limit, 0))) : text
        let words = Markup(text).words.unicodeScalars.split { $0.isWhiteSpace }
        let line = words.map { String($0) }.joined(separator: " ")
        guard let end = line.index(line.startIndex, offsetBy: max(limit, 0), limitedBy: line.endIndex),
            end < line.endIndex
        else { return line }
        return line[..<end] + "…"
    }
}

extension Markup {
    /// A text without the marks of its formatting; the text itself if it has nothing but marks.
    static func plain(_ text: String) -> String {
        let words = Markup(text).words
        return TextRule.isBlank(words) ? text : words
    }
}
