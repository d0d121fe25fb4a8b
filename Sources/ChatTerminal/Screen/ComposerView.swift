import ChatCore

/// The lines of the composer around its cursor, and where the cursor is.
struct ComposerView: Hashable {
    let lines: [StyledLine]
    let cursor: Place

    /// - Parameter height: the lines that it may take
    init(_ editor: Editor, prompt: String, width: Int, height: Int) {
        let indent = CellWidth.of(prompt)
        let characters = editor.characters
        let shown = characters.map { $0 == "\n" ? "" : SafeText.line(String($0)) }
        let cells = shown.map(CellWidth.of)
        // The cursor may stand behind the last character of a line.
        let rows = LineBreaks.lines(of: characters, cells: cells, width: max(width - indent - 1, 2))
        let row = rows.lastIndex { $0.lowerBound <= editor.cursor } ?? 0
        let place = Place(x: cells[rows[row].lowerBound..<editor.cursor].reduce(0, +), y: row)
        let first = Layout.first(around: place.y, of: rows.count, height: height)
        lines = (first..<min(first + height, rows.count)).map { row in
            let lead = row == 0 ? prompt : String(repeating: " ", count: indent)
            return StyledLine([Span(lead, .accent), Span(shown[rows[row]].joined())])
        }
        cursor = Place(x: indent + place.x, y: place.y - first)
    }
}
