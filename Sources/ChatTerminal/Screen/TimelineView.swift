import ChatCore

/// The lines of a timeline, and which of them are on the screen. Only those that are needed are
/// made.
package struct TimelineView {
    package let rows: [Row]
    private let make: RowLines
    private var made: [Int: [StyledLine]] = [:]

    package init(rows: [Row], lines: RowLines) {
        self.rows = rows
        make = lines
    }

    private mutating func lines(_ index: Int) -> [StyledLine] {
        if let lines = made[index] { return lines }
        let lines = make.lines(of: rows[index])
        made[index] = lines
        return lines
    }

    /// The row that ends the screen, and how many of its lines are below it.
    private func end(of scroll: Interface.Scroll) -> (index: Int, hidden: Int) {
        if case .at(let id, let hidden) = scroll, let index = rows.lastIndex(where: { $0.id == id }) {
            return (index, hidden)
        }
        return (rows.count - 1, 0)
    }

    /// The lines on a screen of this height, top to bottom, each with its row's index. Where too
    /// few are above the end, those below it fill the screen.
    package mutating func visible(_ scroll: Interface.Scroll, height: Int) -> [(line: StyledLine, row: Int)] {
        var (index, hidden) = end(of: scroll)
        let (last, below) = (index, hidden)
        var result: [(line: StyledLine, row: Int)] = []
        while index >= 0, result.count < height {
            let lines = lines(index)
            for line in lines.dropLast(min(hidden, lines.count - 1)).reversed() where result.count < height {
                result.append((line, index))
            }
            hidden = 0
            index -= 1
        }
        result.reverse()
        guard last >= 0 else { return result }
        for index in last..<rows.count where result.count < height {
            let lines = lines(index)
            let rest = index == last ? lines.suffix(min(below, lines.count - 1)) : lines[...]
            result += rest.prefix(height - result.count).map { ($0, index) }
        }
        return result
    }

    /// How many lines are above the screen; counted no further than to `most`.
    package mutating func linesAbove(_ scroll: Interface.Scroll, height: Int, most: Int) -> Int {
        var (index, hidden) = end(of: scroll)
        var count = -height
        while index >= 0, count < most {
            count += lines(index).count - hidden
            hidden = 0
            index -= 1
        }
        return min(max(count, 0), most)
    }

    /// The screen moved by so many lines: up if `count` is negative.
    package mutating func moved(_ scroll: Interface.Scroll, by count: Int, height: Int) -> Interface.Scroll {
        guard !rows.isEmpty else { return .bottom }
        var (index, hidden) = end(of: scroll)
        if count < 0 {
            hidden += linesAbove(scroll, height: height, most: -count)
            while index > 0, hidden >= lines(index).count {
                hidden -= lines(index).count
                index -= 1
            }
            return index == rows.count - 1 && hidden == 0 ? .bottom : .at(rows[index].id, hidden: hidden)
        }
        hidden -= count
        while hidden < 0 {
            guard index + 1 < rows.count else { return .bottom }
            index += 1
            hidden += lines(index).count
        }
        return index == rows.count - 1 && hidden == 0 ? .bottom : .at(rows[index].id, hidden: hidden)
    }

    /// The screen moved as little as possible, so that a row is on it.
    package mutating func showing(_ row: Int, _ scroll: Interface.Scroll, height: Int) -> Interface.Scroll {
        let shown = visible(scroll, height: height)
        let count = lines(row).count
        let seen = shown.filter { $0.row == row }.count
        if seen >= min(count, height) { return scroll }
        let first = shown.first?.row ?? 0
        if row <= first {
            // It becomes the first one: from its own end, so many lines of those below fill the
            // screen.
            var end: Interface.Scroll = .at(rows[row].id, hidden: 0)
            end = moved(end, by: max(height - count, 0), height: height)
            return end
        }
        return row == rows.count - 1 ? .bottom : .at(rows[row].id, hidden: 0)
    }
}
