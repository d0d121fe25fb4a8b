import ChatTesting
import Testing

@testable import ChatTerminal

@Suite struct GridTests {
    private let size = Size(width: 17, height: 5)

    private func grid(_ random: inout SeededGenerator) -> Grid {
        // Characters of one scalar: a simple terminal shows them as they are.
        let words = ["a", "bc", "你", "好", "ü", " ", "☕", "한글", "│", "👍", "word"]
        let styles = [
            Style.plain, Style(isBold: true), Style(text: .palette(3), isReversed: true), Style(ground: .palette(1)),
        ]
        var grid = Grid(size)
        for y in 0..<size.height {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let style = styles.randomElement(using: &random) ?? .plain
                let link = Int.random(in: 0...5, using: &random) == 0 ? "http://host/file" : nil
                let text = words.randomElement(using: &random) ?? ""
                grid.put(
                    StyledLine([Span(text, style, link: link)]), x: Int.random(in: 0..<size.width, using: &random), y: y
                )
            }
        }
        if Bool.random(using: &random) {
            grid.cursor = Place(
                x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random))
        }
        return grid
    }

    @Test(arguments: 1...20) func `the difference makes one screen of the other`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var terminal = SmallTerminal(size)
        var shown: Grid?
        for step in 0..<60 {
            let next = grid(&random)
            terminal.write(GridDifference(from: shown, to: next, Capabilities()).bytes)
            let cells = (0..<size.height).map { Array(next.row($0)) }
            #expect(terminal.cells == cells, "seed \(seed), step \(step)")
            #expect(terminal.isCursorShown == (next.cursor != nil))
            if let cursor = next.cursor { #expect(terminal.place == cursor) }
            shown = next
        }
    }

    @Test func `the same screen needs no bytes`() {
        var random = SeededGenerator(seed: 3)
        let grid = grid(&random)
        #expect(GridDifference(from: grid, to: grid, Capabilities()).bytes.isEmpty)
    }

    @Test func `one changed character does not draw the others`() {
        var old = Grid(Size(width: 80, height: 24))
        for y in 0..<24 { old.put(StyledLine(String(repeating: "x", count: 80)), x: 0, y: y) }
        var new = old
        new.put(StyledLine("y"), x: 40, y: 12)
        #expect(GridDifference(from: old, to: new, Capabilities()).bytes.count < 50)
    }

    @Test func `what follows a joined emoji is in its column in every terminal`() {
        for text in ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪", "❤️", "क्षि"] {
            var grid = Grid(size)
            grid.put(StyledLine("a\(text)|end"), x: 0, y: 0)
            var terminal = SmallTerminal(size)
            terminal.write(GridDifference(from: nil, to: grid, Capabilities()).bytes)
            #expect(terminal.cells[0][3].text == "|", "\(text): \(terminal.text)")
            #expect(terminal.cells[0][6].text == "d")
        }
    }

    @Test(arguments: 1...20) func `what is beside a joined emoji stays in every terminal`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = ["👩‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤️", "a", "bc ", "你", " "]
        var terminal = SmallTerminal(size)
        var shown: Grid?
        for step in 0..<60 {
            var next = Grid(size)
            for y in 0..<size.height where Int.random(in: 0...3, using: &random) > 0 {
                let text = (0..<6).map { _ in words.randomElement(using: &random) ?? "" }.joined()
                next.put(StyledLine(text), x: Int.random(in: 0...2, using: &random), y: y)
            }
            terminal.write(GridDifference(from: shown, to: next, Capabilities()).bytes)
            for y in 0..<size.height {
                for (x, cell) in next.row(y).enumerated() where cell.text.unicodeScalars.count == 1 {
                    #expect(terminal.cells[y][x].text == cell.text, "seed \(seed), step \(step), \(x) \(y)")
                }
            }
            shown = next
        }
    }

    @Test func `NO_COLOR and simple terminals get no colours and links`() {
        var grid = Grid(size)
        grid.put(StyledLine([Span("x", .failure, link: "http://host/")]), x: 0, y: 0)
        func bytes(_ environment: [String: String]) -> String {
            String(
                decoding: GridDifference(from: nil, to: grid, Capabilities(environment: environment)).bytes,
                as: UTF8.self)
        }
        #expect(bytes(["TERM": "xterm-256color", "COLORTERM": "truecolor"]).contains("38;2;204;60;60"))
        #expect(bytes(["TERM": "xterm-256color"]).contains(";31m"))
        #expect(!bytes(["TERM": "xterm", "NO_COLOR": "1"]).contains("31"))
        #expect(bytes(["TERM": "xterm"]).contains("\u{1B}]8;;http://host/"))
        #expect(!bytes(["TERM": "linux"]).contains("]8;"))
    }

    @Test func `half of a wide character takes the other half with it`() {
        var grid = Grid(size)
        grid.put(StyledLine("你好"), x: 0, y: 0)
        grid.put(StyledLine("x"), x: 1, y: 0)
        #expect(grid.text(0) == " x好")
        grid.put(StyledLine("y"), x: 2, y: 0)
        #expect(grid.text(0) == " xy")
    }
}
