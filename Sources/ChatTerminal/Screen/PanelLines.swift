// A list as the screen has it.
extension Panel {
    /// The lines of the screen for a line without the cursor: at least one.
    ///
    /// - Parameter width: the cells of each
    func shown(_ line: Line, width: Int) -> [StyledLine] {
        if let address = line.address.flatMap(SafeText.address) {
            // The whole of it must be readable. The code of an invite link begins a new line, so
            // that it is not divided if it fits into one.
            let isLong = address.utf8.count > width
            let code = isLong ? address.firstRange(of: "/#")?.lowerBound : nil
            let parts = code.map { [address[..<$0], address[$0...]] } ?? [address[...]]
            return parts.flatMap { StyledLine.wrapped([Span(String($0), link: address)], width: width) }
        }
        let text = SafeText.line(line.text)
        let lead = StyledLine(SafeText.line(line.lead))
        guard line.isWrapped else { return [(lead + StyledLine(text)).cut(to: width)] }
        let indent = StyledLine(String(repeating: " ", count: lead.width))
        return StyledLine.wrapped([Span(text)], width: width - lead.width).enumerated().map { index, part in
            (index == 0 ? lead : indent) + part
        }
    }

    /// How many lines at the end of the list fill a screen of this size; at least one.
    func linesAtEnd(height: Int, width: Int) -> Int { filling(lines.reversed(), height, width) }

    /// How many lines a page is, from the position on: down for 1, and up for -1, as a negative
    /// number.
    func page(_ step: Int, height: Int, width: Int) -> Int {
        step > 0
            ? filling(lines.dropFirst(position), height, width)
            : -filling(lines.prefix(position).reversed(), height, width)
    }

    /// How many of these lines fill a screen of this size; at least one.
    private func filling(_ lines: some Sequence<Line>, _ height: Int, _ width: Int) -> Int {
        var (count, left) = (0, height)
        for line in lines {
            left -= shown(line, width: width).count
            if left < 0 { break }
            count += 1
        }
        return max(count, 1)
    }

    /// The index of the first line on the screen. The line at the cursor is in the middle, except
    /// near the ends of the list.
    ///
    /// - Parameters:
    ///   - height: the lines of the screen that the list has
    ///   - rows: how many of them the line with this index takes
    func first(height: Int, rows: (Int) -> Int) -> Int {
        guard hasCursor else { return position }
        let own = rows(position)
        var (end, below) = (position, 0)
        while end < lines.count, below < height {
            below += rows(end)
            end += 1
        }
        var (first, above) = (position, 0)
        while first > 0 {
            let more = above + rows(first - 1)
            if more + own > height || more > height / 2 && more + below > height { break }
            (first, above) = (first - 1, more)
        }
        return first
    }
}
