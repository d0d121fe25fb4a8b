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
        case .reply(let seq): return (replying(to: seq), .accent)
        case .edit: return (localized("You are editing your message. Esc cancels."), .accent)
        case .new: break
        }
        if interface.scroll != .bottom { return (localized("Older messages. End shows the newest."), .accent) }
        guard let room = interface.room, let conversation = chat.conversations[room] else { return ("", .quiet) }
        return (Sentences.typing(conversation.typing.people.map(\.name), quote: SafeText.line), .quiet)
    }

    private func replying(to seq: UInt64) -> String {
        guard let room = interface.room, let event = chat.conversations[room]?.timeline[seq] else {
            return localized("Reply to a message. Esc cancels.")
        }
        let name = event.author.name
        guard case .message(let message) = event.content else {
            return localized("Reply to \(name). Esc cancels.")
        }
        let line = message.text.prefix { $0 != "\n" }
        let text = line.prefix(40) + (line.count > 40 ? "…" : "")
        return localized("Reply to \(name): “\(String(text))”. Esc cancels.")
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
            let close = "Esc \(localized("close"))"
            guard let line = panel.current else { return "↑ ↓ \(localized("scroll"))   \(close)" }
            let choices = line.choices.map { "\($0.key) \($0.title)" }
            let show = line.target == nil ? [] : ["Enter \(localized("show it"))"]
            return fitted((["↑ ↓"] + choices + show).joined(separator: "   "), "   \(close)")
        }
        switch interface.mode {
        case .writing: return nil
        case .selecting(let id):
            let actions = interface.actions(on: id, in: chat).map { "\($0.key) \($0.title)" }
            return Screen.joined(
                ["↑ ↓"] + actions, ["Esc \(localized("back"))"], width: interface.size.width - layout.rooms - 1)
        case .deleting(let seq):
            let reason = interface.isOwn(seq, chat) ? "" : "   r \(localized("yes, with a reason"))"
            return asking(localized("Delete this message?"), reason)
        case .reacting:
            let choices = Interface.reactions.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: " ")
            return fitted(localized("React: \(choices) or an emoji"), "   Esc \(localized("back"))")
        case .signingOut: return asking(Interface.signingOutQuestion(chat))
        case .confirming(let asked): return asking(SafeText.line(asked.question))
        }
    }

    /// A question, and the keys that answer it.
    private func asking(_ question: String, _ more: String = "") -> String {
        fitted(question, " y \(localized("yes"))   n \(localized("no"))\(more)")
    }

    /// The text, and the keys at its end. If there is no room for both, the text is cut.
    private func fitted(_ text: String, _ keys: String) -> String {
        let width = interface.size.width - layout.rooms - 1 - CellWidth.of(keys)
        return StyledLine(text).cut(to: width).text + keys
    }

    /// As many of the parts as have room. `? more` stands for the others.
    private static func joined(_ parts: [String], _ end: [String], width: Int) -> String {
        var (shown, text) = (parts, (parts + end).joined(separator: "   "))
        while CellWidth.of(text) > width, !shown.isEmpty {
            shown.removeLast()
            text = (shown + ["? \(localized("more"))"] + end).joined(separator: "   ")
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
        if waiting > 0, !isWell {
            text = localized(
                waiting, one: "\(sentence) 1 message waits.", other: "\(sentence) \(waiting) messages wait.")
        }
        var style = isWell ? Style.bar : Style(text: Style.warning.text, isBold: true, isReversed: true)
        if let notice = interface.notice {
            text = notice.text
            style = notice.isError ? Style(text: Style.failure.text, isBold: true, isReversed: true) : .bar
        }
        let help = "F1 \(localized("help"))"
        var right = help
        let unread = rooms.filter { $0.unread.count > 0 && $0.room != interface.room }.count
        if unread > 0 {
            let rooms = localized(unread, one: "1 room unread: Alt-A", other: "\(unread) rooms unread: Alt-A")
            right = "\(rooms)   \(help)"
        }
        if StyledLine(SafeText.line(text)).width + CellWidth.of(right) + 4 > end { right = help }
        let width = CellWidth.of(right)
        grid.put(StyledLine(SafeText.line(text), style).cut(to: end - width - 4), x: 1, y: y)
        grid.put(StyledLine(right, .bar), x: end - width - 1, y: y)
    }
}
