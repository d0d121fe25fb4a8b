import ChatCore

// The lines below the timeline: what the composer is for, the composer, the status.
extension Screen {
    func drawContext(_ grid: inout Grid) {
        let (x, y, end) = (layout.rooms, layout.contextY, interface.size.width)
        grid.put(StyledLine(String(repeating: "─", count: end - x), .quiet), x: x, y: y)
        let (text, style) = context
        guard !text.isEmpty else { return }
        grid.put(StyledLine(" \(SafeText.line(text)) ", style).cut(to: end - x - 4), x: x + 2, y: y)
    }

    private var context: (String, Style) {
        if let prompt = interface.prompt { return ("\(prompt.sentence) \(prompt.escape)", .accent) }
        if let completion = interface.completion, completion.words.count > 1 {
            let words = completion.words.enumerated().map { $0 == completion.index ? "[\($1)]" : $1 }
            return (words.dropFirst(max(0, completion.index - 2)).prefix(8).joined(separator: "  "), .accent)
        }
        switch interface.composer.purpose {
        case .reply(let seq): return ("Reply to \(excerpt(of: seq)). Esc cancels.", .accent)
        case .edit: return ("You are editing your message. Esc cancels.", .accent)
        case .new: break
        }
        if interface.scroll != .bottom { return ("Older messages. End shows the newest.", .accent) }
        guard let room = interface.room, let conversation = chat.conversations[room] else { return ("", .quiet) }
        return (Sentences.typing(conversation.typing.people.map(\.name), quote: SafeText.line), .quiet)
    }

    private func excerpt(of seq: UInt64) -> String {
        guard let room = interface.room, let event = chat.conversations[room]?.timeline[seq] else { return "a message" }
        guard case .message(let message) = event.content else { return event.author.name }
        let text = message.text.prefix { $0 != "\n" }
        return "\(event.author.name): “\(text.prefix(40))\(text.count > 40 ? "…" : "")”"
    }

    func drawComposer(_ grid: inout Grid) {
        let (x, y) = (layout.rooms, layout.contextY + 1)
        let width = interface.size.width - x
        if let question = question {
            grid.put(StyledLine(question, .accent).cut(to: width - 1), x: x, y: y)
            return
        }
        let view = layout.composer
        for (offset, line) in view.lines.enumerated() { grid.put(line, x: x, y: y + offset) }
        if interface.panel == nil || interface.prompt != nil {
            grid.cursor = Place(x: x + view.cursor.x, y: y + view.cursor.y)
        }
    }

    /// What keys do while they do not write.
    private var question: String? {
        if interface.prompt != nil { return nil }
        if let panel = interface.panel {
            guard let line = panel.current else { return "↑ ↓ scroll   Esc close" }
            let choices = line.choices.map { "\($0.key) \($0.title)" }
            return (["↑ ↓"] + choices + (line.target == nil ? [] : ["Enter show it"]) + ["Esc close"])
                .joined(separator: "   ")
        }
        switch interface.mode {
        case .writing: return nil
        case .selecting(let id):
            let actions = interface.actions(on: id, in: chat).map { "\($0.key) \($0.title)" }
            return Screen.joined(["↑ ↓"] + actions, ["Esc back"], width: interface.size.width - layout.rooms - 1)
        case .deleting(let seq):
            return "Delete this message? y yes   n no" + (interface.isOwn(seq, chat) ? "" : "   r yes, with a reason")
        case .reacting:
            let choices = Interface.reactions.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: " ")
            return "React: \(choices) or an emoji   Esc back"
        case .signingOut: return Interface.signingOutQuestion(chat)
        case .confirming(let asked): return "\(SafeText.line(asked.question)) y yes   n no"
        }
    }

    /// As many of the parts as have room. `? more` stands for the others.
    private static func joined(_ parts: [String], _ end: [String], width: Int) -> String {
        var (shown, text) = (parts, (parts + end).joined(separator: "   "))
        while CellWidth.of(text) > width, !shown.isEmpty {
            shown.removeLast()
            text = (shown + ["? more"] + end).joined(separator: "   ")
        }
        return text
    }

    func drawStatus(_ grid: inout Grid, _ rooms: [ConversationItem]) {
        let (y, end) = (interface.size.height - 1, interface.size.width)
        grid.fill(.bar, x: 0, y: y, end: end)
        let (sentence, isWell) = ConnectionWords.sentence(
            chat, server: interface.server, hasTokenFile: interface.hasTokenFile)
        var text = sentence
        let waiting = chat.outbox.items.filter(\.isPending).count
        if waiting > 0, !isWell { text += " \(Words.waiting(waiting))." }
        var style = isWell ? Style.bar : Style(text: Style.warning.text, isBold: true, isReversed: true)
        if let notice = interface.notice {
            text = notice.text
            style = notice.isError ? Style(text: Style.failure.text, isBold: true, isReversed: true) : .bar
        }
        var right = "F1 help"
        let unread = rooms.filter { $0.unread.count > 0 && $0.room != interface.room }.count
        if unread > 0 { right = "\(unread == 1 ? "1 room" : "\(unread) rooms") unread: Alt-A   " + right }
        if StyledLine(SafeText.line(text)).width + right.count + 4 > end { right = "F1 help" }
        grid.put(StyledLine(SafeText.line(text), style).cut(to: end - right.count - 4), x: 1, y: y)
        grid.put(StyledLine(right, .bar), x: end - right.count - 1, y: y)
    }
}
