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

    /// Takes away the back-ticks around inline code, which ends on its line.
    private static func withoutMarks(_ prose: String) -> String {
        guard prose.utf8.contains(UInt8(ascii: "`")) else { return prose }
        var kept: [UInt8] = []
        let bytes = Array(prose.utf8)
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "`") else {
                kept.append(bytes[position])
                position += 1
                continue
            }
            let code = bytes[(position + 1)...].prefix { $0 != UInt8(ascii: "`") && $0 != 0x0A && $0 != 0x0D }
            if !code.isEmpty, code.endIndex < bytes.count, bytes[code.endIndex] == UInt8(ascii: "`") {
                kept += code
                position = code.endIndex + 1
            } else {
                kept.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
