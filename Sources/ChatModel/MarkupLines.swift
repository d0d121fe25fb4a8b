/// Reads the lines of prose: which are quotes, which are items of a list.
struct MarkupLines {
    private typealias Line = ArraySlice<Unicode.Scalar>

    private enum Kind { case paragraph, quote, list }

    private var blocks: [Markup.Block] = []
    /// The block to which lines are added.
    private var kind = Kind.paragraph
    private var spans: [Markup.Span] = []
    private var items: [Markup.Item] = []

    static func blocks(of prose: String) -> [Markup.Block] {
        var lines = MarkupLines()
        for line in Array(prose.unicodeScalars).split(separator: "\n", omittingEmptySubsequences: false) {
            lines.add(line.last == "\r" ? line.dropLast() : line)
        }
        lines.endBlock()
        return lines.blocks
    }

    private mutating func add(_ line: Line) {
        if let item = Self.item(line) {
            begin(.list)
            items.append(item)
        } else if line.starts(with: "> ".unicodeScalars) {
            add(line.dropFirst(2), to: .quote)
        } else {
            add(line, to: .paragraph)
        }
    }

    private mutating func add(_ line: Line, to kind: Kind) {
        begin(kind)
        if !spans.isEmpty { spans.add(Markup.Span("\n")) }
        for span in MarkupSpans.of(line) { spans.add(span) }
    }

    private mutating func begin(_ kind: Kind) {
        if kind == self.kind { return }
        endBlock()
        self.kind = kind
    }

    private mutating func endBlock() {
        // The space between blocks stands for the empty lines there.
        while spans.last?.text.last == "\n" {
            spans[spans.count - 1].text.removeLast()
            if spans.last?.text.isEmpty == true { spans.removeLast() }
        }
        switch kind {
        case .paragraph: if !spans.isEmpty { blocks.append(.paragraph(spans)) }
        case .quote: if !spans.isEmpty { blocks.append(.quote(spans)) }
        case .list: blocks.append(.list(items))
        }
        (spans, items) = ([], [])
    }

    /// A bullet or a number, a space, and something behind it.
    private static func item(_ line: Line) -> Markup.Item? {
        let indented = line.drop { $0 == " " }
        guard let first = indented.first else { return nil }
        var marker = "•"
        var rest = indented.dropFirst()
        if ("0"..."9").contains(first) {
            let digits = indented.prefix(4).prefix { ("0"..."9").contains($0) }
            let end = indented.dropFirst(digits.count)
            guard digits.count <= 3, end.first == "." || end.first == ")" else { return nil }
            marker = String(String.UnicodeScalarView(digits)) + "."
            rest = end.dropFirst()
        } else if first != "-" && first != "*" && first != "•" {
            return nil
        }
        guard rest.first == " ", rest.contains(where: { $0 != " " }) else { return nil }
        let level = min((indented.startIndex - line.startIndex) / 2, 3)
        return Markup.Item(marker, level: level, MarkupSpans.of(rest.drop { $0 == " " }))
    }
}
