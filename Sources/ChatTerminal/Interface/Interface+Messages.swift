import ChatCore

// What is done to messages.
extension Interface {
    /// The reactions that a digit chooses.
    static let reactions = ["👍", "❤️", "😂", "😮", "😢", "🙏"]

    /// A key that does something to the selected message.
    struct Action: Hashable {
        let key: Character
        let title: String
    }

    /// What may be done to the selected message.
    func actions(on id: Row.ID, in chat: Chat) -> [Action] {
        guard let bubble = bubble(id, chat) else { return [] }
        var actions: [Action] = []
        func offer(_ key: Character, _ title: String, _ isOffered: Bool) {
            if isOffered { actions.append(Action(key: key, title: title)) }
        }
        offer("r", "reply", replyRefusal(bubble, chat) == nil)
        offer("e", "edit", editRefusal(bubble, chat) == nil)
        offer("d", "delete", refusal(of: bubble.seq.map { .delete(of: $0) }, chat) == nil)
        offer("+", "react", bubble.body.words != nil && refusal(of: bubble.seq.map(Self.anyReaction), chat) == nil)
        offer("g", "go to the answered message", bubble.reply != nil)
        offer("t", "try again", bubble.failed != nil)
        offer("x", "discard", bubble.discarded != nil)
        return actions
    }

    private static func anyReaction(_ seq: UInt64) -> Mutation { .react(of: seq, emoji: "👍", on: true) }

    private func bubble(_ id: Row.ID, _ chat: Chat) -> Row.Bubble? {
        guard let room else { return nil }
        return chat.rows(of: room, options: rowOptions).last { $0.id == id }?.bubble
    }

    /// Why a change would be refused. A message that is not in the log yet can't be changed.
    func refusal(of mutation: Mutation?, _ chat: Chat) -> WireError? {
        guard let mutation, let room else { return WireError(.noSuchMessage, "This message is not sent yet.") }
        return chat.refusal(of: mutation, in: room, at: now)
    }

    private func replyRefusal(_ bubble: Row.Bubble, _ chat: Chat) -> WireError? {
        guard bubble.body.words != nil else { return WireError(.messageDeleted, "This message was deleted.") }
        return refusal(of: bubble.seq.map { .message(text: "x", reply: $0) }, chat)
    }

    private func editRefusal(_ bubble: Row.Bubble, _ chat: Chat) -> WireError? {
        // The text of a location is generated from it, and would not change with an edit.
        if bubble.body.location != nil { return WireError(.payload, "A location can't be edited.") }
        return refusal(of: bubble.seq.map { .edit(of: $0, text: "x") }, chat)
    }

    /// Begins to select a message: the newest one on the screen.
    mutating func select(_ chat: Chat) -> [Intent] {
        let screen = Screen(chat, self)
        var view = screen.timeline
        let shown = view.visible(scroll, height: screen.layout.timeline.height)
        let last = shown.last { view.rows[$0.row].bubble != nil }
        if let last { mode = .selecting(view.rows[last.row].id) } else { tell("There is no message to select.") }
        return []
    }

    mutating func selecting(_ key: Key, _ id: Row.ID, _ chat: Chat) -> [Intent] {
        switch key {
        case .up, .text("k"): return moveSelection(-1, id, chat)
        case .down, .text("j"): return moveSelection(1, id, chat)
        case .escape, .control("r"), .text("q"):
            mode = .writing
            return []
        case .end:
            return showNewest(chat)
        case .text(let text):
            guard let bubble = bubble(id, chat), let letter = text.first else { return [] }
            return perform(letter, bubble, chat)
        default: return []
        }
    }

    private mutating func moveSelection(_ step: Int, _ id: Row.ID, _ chat: Chat) -> [Intent] {
        guard let room, let timeline = chat.conversations[room]?.timeline else { return [] }
        let screen = Screen(chat, self)
        var view = screen.timeline
        guard let index = view.rows.firstIndex(where: { $0.id == id }) else { return [] }
        var next = index + step
        while view.rows.indices.contains(next), view.rows[next].bubble == nil { next += step }
        let height = screen.layout.timeline.height
        guard view.rows.indices.contains(next) else {
            if step > 0, timeline.reachedEnd { mode = .writing }
            return scroll(by: step, chat)
        }
        mode = .selecting(view.rows[next].id)
        let moved = view.showing(next, scroll, height: height)
        guard moved != scroll else { return [] }
        scroll = moved
        return scroll(by: 0, chat) + (step < 0 ? scroll(by: -1, chat) + scroll(by: 1, chat) : [])
    }

    private mutating func perform(_ letter: Character, _ bubble: Row.Bubble, _ chat: Chat) -> [Intent] {
        switch letter {
        case "r":
            if let error = replyRefusal(bubble, chat) { return refuse(error) }
            guard let seq = bubble.seq else { return [] }
            if case .edit = composer.purpose { endEdit() }
            composer.purpose = .reply(seq)
            mode = .writing
        case "e":
            if let error = editRefusal(bubble, chat) { return refuse(error) }
            beginEdit(bubble)
        case "d":
            if let error = refusal(of: bubble.seq.map { .delete(of: $0) }, chat) { return refuse(error) }
            if let seq = bubble.seq { return askToDelete(seq, chat) }
        case "+":
            if let error = refusal(of: bubble.seq.map(Self.anyReaction), chat) { return refuse(error) }
            if let seq = bubble.seq { mode = .reacting(seq) }
        case "g":
            guard let reply = bubble.reply, let room else { return [] }
            return show(reply.seq, in: room, chat)
        case "t": if let ticket = bubble.failed { return done([.retry(ticket)]) }
        case "x": if let ticket = bubble.discarded { return done([.input(.drop(ticket))]) }
        default: break
        }
        return []
    }

    private mutating func refuse(_ error: WireError) -> [Intent] {
        complain(error.text)
        return []
    }

    private mutating func done(_ intents: [Intent]) -> [Intent] {
        mode = .writing
        return intents
    }

    private mutating func beginEdit(_ bubble: Row.Bubble) {
        guard let seq = bubble.seq else { return }
        if case .edit = composer.purpose {} else { composer.stashed = composer.editor.text }
        composer.purpose = .edit(seq)
        composer.editor.set(bubble.body.said ?? "")
        mode = .writing
    }

    /// The user's last message.
    func lastOwn(_ chat: Chat) -> Row.Bubble? { lastOwn(chat) { _ in true } }

    /// The user's last message with a text to edit.
    func lastEditable(_ chat: Chat) -> Row.Bubble? { lastOwn(chat) { $0.body.location == nil } }

    private func lastOwn(_ chat: Chat, where isWanted: (Row.Bubble) -> Bool) -> Row.Bubble? {
        guard let room else { return nil }
        return chat.rows(of: room, options: rowOptions).reversed().lazy.compactMap(\.bubble)
            .first { $0.isOwn && $0.seq != nil && $0.body.words != nil && isWanted($0) }
    }

    /// Asks whether to delete a message, and scrolls to it.
    mutating func askToDelete(_ seq: UInt64, _ chat: Chat) -> [Intent] {
        mode = .deleting(seq)
        let screen = Screen(chat, self)
        var view = screen.timeline
        guard let index = view.rows.lastIndex(where: { $0.bubble?.seq == seq }) else { return [] }
        scroll = view.showing(index, scroll, height: screen.layout.timeline.height)
        return scroll(by: 0, chat)
    }

    /// ↑ in an empty composer.
    mutating func editLast(_ chat: Chat) -> [Intent] {
        guard let bubble = lastEditable(chat) else {
            tell("You have no message here that could be edited.")
            return []
        }
        if let error = editRefusal(bubble, chat) { return refuse(error) }
        beginEdit(bubble)
        return []
    }

    mutating func deleting(_ key: Key, _ seq: UInt64, _ chat: Chat) -> [Intent] {
        switch key {
        case .text("y"), .text("Y"), .enter:
            guard let room else { return [] }
            return done([.perform(.delete(of: seq), in: room, written: nil)])
        case .escape, .text("n"), .text("N"):
            mode = .writing
            return []
        default: return []
        }
    }

    mutating func reacting(_ key: Key, _ seq: UInt64, _ chat: Chat) -> [Intent] {
        switch key {
        case .escape:
            mode = .writing
            return []
        case .text(let text), .paste(let text):
            if let number = Int(text), (1...Self.reactions.count).contains(number) {
                return react(Self.reactions[number - 1], seq, chat)
            }
            return react(text, seq, chat)
        default: return []
        }
    }

    /// Adds the user's reaction to a message, or takes it back.
    mutating func react(_ emoji: String, _ seq: UInt64, _ chat: Chat) -> [Intent] {
        guard let room else { return [] }
        let rows = chat.rows(of: room, options: rowOptions)
        let tallies = rows.compactMap(\.bubble).first { $0.seq == seq }?.reactions ?? []
        let isOwn = tallies.contains { $0.isOwn && $0.emoji.hasSameBytes(as: emoji) }
        let mutation = Mutation.react(of: seq, emoji: emoji, on: !isOwn)
        if let error = refusal(of: mutation, chat) { return refuse(error) }
        return done([.perform(mutation, in: room, written: nil)])
    }
}

extension Row.Bubble {
    /// The ticket of what failed.
    var failed: Ticket? { if case .failed(_, let ticket) = state { ticket } else { nil } }

    /// The ticket of what can be discarded: what failed, is held, or is being uploaded.
    var discarded: Ticket? {
        switch state {
        case .failed(_, let ticket), .held(let ticket): ticket
        case .waiting: ticket
        case .sending: if case .file(let file, _, _) = body, file.uploaded != nil { ticket } else { nil }
        case .sent, .changing: nil
        }
    }
}
