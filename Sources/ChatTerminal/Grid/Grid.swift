/// One cell of the screen.
package struct Cell: Hashable, Sendable {
    /// One character; empty in the second cell of a wide one.
    package var text: String
    package var style: Style
    /// The address that a click opens; `nil` for none.
    package var link: String?

    package init(_ text: String = " ", _ style: Style = .plain, link: String? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

/// The width and height of a screen, in cells.
package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A place on the screen; 0, 0 is its upper left cell.
package struct Place: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}

/// A whole screen as a value: its cells, and where the cursor is.
package struct Grid: Hashable, Sendable {
    package let size: Size
    /// The rows one after the other.
    package private(set) var cells: [Cell]
    /// `nil`: the cursor is hidden.
    package var cursor: Place?

    /// An empty screen.
    package init(_ size: Size) {
        self.size = Size(width: max(size.width, 1), height: max(size.height, 1))
        cells = Array(repeating: Cell(), count: self.size.width * self.size.height)
    }

    /// The cell at a place on the screen.
    package subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

    /// The cells of one row.
    package func row(_ y: Int) -> ArraySlice<Cell> { cells[y * size.width..<(y + 1) * size.width] }

    /// The text of a row, without the spaces at its end.
    package func text(_ y: Int) -> String {
        var text = row(y).map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// All rows as text.
    package var text: String { (0..<size.height).map(text).joined(separator: "\n") }

    /// Writes a line from `x` on, and cuts it where `end` is reached.
    ///
    /// - Returns: the place behind it
    @discardableResult
    package mutating func put(_ line: StyledLine, x: Int, y: Int, end: Int? = nil) -> Int {
        guard (0..<size.height).contains(y) else { return x }
        let end = min(end ?? size.width, size.width)
        var x = x
        for span in line.spans {
            for character in span.text {
                let width = CellWidth.of(character)
                if width == 0 { continue }
                guard x >= 0, x + width <= end else { return x }
                set(Cell(String(character), span.style, link: span.link), x, y)
                if width == 2 { set(Cell("", span.style, link: span.link), x + 1, y) }
                x += width
            }
        }
        return x
    }

    /// Fills part of a row with spaces in a style.
    package mutating func fill(_ style: Style, x: Int, y: Int, end: Int) {
        guard (0..<size.height).contains(y) else { return }
        for x in max(x, 0)..<max(min(end, size.width), max(x, 0)) { set(Cell(" ", style), x, y) }
    }

    /// Changes the look of part of a row.
    package mutating func restyle(x: Int, y: Int, end: Int, _ change: (inout Style) -> Void) {
        guard (0..<size.height).contains(y) else { return }
        for x in max(x, 0)..<max(min(end, size.width), max(x, 0)) { change(&cells[y * size.width + x].style) }
    }

    /// A wide character that loses one of its two cells loses the other one, too.
    private mutating func set(_ cell: Cell, _ x: Int, _ y: Int) {
        let index = y * size.width + x
        if !cell.text.isEmpty, cells[index].text.isEmpty, x > 0 { cells[index - 1].text = " " }
        let hadTail = x + 1 < size.width && cells[index + 1].text.isEmpty && !cells[index].text.isEmpty
        cells[index] = cell
        if hadTail { cells[index + 1].text = " " }
    }
}
