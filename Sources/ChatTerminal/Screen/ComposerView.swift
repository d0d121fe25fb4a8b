import ChatCore

/// The lines of the composer, and where its cursor is.
struct ComposerView {
    let lines: [StyledLine]
    let cursor: Place

    /// - Parameter height: the lines that it may take
    init(_ editor: Editor, prompt: String, width: Int, height: Int) {
        let indent = CellWidth.of(prompt)
        let room = max(width - indent - 1, 2)
        var rows: [String] = [""]
        var used = 0
        var place = Place(x: 0, y: 0)
        for (index, character) in editor.characters.enumerated() {
            let shown = character == "\n" ? "" : SafeText.line(String(character))
            let cells = CellWidth.of(shown)
            if used + cells > room {
                rows.append("")
                used = 0
            }
            if index == editor.cursor { place = Place(x: used, y: rows.count - 1) }
            if character == "\n" {
                rows.append("")
                used = 0
            } else {
                rows[rows.count - 1] += shown
                used += cells
            }
        }
        if editor.cursor == editor.characters.count { place = Place(x: used, y: rows.count - 1) }
        let first = max(0, min(place.y - height + 1, rows.count - height), min(place.y, rows.count - height))
        let shown = rows[first..<min(first + height, rows.count)]
        lines = shown.enumerated().map { index, row in
            let lead = first + index == 0 ? prompt : String(repeating: " ", count: indent)
            return StyledLine([Span(lead, .accent), Span(row)])
        }
        cursor = Place(x: indent + place.x, y: place.y - first)
    }
}
