/// The bytes that change one screen into another.
package struct GridDifference {
    /// What to write to the terminal; empty if nothing changed.
    package private(set) var bytes: [UInt8] = []

    private let capabilities: Capabilities
    private var style = Style.plain
    private var link: String?
    /// Where the terminal's cursor is; `nil` if that is not certain.
    private var place: Place?

    /// - Parameter old: what the terminal shows; `nil` if that is not known. Then everything is
    ///   drawn.
    package init(from old: Grid?, to new: Grid, _ capabilities: Capabilities) {
        self.capabilities = capabilities
        if old == new { return }
        let known = old.flatMap { $0.size == new.size ? $0 : nil }
        // The terminal shows the result when it is complete (synchronised output).
        write("\u{1B}[?2026h\u{1B}[?25l")
        if known == nil { write("\u{1B}[0m\u{1B}[2J") }
        for y in 0..<new.size.height { row(y, from: known, to: new) }
        change(to: .plain, link: nil)
        if let cursor = new.cursor {
            move(to: cursor)
            write("\u{1B}[?25h")
        }
        write("\u{1B}[?2026l")
    }

    private mutating func row(_ y: Int, from old: Grid?, to new: Grid) {
        // Cells before this column are drawn again: a simple terminal may have overwritten them.
        var unknownEnd = 0
        for x in 0..<new.size.width {
            let cell = new[x, y]
            if cell.text.isEmpty { continue }
            let isWide = x + 1 < new.size.width && new[x + 1, y].text.isEmpty
            if x >= unknownEnd {
                if let old, old[x, y] == cell, !isWide || old[x + 1, y] == new[x + 1, y] { continue }
                if old == nil, cell == Cell() { continue }
            }
            draw(cell, isWide ? 2 : 1, at: Place(x: x, y: y))
            if !Self.isCertain(cell.text) {
                // A simple terminal shows the character's scalars side by side, each on up to two
                // cells.
                unknownEnd = max(unknownEnd, x + 2 * cell.text.unicodeScalars.count)
            }
        }
    }

    private mutating func draw(_ cell: Cell, _ width: Int, at target: Place) {
        if place != target { move(to: target) }
        change(to: cell.style, link: cell.link)
        if Self.isCertain(cell.text) {
            write(cell.text)
            place = Place(x: target.x + width, y: target.y)
            return
        }
        // Terminals do not agree on the width of such a character: its cells are emptied first, and
        // the cursor is placed anew behind it.
        write(String(repeating: " ", count: width))
        move(to: target)
        write(cell.text)
        place = nil
    }

    /// Whether every terminal gives the character the same width.
    private static func isCertain(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1 else { return false }
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0x250, 0x370..<0x590, 0x2010..<0x2028, 0x2190..<0x21B0, 0x2500..<0x2600: return true
        case 0x3040..<0x3100, 0x4E00..<0xA000, 0xAC00..<0xD7A4: return true
        default: return false
        }
    }

    private mutating func move(to target: Place) {
        write("\u{1B}[\(target.y + 1);\(target.x + 1)H")
        place = target
    }

    private mutating func change(to style: Style, link: String?) {
        let link = capabilities.hasLinks ? link.flatMap(SafeText.address) : nil
        if link != self.link {
            write("\u{1B}]8;;\(link ?? "")\u{1B}\\")
            self.link = link
        }
        guard style != self.style else { return }
        self.style = style
        write("\u{1B}[" + (["0"] + codes(of: style)).joined(separator: ";") + "m")
    }

    private func codes(of style: Style) -> [String] {
        var codes: [String] = []
        if style.isBold { codes.append("1") }
        if style.isFaint { codes.append("2") }
        if style.isItalic { codes.append("3") }
        if style.isUnderlined { codes.append("4") }
        if style.isReversed { codes.append("7") }
        if style.isStruck { codes.append("9") }
        if let text = style.text { codes += color(text, 30, 90, "38") }
        if let ground = style.ground { codes += color(ground, 40, 100, "48") }
        return codes
    }

    private func color(_ color: Color, _ normal: Int, _ bright: Int, _ extended: String) -> [String] {
        let index: UInt8
        switch (color, capabilities.colors) {
        case (_, .none): return []
        case (.rgb(let red, let green, let blue, _), .all): return [extended, "2", "\(red)", "\(green)", "\(blue)"]
        case (.rgb(_, _, _, let near), .sixteen): index = near
        case (.palette(let number), _): index = number
        }
        return ["\(index < 8 ? normal + Int(index) : bright + Int(min(index, 15)) - 8)"]
    }

    private mutating func write(_ text: String) { bytes += text.utf8 }
}
