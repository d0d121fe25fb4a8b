import ChatCore

/// Draws the whole screen: a pure function of the client's state and the interface's.
package struct Screen {
    package static let smallest = Size(width: 60, height: 15)

    let chat: Chat
    let interface: Interface
    let address: (FileID) -> String?
    package private(set) var layout: Layout

    /// - Parameter address: the address of a file; `nil` if it has none
    package init(_ chat: Chat, _ interface: Interface, address: @escaping (FileID) -> String? = { _ in nil }) {
        self.chat = chat
        self.interface = interface
        self.address = address
        layout = Layout(interface)
        layout.reserve(
            status: statusLines.count, question: max(question.count, silence.count), context: contextLines.count)
    }

    /// The screen as cells.
    package func draw() -> Grid {
        var grid = Grid(interface.size)
        let (size, smallest) = (interface.size, Screen.smallest)
        guard size.width >= smallest.width, size.height >= smallest.height else {
            let text = localized(
                "martlet chat needs a window of \(smallest.width)×\(smallest.height) characters. This one has \(size.width)×\(size.height)."
            )
            for (y, line) in StyledLine.wrapped([Span(text)], width: size.width).enumerated() {
                grid.put(line, x: 0, y: y)
            }
            return grid
        }
        let rooms = chat.knownRooms
        draw(rooms, &grid)
        drawHeader(&grid)
        if let panel = interface.panel { draw(panel, &grid) } else { drawTimeline(&grid) }
        drawContext(&grid)
        drawComposer(&grid)
        drawStatus(&grid, rooms)
        return grid
    }

    private var conversation: Conversation? { interface.room.flatMap { chat.conversations[$0] } }

    /// The timeline of the room on the screen.
    package var timeline: TimelineView {
        let rows = interface.room.map { chat.rows(of: $0, options: interface.rowOptions) } ?? []
        // A file of a group or a direct room needs a token, which an address does not have: it
        // would open for nobody.
        let address = interface.room?.kind == .open ? address : { _ in nil }
        let lines = RowLines(
            width: layout.timeline.width, utcOffsets: interface.utcOffsets, ownName: chat.identity?.name ?? "",
            room: interface.room.map(chat.title(of:)) ?? "", address: address,
            refusal: { [chat] in chat.outbox[$0]?.refusal })
        return TimelineView(rows: rows, lines: lines)
    }
}

// The parts of the screen.
extension Screen {
    private func draw(_ rooms: [ConversationItem], _ grid: inout Grid) {
        let width = layout.rooms
        guard width > 0 else { return }
        let height = interface.size.height - 1
        let current = rooms.firstIndex { $0.room == interface.room } ?? 0
        let first = Layout.first(around: current, of: rooms.count, height: height)
        for (y, (index, room)) in rooms.enumerated().dropFirst(first).prefix(height).enumerated() {
            let isCurrent = room.room == interface.room
            let style = Style(isBold: room.badge != nil || isCurrent, isReversed: isCurrent)
            let counts = room.counts
            grid.fill(style, x: 0, y: y, end: width - 1)
            let key = KeyOfRoom.label(at: index)
            grid.put(StyledLine(key + room.mark, isCurrent ? style : .quiet), x: 0, y: y)
            let taken = counts.isEmpty ? 0 : counts.count + 1
            let title = StyledLine(SafeText.line(room.title), style)
            grid.put(title.cut(to: width - 5 - taken), x: 3, y: y, end: width - 1)
            let countStyle =
                room.unread.mentions > 0 ? Style(text: Style.warning.text, isBold: true, isReversed: isCurrent) : style
            grid.put(StyledLine(counts, countStyle), x: width - 2 - counts.count, y: y, end: width - 1)
        }
        for y in 0..<height { grid.put(StyledLine("│", .quiet), x: width - 1, y: y) }
    }

    private func drawHeader(_ grid: inout Grid) {
        let (x, end) = (layout.rooms, interface.size.width)
        grid.fill(.bar, x: x, y: 0, end: end)
        guard let room = interface.room else { return }
        var right = ""
        if let conversation, conversation.membership == .joined, conversation.presence.count > 0 {
            let count = Int(clamping: conversation.presence.count)
            right = count == 1 ? localized("only you") : localized(count, one: "1 here", other: "\(count) here")
        }
        let width = CellWidth.of(right)
        let topic = conversation?.info?.settings.topic ?? ""
        var line = StyledLine("\(room.kind.mark) ", .bar)
        line.spans.append(Span(SafeText.line(chat.title(of: room)), Style(isBold: true, isReversed: true)))
        if !topic.isEmpty { line.spans.append(Span("  \(SafeText.line(topic))", .bar)) }
        grid.put(line.cut(to: end - x - width - 4), x: x + 1, y: 0)
        grid.put(StyledLine(right, .bar), x: end - width - 1, y: 0)
    }

    private func drawTimeline(_ grid: inout Grid) {
        let frame = layout.timeline
        var view = timeline
        let visible = view.visible(interface.scroll, height: frame.height)
        guard !visible.isEmpty else { return drawEmpty(&grid) }
        let top = frame.y + frame.height - visible.count
        for (offset, (line, row)) in visible.enumerated() {
            grid.put(line, x: frame.x, y: top + offset)
            guard isMarked(view.rows[row]) else { continue }
            let isFirst = offset == 0 || visible[offset - 1].row != row
            grid.put(StyledLine(isFirst ? "▶" : "│", .warning), x: frame.x, y: top + offset)
            grid.restyle(x: frame.x + 1, y: top + offset, end: frame.x + frame.width) { $0.isBold = true }
        }
        if let conversation, conversation.timeline.isReading, visible.count >= frame.height,
            view.linesAbove(interface.scroll, height: frame.height, most: 1) == 0
        {
            grid.fill(.plain, x: frame.x, y: frame.y, end: frame.x + frame.width)
            grid.put(StyledLine(localized("Loading older messages…"), .quiet), x: frame.x + 1, y: frame.y)
        }
    }

    /// Whether the row's message is selected, or a question is about it.
    func isMarked(_ row: Row) -> Bool {
        switch interface.mode {
        case .writing, .confirming: row.id == interface.marked
        case .signingOut: false
        case .selecting(let id): row.id == id
        case .deleting(let seq), .reacting(let seq, _), .unreacting(let seq): row.bubble?.seq == seq
        }
    }

    private func drawEmpty(_ grid: inout Grid) {
        let frame = layout.timeline
        var text = ""
        if let conversation {
            switch conversation.membership {
            case .refused(let error): text = localized("You can't enter this room: \(error.text)")
            case .joined where conversation.timeline.isLoaded:
                text = localized("No messages yet. Write the first one.")
            case .joined: text = localized("Loading messages…")
            case .waiting, .joining, .leaving: text = localized("Waiting for the connection…")
            }
        } else if let listed = interface.room.flatMap({ chat.rooms.entries[$0] }), listed.isInvitation {
            let room = listed.title
            text =
                if let inviter = listed.inviter?.name {
                    localized("\(inviter) invites you to \(room). Type /join to accept, or /leave to decline.")
                } else {
                    localized("You are invited to \(room). Type /join to accept, or /leave to decline.")
                }
        } else {
            text = localized("Type /join ROOM to enter a room, or /help.")
        }
        let lines = StyledLine.wrapped([Span(SafeText.line(text), .quiet)], width: frame.width - 2)
        for (offset, line) in lines.enumerated() {
            grid.put(line, x: frame.x + 1, y: frame.y + frame.height / 2 + offset)
        }
    }

    private func draw(_ panel: Panel, _ grid: inout Grid) {
        let frame = interface.panelFrame(layout)
        grid.put(
            StyledLine(SafeText.line(panel.title), Style(isBold: true)).cut(to: frame.width), x: frame.x,
            y: frame.y)
        let height = frame.height - 2
        let reversed = Style(isReversed: true)
        // The line at the cursor is wrapped, so that all of it can be read if there is room.
        let current = panel.current.map { line in
            StyledLine.wrapped([Span(SafeText.line(line.text), reversed)], width: frame.width)
        }
        let lines = { (index: Int) -> [StyledLine] in
            let line = panel.lines[index]
            if let current, index == panel.position, line.address.flatMap(SafeText.address) == nil { return current }
            return panel.shown(line, width: frame.width)
        }
        var shown: [StyledLine] = []
        var index = panel.first(height: height) { lines($0).count }
        while shown.count < height, panel.lines.indices.contains(index) {
            shown += lines(index)
            index += 1
        }
        for (offset, line) in shown.prefix(height).enumerated() {
            grid.put(line, x: frame.x, y: frame.y + 2 + offset)
        }
    }
}
