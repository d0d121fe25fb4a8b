import ChatCore

/// The lines of the composer, and where its cursor is.
struct ComposerView {
    let lines: [StyledLine]
    let cursor: Place

    /// - Parameter height: the lines that it may take
    init(_ editor: Editor, prompt: String, width: Int, height: Int) {
        let indent = CellWidth.of(prompt)
        let room = max(width - indent - 1, 2)
        let characters = editor.characters
        let shown = characters.map { $0 == "\n" ? "" : SafeText.line(String($0)) }
        let cells = shown.map(CellWidth.of)
        // The index of each row's first character.
        var starts = [0]
        var used = 0
        for index in characters.indices {
            if used + cells[index] > room {
                let start = starts[starts.count - 1]
                let word = characters[start..<index].lastIndex(of: " ").map { $0 + 1 } ?? index
                starts.append(word)
                used = cells[word..<index].reduce(0, +)
            }
            used += cells[index]
            if characters[index] == "\n" {
                starts.append(index + 1)
                used = 0
            }
        }
        let row = starts.lastIndex { $0 <= editor.cursor } ?? 0
        let place = Place(x: cells[starts[row]..<editor.cursor].reduce(0, +), y: row)
        let first = max(0, place.y - height + 1)
        lines = (first..<min(first + height, starts.count)).map { row in
            let end = row + 1 < starts.count ? starts[row + 1] : characters.count
            let lead = row == 0 ? prompt : String(repeating: " ", count: indent)
            return StyledLine([Span(lead, .accent), Span(shown[starts[row]..<end].joined())])
        }
        cursor = Place(x: indent + place.x, y: place.y - first)
    }
}
