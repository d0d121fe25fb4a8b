/// Where a text breaks into lines: at line feeds, between words, beside wide characters, and within
/// a word that is longer than a line.
struct LineBreaks {
    private let characters: [Character]
    private let cells: [Int]
    private let width: Int
    private var lines: [Range<Int>] = []
    /// The index of the present line's first character.
    private var start = 0
    /// The cells of the present line.
    private var used = 0
    /// The index before which the present line may break.
    private var breakAt: Int?
    /// Whether the present line has more than spaces. Spaces at the beginning of a line are its
    /// indentation, and no place to break.
    private var hasWord = false

    /// The characters of each line, at least of one. A line feed, and a space for which a full line
    /// has no place, are on no line: the next line begins behind them.
    ///
    /// - Parameters:
    ///   - cells: the cells of each character
    ///   - width: the cells of a line
    static func lines(of characters: [Character], cells: [Int], width: Int) -> [Range<Int>] {
        var breaks = LineBreaks(characters: characters, cells: cells, width: width)
        for index in characters.indices { breaks.add(index) }
        breaks.end(at: characters.count, next: characters.count)
        return breaks.lines
    }

    private init(characters: [Character], cells: [Int], width: Int) {
        (self.characters, self.cells, self.width) = (characters, cells, width)
    }

    private mutating func add(_ index: Int) {
        let isSpace = Self.isSpace(characters[index])
        if characters[index] == "\n" || isSpace && used + cells[index] > width {
            end(at: index, next: index + 1)
            return
        }
        let isWide = cells[index] == 2
        if isWide { breakAt = index }
        while used > 0, used + cells[index] > width { carry(to: index) }
        used += cells[index]
        if !isSpace, cells[index] > 0 { hasWord = true }
        if isWide || isSpace && hasWord { breakAt = index + 1 }
    }

    /// Ends the line where it may break, and takes the rest to the next one.
    private mutating func carry(to index: Int) {
        let at = breakAt.flatMap { $0 > start ? $0 : nil } ?? index
        end(at: at, next: at)
        for index in at..<index {
            used += cells[index]
            if !Self.isSpace(characters[index]), cells[index] > 0 { hasWord = true }
        }
    }

    private mutating func end(at index: Int, next: Int) {
        lines.append(start..<index)
        (start, used, breakAt, hasWord) = (next, 0, nil, false)
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}
