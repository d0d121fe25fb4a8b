/// A message's text in one line, for a list or a notification.
public enum MessageSummary {
    /// The text without fences and without the back-ticks around code, with line breaks as spaces.
    ///
    /// - Parameter limit: the most characters
    public static func of(_ text: String, limit: Int = 200) -> String {
        // The rest of a long text is not looked at: lists are drawn often.
        let text = text.utf8.count > 16 * limit ? String(text.prefix(4 * max(limit, 0))) : text
        var summary = ""
        for part in Fences.split(text) {
            if !summary.isEmpty { summary += " " }
            switch part {
            case .code(let code): summary += code
            case .prose(let prose): summary += withoutMarks(prose)
            }
        }
        let line = summary.split { $0.isWhitespace }.joined(separator: " ")
        guard let end = line.index(line.startIndex, offsetBy: max(limit, 0), limitedBy: line.endIndex),
            end < line.endIndex
        else { return line }
        return line[..<end] + "…"
    }

    /// The text without the back-ticks around inline code.
    private static func withoutMarks(_ prose: String) -> String {
        guard prose.utf8.contains(UInt8(ascii: "`")) else { return prose }
        let scalars = Array(prose.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var position = 0
        while position < scalars.count {
            if scalars[position] == "`", let end = InlineCode.end(in: scalars, from: position) {
                kept.append(contentsOf: scalars[(position + 1)..<end])
                position = end + 1
            } else {
                kept.append(scalars[position])
                position += 1
            }
        }
        return String(kept)
    }
}
