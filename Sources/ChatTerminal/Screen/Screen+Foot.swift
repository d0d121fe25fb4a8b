import ChatCore

// The lines below the timeline: what the composer is for, the composer, the status.
extension Screen {
    func drawContext(_ grid: inout Grid) {
        let (x, y, end) = (layout.rooms, layout.contextY, interface.size.width)
        grid.put(StyledLine(String(repeating: "─", count: end - x), .quiet), x: x, y: y)
        let long = contextLines
        for (offset, line) in long.enumerated() { grid.put(line, x: x, y: y + 1 + offset) }
        let (text, style) = context
        guard !text.isEmpty, long.isEmpty else { return }
        grid.put(StyledLine(" \(SafeText.line(text)) ", style).cut(to: end - x - 4), x: x + 2, y: y)
    }

    /// What is asked for, if it does not fit into the line above the composer: it stands below that
    /// line then.
    var contextLines: [StyledLine] {
        guard interface.prompt != nil else { return [] }
        let ((text, style), width) = (context, footWidth)
        guard CellWidth.of(SafeText.line(text)) + 6 > width else { return [] }
        return StyledLine.wrapped(text, style, width: width - 1, lines: Screen.longest)
    }

    /// The cells right of the column of rooms.
    private var footWidth: Int { interface.size.width - Layout.rooms(of: interface) }

    /// The lines that a sentence at the foot of the screen may have.
    private static let longest = 3

    private var context: (String, Style) {
        if let prompt = interface.prompt { return ("\(prompt.sentence) \(prompt.escape)", .accent) }
        if let completion = interface.completion, completion.words.count > 1 {
            let words = completion.titles.enumerated().map { $0 == completion.index ? "[\($1)]" : $1 }
            return (words.dropFirst(max(0, completion.index - 2)).prefix(8).joined(separator: "  "), .accent)
        }
        if let offered = interface.offered {
            return ("Tab: " + offered.titles.prefix(12).joined(separator: "  "), .accent)
        }
        switch interface.composer.purpose {
        case .reply(let seq): return (replying(to: seq), .accent)
        case .edit: return (localized("You are editing your message. Esc cancels."), .accent)
        case .new: break
        }
        if interface.scroll != .bottom { return (localized("Older messages. End shows the newest."), .accent) }
        guard let room = interface.room, let conversation = chat.conversations[room] else { return ("", .quiet) }
        return (Sentences.typing(conversation.typing.names(without: chat.blocked), quote: SafeText.line), .quiet)
    }

    private func replying(to seq: Seq) -> String {
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
        let (x, y) = (layout.rooms, layout.composerY)
        let question = question
        if !question.isEmpty {
            for (offset, line) in question.enumerated() { grid.put(line, x: x, y: y + offset) }
            return
        }
        let view = layout.composer
        for (offset, line) in view.lines.enumerated() { grid.put(line, x: x, y: y + offset) }
        for (offset, line) in silence.enumerated() { grid.put(line, x: x + view.cursor.x, y: y + offset) }
        if interface.panel == nil || interface.prompt != nil {
            grid.cursor = Place(x: x + view.cursor.x, y: y + view.cursor.y)
        }
    }

    /// Why the user can't write in the room, in the empty composer. It still takes commands.
    var silence: [StyledLine] {
        guard interface.composer.editor.isEmpty, interface.composer.purpose == .new, interface.prompt == nil,
            question.isEmpty, let room = interface.room, chat.conversations[room]?.membership == .joined,
            let silence = Silence(
                .joined, chat.access(to: room), at: chat.serverTime(at: interface.now),
                moment: { Clock.moment($0, interface.utcOffsets) })
        else { return [] }
        let sentence =
            silence.canSignIn
            ? ConnectionWords.signIn(silence.sentence, interface.hasTokenFile) : silence.sentence
        return StyledLine.wrapped(
            sentence, .quiet, width: footWidth - layout.composer.cursor.x - 1, lines: Screen.longest)
    }

    /// What keys do while they do not write; nothing while they write. A long question has its keys
    /// on a line of their own.
    var question: [StyledLine] {
        if let (question, keys) = asked { return Screen.asking(question, keys, width: footWidth - 1) }
        return choices.map { [StyledLine($0, .accent).cut(to: footWidth - 1)] } ?? []
    }

    /// A question that is answered with yes or no, and the keys that answer it.
    private var asked: (question: String, keys: String)? {
        if interface.prompt != nil || interface.panel != nil { return nil }
        var (question, more): (String, String) = ("", "")
        switch interface.mode {
        case .deleting(let seq):
            question = localized("Delete this message?")
            if !interface.isOwn(seq, chat) { more = "   r \(localized("yes, with a reason"))" }
        case .signingOut: question = Waiting(in: chat).signingOutQuestion
        case .confirming(let asked): question = asked.question
        case .writing, .selecting, .reacting, .unreacting: return nil
        }
        return (question, "y \(localized("yes"))   n \(localized("no"))\(more)")
    }

    private static func asking(_ question: String, _ keys: String, width: Int) -> [StyledLine] {
        let line = "\(SafeText.line(question)) \(keys)"
        if CellWidth.of(line) <= width { return [StyledLine(line, .accent)] }
        return StyledLine.wrapped(question, .accent, width: width, lines: longest)
            + [StyledLine(keys, .accent).cut(to: width)]
    }

    /// What the keys do about a list or a message; `nil` while they write.
    private var choices: String? {
        if interface.prompt != nil { return nil }
        if let panel = interface.panel {
            let close = "Esc \(localized("close"))"
            guard let line = panel.current else { return "↑ ↓ \(localized("scroll"))   \(close)" }
            let choices = line.choices.map { "\($0.key) \($0.title)" }
            let show = line.target == nil ? [] : ["Enter \(localized("show it"))"]
            return fitted((["↑ ↓"] + choices + show).joined(separator: "   "), "   \(close)")
        }
        switch interface.mode {
        case .writing, .deleting, .signingOut, .confirming: return nil
        case .selecting(let id):
            let actions = interface.actions(on: id, in: chat).map { "\($0.key) \($0.title)" }
            return Screen.joined(["↑ ↓"] + actions, ["Esc \(localized("back"))"], width: footWidth - 1)
        case .reacting(_, let code) where !code.isEmpty:
            return fitted(localized("React: \(code)"), "   Esc \(localized("back"))")
        case .reacting:
            let choices = Interface.reactions.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: " ")
            return fitted(localized("React: \(choices) or an emoji"), "   Esc \(localized("back"))")
        case .unreacting(let seq):
            let choices = interface.removals(seq, chat).enumerated().map { "\($0 + 1) \($1.words)" }
            let list = choices.joined(separator: "  ")
            return fitted(localized("Remove: \(list)"), "   Esc \(localized("back"))")
        }
    }

    /// The text, and the keys at its end. If there is no room for both, the text is cut.
    private func fitted(_ text: String, _ keys: String) -> String {
        let width = footWidth - 1 - CellWidth.of(keys)
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

    /// The state of the connection, or what has happened, and how it looks.
    private var status: (text: String, style: Style) {
        let isError = Style(text: Style.failure.text, isBold: true, isReversed: true)
        if let notice = interface.notice { return (notice.text, notice.isError ? isError : .bar) }
        var (sentence, isWell) = ConnectionWords.sentence(
            chat, server: interface.server, hasTokenFile: interface.hasTokenFile,
            failure: interface.failure)
        if isWell, let refusal = chat.outbox.items.lazy.filter(\.isPending).compactMap(\.refusal).first {
            (sentence, isWell) = (refusal.text, false)
        }
        if isWell { return (sentence, .bar) }
        sentence = Waiting(in: chat).added(to: sentence)
        return (sentence, Style(text: Style.warning.text, isBold: true, isReversed: true))
    }

    /// The lines of the status; at least one.
    var statusLines: [StyledLine] {
        let (text, style) = status
        return StyledLine.wrapped(text, style, width: interface.size.width - 2, lines: Screen.longest)
    }

    /// How many lines the composer has; `nil` for one, or while something is in its place.
    private var composerLines: String? {
        let count = 1 + interface.composer.editor.characters.count { $0 == "\n" }
        guard count > 1, interface.prompt == nil, question.isEmpty else { return nil }
        return localized(count, one: "1 line", other: "\(count) lines")
    }

    func drawStatus(_ grid: inout Grid, _ rooms: [ConversationItem]) {
        let (end, lines) = (interface.size.width, statusLines)
        for (offset, line) in lines.enumerated() {
            grid.fill(.bar, x: 0, y: layout.statusY + offset, end: end)
            grid.put(line, x: 1, y: layout.statusY + offset)
        }
        let help = "F1 \(localized("help"))"
        var right = [help]
        let others = rooms.filter { $0.room != interface.room }
        let unread = others.filter { $0.unread.count > 0 }.count
        if unread > 0 {
            let rooms = localized(unread, one: "1 room unread: Alt-A", other: "\(unread) rooms unread: Alt-A")
            right.insert("\(rooms)   \(help)", at: 0)
        }
        // A narrow window has no column of rooms, which would show them.
        let invitations = others.filter(\.isInvitation).count
        if invitations > 0 {
            let count = localized(
                invitations, one: "1 invitation: Alt-A", other: "\(invitations) invitations: Alt-A")
            right = right.map { "\(count)   \($0)" } + [count] + right
        }
        if let composerLines { right = right.map { "\(composerLines)   \($0)" } + [composerLines] }
        if layout.rooms == 0, let longest = right.first { right.insert("F2 \(localized("rooms"))   \(longest)", at: 0) }
        // The sentence is more important than the key.
        let left = end - 4 - (lines.last?.width ?? 0)
        guard let text = right.first(where: { CellWidth.of($0) <= left }) else { return }
        grid.put(StyledLine(text, .bar), x: end - CellWidth.of(text) - 1, y: layout.statusY + lines.count - 1)
    }
}
