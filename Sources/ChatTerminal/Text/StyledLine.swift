/// Text in one style.
package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
    package var link: String?

    package init(_ text: String, _ style: Style = .plain, link: String? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

/// A line of the screen: spans one after the other. Its text is safe for a terminal.
package struct StyledLine: Hashable, Sendable {
    package var spans: [Span]

    package init(_ spans: [Span] = []) { self.spans = spans }

    package init(_ text: String, _ style: Style = .plain) { spans = [Span(text, style)] }

    package var text: String { spans.map(\.text).joined() }
    package var width: Int { spans.reduce(0) { $0 + CellWidth.of($1.text) } }

    package static func + (one: StyledLine, other: StyledLine) -> StyledLine { StyledLine(one.spans + other.spans) }

    /// At most this many cells of the line; an ellipsis stands for what is left out.
    package func cut(to width: Int) -> StyledLine {
        if self.width <= width { return self }
        guard width > 0 else { return StyledLine() }
        var result = StyledLine()
        var left = width - 1
        for span in spans {
            var kept = ""
            for character in span.text {
                let cells = CellWidth.of(character)
                if cells > left {
                    result.spans.append(Span(kept + "…", span.style, link: span.link))
                    return result
                }
                left -= cells
                kept.append(character)
            }
            result.spans.append(Span(kept, span.style, link: span.link))
        }
        return result
    }

    /// The line in exactly this many cells.
    package func fitted(to width: Int) -> StyledLine {
        let line = cut(to: width)
        let missing = width - line.width
        return missing > 0 ? StyledLine(line.spans + [Span(String(repeating: " ", count: missing))]) : line
    }
}
