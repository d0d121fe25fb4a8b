import ChatCore

/// A part of a message's text: its spans, and what stands before each of its lines.
struct TextBlock {
    var spans: [Span]
    private(set) var isCode = false
    /// Before the first line.
    private var lead = StyledLine()
    /// Before the others, as wide.
    private var nextLead = StyledLine()

    init(_ spans: [Span]) { self.spans = spans }

    private init(_ spans: [Span], after lead: StyledLine, then nextLead: StyledLine) {
        (self.spans, self.lead, self.nextLead) = (spans, lead, nextLead)
    }

    /// The parts of what somebody wrote, safe for a terminal.
    static func blocks(of text: String) -> [TextBlock] {
        var parts: [TextBlock] = []
        var former: Markup.Block?
        for block in Markup(text).blocks {
            // Without a line between them, two quotes would be one.
            if let former, former.isLike(block) { parts.append(TextBlock([])) }
            parts += blocks(of: block)
            former = block
        }
        return parts
    }

    private static func blocks(of block: Markup.Block) -> [TextBlock] {
        switch block {
        case .paragraph(let spans): return [TextBlock(spans.map(Span.init))]
        case .quote(let spans):
            let bar = StyledLine("│ ", .quiet)
            return [TextBlock(spans.map(Span.init), after: bar, then: bar)]
        case .code(let code):
            let bar = StyledLine("▏", .quiet)
            var block = TextBlock([Span(SafeText.lines(code), .code)], after: bar, then: bar)
            block.isCode = true
            return [block]
        case .list(let items):
            return items.map { item in
                let lead = StyledLine(String(repeating: "  ", count: item.level) + item.marker + " ")
                let next = StyledLine(String(repeating: " ", count: lead.width))
                return TextBlock(item.spans.map(Span.init), after: lead, then: next)
            }
        }
    }

    /// The lines, of at most `width` cells.
    func lines(width: Int) -> [StyledLine] {
        StyledLine.wrapped(spans, width: width - lead.width).enumerated().map { index, line in
            (index == 0 ? lead : nextLead) + line
        }
    }
}

extension Markup.Block {
    /// Whether both are of the same kind.
    fileprivate func isLike(_ other: Markup.Block) -> Bool {
        switch (self, other) {
        case (.paragraph, .paragraph), (.quote, .quote), (.code, .code), (.list, .list): true
        case (.paragraph, _), (.quote, _), (.code, _), (.list, _): false
        }
    }
}

extension Span {
    fileprivate init(_ span: Markup.Span) {
        let link = span.link.flatMap(SafeText.address)
        var style = span.style.contains(.code) ? Style.code : .plain
        style.isBold = span.style.contains(.bold)
        style.isItalic = span.style.contains(.italic)
        style.isStruck = span.style.contains(.struck)
        style.isUnderlined = link != nil
        self.init(SafeText.lines(span.text), style, link: link)
    }
}
