extension StyledLine {
    /// The text in lines of at most `width` cells, as ``LineBreaks`` breaks it.
    package static func wrapped(_ spans: [Span], width: Int) -> [StyledLine] {
        let glyphs = spans.flatMap { span in span.text.map { Glyph(text: $0, span: span) } }
        let cells = glyphs.map { CellWidth.of($0.text) }
        return LineBreaks.lines(of: glyphs.map(\.text), cells: cells, width: max(width, 2)).map { range in
            StyledLine(range.lazy.filter { cells[$0] > 0 }.map { glyphs[$0] })
        }
    }

    /// A sentence in at most so many lines. An ellipsis stands for what does not fit.
    static func wrapped(_ text: String, _ style: Style, width: Int, lines most: Int) -> [StyledLine] {
        var lines = wrapped([Span(SafeText.line(text), style)], width: width)
        guard lines.count > most else { return lines }
        lines[most - 1] = (lines[most - 1] + StyledLine(" ", style) + lines[most]).cut(to: width)
        return Array(lines.prefix(most))
    }

    private init(_ glyphs: some Sequence<Glyph>) {
        spans = []
        for glyph in glyphs {
            if let last = spans.last, last.style == glyph.span.style, last.link == glyph.span.link {
                spans[spans.count - 1].text.append(glyph.text)
            } else {
                spans.append(Span(String(glyph.text), glyph.span.style, link: glyph.span.link))
            }
        }
    }
}

/// A character of a text, and the span with its style.
private struct Glyph {
    let text: Character
    let span: Span
}
