extension StyledLine {
    /// The text in lines of at most `width` cells: it breaks at line feeds, between words, beside
    /// wide characters, and within a word that is longer than a line.
    package static func wrapped(_ spans: [Span], width: Int) -> [StyledLine] {
        var wrapping = Wrapping(width: max(width, 2))
        for span in spans {
            for character in span.text { wrapping.add(character, span) }
        }
        wrapping.endLine()
        return wrapping.lines
    }
}

/// Collects the lines of a text.
private struct Wrapping {
    let width: Int
    var lines: [StyledLine] = []
    private var line: [Glyph] = []
    private var used = 0
    /// The number of glyphs of the line before the last place where it may break.
    private var breakAt: Int?

    struct Glyph {
        var text: Character
        var cells: Int
        var style: Style
        var link: String?
    }

    init(width: Int) { self.width = width }

    mutating func add(_ character: Character, _ span: Span) {
        if character == "\n" { return endLine() }
        let glyph = Glyph(text: character, cells: CellWidth.of(character), style: span.style, link: span.link)
        if glyph.cells == 0 { return }
        // A space at the end of a full line is where it breaks.
        if character == " ", used + 1 > width {
            breakAt = line.count
            carry()
            return
        }
        if glyph.cells == 2 { breakAt = line.count }
        if used + glyph.cells > width { carry() }
        line.append(glyph)
        used += glyph.cells
        // Spaces at the beginning of a line are its indentation, and no place to break.
        if character == " ", line.contains(where: { $0.text != " " }) { breakAt = line.count }
        if glyph.cells == 2 { breakAt = line.count }
    }

    mutating func endLine() {
        append(line[...])
        (line, used, breakAt) = ([], 0, nil)
    }

    /// Ends the line where it may break, and takes the rest to the next one.
    private mutating func carry() {
        let at = breakAt.flatMap { $0 > 0 ? $0 : nil } ?? line.count
        let rest = Array(line[at...])
        append(line[..<at])
        line = rest
        used = rest.reduce(0) { $0 + $1.cells }
        breakAt = nil
    }

    private mutating func append(_ glyphs: ArraySlice<Glyph>) {
        var spans: [Span] = []
        for glyph in glyphs {
            if let last = spans.last, last.style == glyph.style, last.link == glyph.link {
                spans[spans.count - 1].text.append(glyph.text)
            } else {
                spans.append(Span(String(glyph.text), glyph.style, link: glyph.link))
            }
        }
        lines.append(StyledLine(spans))
    }
}
