import ChatCore

/// Makes the lines of a timeline's rows.
package struct RowLines {
    /// The cells of a line.
    let width: Int
    /// The user's offset from UTC in minutes.
    let utcOffsets: UTCOffsets
    /// The user's name, by which they are mentioned.
    let ownName: String
    /// The title of the room.
    let room: String
    /// The address of a file; `nil` if it has none.
    let address: (FileID) -> String?
    /// Why the server has not taken a waiting message yet; `nil` if it has not said so.
    var refusal: (Ticket) -> WireError? = { _ in nil }

    /// Whether time and name have a line of their own, above the text. Otherwise they stand before
    /// it, in columns.
    private var isNarrow: Bool { width < 70 }
    private var nameWidth: Int { 14 }
    /// The cells before the text of a message: the mark at the side, and the columns.
    private var indent: Int { isNarrow ? 2 : leadWidth + nameWidth + 2 }
    /// The cells of the mark and the time, and the space behind them.
    private var leadWidth: Int { 1 + 5 + 1 }

    /// The lines of a row; at least one.
    func lines(of row: Row) -> [StyledLine] {
        switch row.content {
        case .beginning: return [centered(localized("The beginning of \(room)"), .quiet)]
        case .day(let at): return [rule(Clock.day(at, utcOffsets), .quiet)]
        case .unread: return [rule(localized("New messages"), .accent)]
        case .notice(let notice): return notices(notice)
        case .changes(let changes):
            let text = ChangeText(changes, time: time, quote: SafeText.line)
            return text.lines.flatMap { beside("", $0, Style(text: .palette(8), isItalic: true)) }
        case .message(let bubble): return message(bubble)
        case .album(let album): return album.photos.flatMap { message($0.bubble) }
        }
    }

    private func rule(_ text: String, _ style: Style) -> StyledLine {
        let text = " \(SafeText.line(text)) "
        let left = max((width - CellWidth.of(text)) / 2, 2)
        let right = max(width - left - CellWidth.of(text) - 1, 0)
        return StyledLine(
            " " + String(repeating: "─", count: left - 1) + text + String(repeating: "─", count: right), style)
    }

    private func centered(_ text: String, _ style: Style) -> StyledLine {
        let line = StyledLine(SafeText.line(text), style).cut(to: width)
        return StyledLine([Span(String(repeating: " ", count: (width - line.width) / 2))] + line.spans)
    }

    private func notices(_ notice: Presence.Notice) -> [StyledLine] {
        let parts = Sentences.notice(notice, quote: SafeText.line)
        return beside(Clock.time(notice.at, utcOffsets), parts.joined(separator: ", "), .quiet)
    }

    /// A time with its day.
    private func time(_ at: Int64) -> String { Clock.moment(at, utcOffsets) }

    /// A text in the column of the messages' texts; in a narrow window, behind the column of times.
    private func beside(_ time: String, _ text: String, _ style: Style) -> [StyledLine] {
        let indent = isNarrow ? leadWidth : indent
        let lines = StyledLine.wrapped([Span(SafeText.lines(text), style)], width: width - indent)
        return lines.enumerated().map { index, line in
            let lead = lead(time: index == 0 ? time : "", mark: StyledLine(" "))
            return lead.fitted(to: indent) + line
        }
    }

    private func lead(time: String, mark: StyledLine) -> StyledLine {
        mark + StyledLine([Span(time.isEmpty ? "     " : time, .quiet), Span(" ")])
    }
}

// Messages.
extension RowLines {
    private func message(_ bubble: Row.Bubble) -> [StyledLine] {
        let isMention = !bubble.isOwn && (bubble.body.words.map { MentionRule.mentions(ownName, in: $0) } ?? false)
        let (mark, markStyle) = isMention ? ("@", Style.warning) : bubble.isOwn ? ("▌", Style.accent) : (" ", .plain)
        let style = Style.person(bubble.author.user.low ^ bubble.author.user.high, isOwn: bubble.isOwn)
        let name = bubble.isFirst ? StyledLine(SafeText.line(bubble.author.name), style) : StyledLine()
        let time = bubble.isFirst ? Clock.time(bubble.at, utcOffsets) : ""
        let side = StyledLine(mark, markStyle)
        if isNarrow {
            let head = bubble.isFirst ? [lead(time: time, mark: side) + name.cut(to: width - leadWidth)] : []
            return head + content(bubble).map { side + StyledLine(" ") + $0 }
        }
        return content(bubble).enumerated().map { index, line in
            let lead = lead(time: index == 0 ? time : "", mark: side)
            return lead + (index == 0 ? name : StyledLine()).fitted(to: nameWidth) + StyledLine("  ") + line
        }
    }

    private func content(_ bubble: Row.Bubble) -> [StyledLine] {
        let width = width - indent
        var lines: [StyledLine] = []
        if let reply = bubble.reply { lines.append(quote(reply).cut(to: width)) }
        var blocks = bubble.isBlocked ? [TextBlock([Span(Sentences.blocked, .quiet)])] : blocks(of: bubble)
        let end = states(of: bubble)
        // The state goes on a line of its own, not into the code.
        if !end.isEmpty, blocks.last?.isCode == true { blocks.append(TextBlock([])) }
        if !end.isEmpty { blocks[blocks.count - 1].spans.append(Span(" " + end, .quiet)) }
        lines += blocks.flatMap { $0.lines(width: width) }
        if !bubble.reactions.isEmpty, !bubble.isBlocked { lines += reactions(bubble.reactions, width) }
        lines += trouble(bubble.state, width)
        return lines
    }

    private func quote(_ reply: Row.Excerpt) -> StyledLine {
        let name = reply.author.map { SafeText.line($0.name) } ?? localized("an earlier message")
        let text = reply.text.map { SafeText.line(MessageSummary.of($0)) }
        return StyledLine("┌ " + (text.map { localized("\(name): \($0)") } ?? name), .quiet)
    }

    /// At least one.
    private func blocks(of bubble: Row.Bubble) -> [TextBlock] {
        switch bubble.body {
        case .text(let text, _):
            let blocks = TextBlock.blocks(of: text)
            return blocks.isEmpty ? [TextBlock([])] : blocks
        case .file(let file, let text, _):
            let words = text.map(TextBlock.blocks) ?? []
            guard let tile = bubble.tile else { return words + [TextBlock(spans(of: file))] }
            let photos = localized(tile.count, one: "1 photo", other: "\(tile.count) photos")
            let title = TextBlock([Span(photos, .quiet)])
            return words + (tile.index == 0 ? [title] : []) + [TextBlock(line(of: file))]
        case .deleted: return [TextBlock([Span(Sentences.deleted(bubble.deletion, quote: SafeText.line), .quiet)])]
        case .damaged: return [TextBlock([Span(Sentences.damaged, .failure)])]
        }
    }

    /// A file's name and size, and its address, which opens with a click in most terminals.
    private func spans(of file: Row.File) -> [Span] {
        let name = name(of: file)
        if let progress = file.progress {
            let part = Int(progress * 100)
            return [Span(localized("\(name), \(part) % of \(Sentences.size(file.size)) sent"), .quiet)]
        }
        let link = file.local == nil ? address(file.id).flatMap(SafeText.address) : nil
        let label = Span("\(name), \(Sentences.size(file.size))", Style(isUnderlined: link != nil), link: link)
        guard let link else { return [label] }
        return [label, Span("\n"), Span(link, .quiet, link: link)]
    }

    private func name(of file: Row.File) -> String {
        guard file.kind == .voice, let voice = file.voice else { return SafeText.line(file.name) }
        return "\(localized("Voice message")) \(voice.bars) \(voice.length)"
    }

    /// A photo of an album: its name and size. Its address follows if it fits into the line; the
    /// name is a link in any case.
    private func line(of file: Row.File) -> [Span] {
        let spans = spans(of: file)
        guard spans.count == 3, let name = spans.first, let link = spans.last else { return spans }
        let isShort = CellWidth.of(name.text) + 2 + CellWidth.of(link.text) <= width - indent
        return isShort ? [name, Span("  "), link] : [name]
    }

    /// What follows the text: edited, waiting, read.
    private func states(of bubble: Row.Bubble) -> String {
        var words: [String] = []
        if bubble.isEdited, bubble.body.words != nil { words.append("(\(localized("edited")))") }
        switch bubble.state {
        case .waiting:
            if let refusal = bubble.ticket.flatMap(refusal) {
                words.append("… \(localized("waiting: \(SafeText.line(refusal.text))"))")
            } else {
                words.append("… \(localized("waiting"))")
            }
        case .sending where bubble.body.isUploading: words.append("…")
        case .sending: words.append("… \(localized("sending"))")
        case .changing: words.append("… \(localized("saving"))")
        case .held: words.append(localized("(held: a moderator looks at it first)"))
        case .failed: break
        case .sent: if bubble.isOwn, bubble.isLast, bubble.isRead { words.append("✓") }
        }
        return words.joined(separator: " ")
    }

    private func reactions(_ tallies: [Row.Tally], _ width: Int) -> [StyledLine] {
        let spans = tallies.flatMap { tally in
            [
                Span(
                    "\(SafeText.line(tally.emoji)) \(tally.count)",
                    tally.isOwn ? Style(text: Style.accent.text, isBold: true) : .quiet),
                Span("  "),
            ]
        }
        return StyledLine.wrapped(spans, width: width)
    }

    private func trouble(_ state: Row.State, _ width: Int) -> [StyledLine] {
        guard case .failed(let error, _) = state else { return [] }
        let reason = SafeText.line(error.text)
        let text = localized("Not sent: \(reason) (Ctrl-R, then t tries again, x discards)")
        return StyledLine.wrapped([Span(text, .failure)], width: width)
    }
}

extension Row.Body {
    fileprivate var isUploading: Bool { file?.uploaded != nil }
}
