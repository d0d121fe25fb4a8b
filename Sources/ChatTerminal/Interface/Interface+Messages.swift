import ChatCore

// What is done to messages.
extension Interface {
    /// The reactions that a digit chooses.
    static let reactions = OfferedReactions.all

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
        offer("r", localized("reply"), replyRefusal(bubble, chat) == nil)
        offer("e", localized("edit"), editRefusal(bubble, chat) == nil)
        offer("d", localized("delete"), refusal(of: bubble.seq.map { .delete(of: $0) }, chat) == nil)
        let canReact = bubble.body.words != nil && refusal(of: bubble.seq.map(Self.anyReaction), chat) == nil
        offer("+", localized("react"), canReact)
        offer("-", localized("remove a reaction"), bubble.seq.map { !removals($0, chat).isEmpty } ?? false)
        offer("g", localized("go to the answered message"), bubble.reply != nil)
        offer("l", localized("see what the linked page is about"), refusalOfPreview(bubble, chat) == nil)
        offer("s", localized("save the file"), bubble.file.map { $0.local == nil } ?? false)
        offer("t", localized("try again"), bubble.failed != nil)
        offer("x", localized("discard"), bubble.discarded != nil)
        let pin = pin(bubble, chat)
        offer("p", localized(pin?.isOn == false ? "unpin" : "pin"), refusal(of: pin?.mutation, chat) == nil)
        offer("!", localized("report ##a verb"), bubble.canBeReported && chat.canReport)
        offer("b", localized(bubble.isBlocked ? "unblock" : "block"), !bubble.isOwn && chat.mayWrite)
        for (key, kind) in Self.sanctions { offer(key, kind.verb, refusal(of: kind, bubble, chat) == nil) }
        return actions
    }

    /// The pin of a message, or the end of its pin; `nil` for a message that is not in the log.
    private func pin(_ bubble: Row.Bubble, _ chat: Chat) -> (isOn: Bool, mutation: Mutation)? {
        guard let seq = bubble.seq, let room, bubble.body.words != nil else { return nil }
        let isOn = chat.conversations[room]?.info?.pins.contains(seq) != true
        return (isOn, .pin(of: seq, on: isOn))
    }

    /// Why the author of a message may not be muted, removed or banned.
    private func refusal(of kind: Sanction.Kind, _ bubble: Row.Bubble, _ chat: Chat) -> WireError? {
        guard bubble.seq != nil else { return WireError(.noSuchMessage, localized("This message is not sent yet.")) }
        return refusal(of: kind, bubble.author, chat)
    }

    private static func anyReaction(_ seq: Seq) -> Mutation { .react(of: seq, emoji: "👍", on: true) }

    private func bubble(_ id: Row.ID, _ chat: Chat) -> Row.Bubble? {
        guard let room else { return nil }
        return chat.rows(of: room, options: rowOptions).last { $0.id == id }?.bubble
    }

    /// Why a change would be refused. A message that is not in the log yet can't be changed.
    func refusal(of mutation: Mutation?, _ chat: Chat) -> WireError? {
        guard let mutation, let room else {
            return WireError(.noSuchMessage, localized("This message is not sent yet."))
        }
        return chat.refusal(of: mutation, in: room, at: now)
    }

    private func replyRefusal(_ bubble: Row.Bubble, _ chat: Chat) -> WireError? {
        guard bubble.body.words != nil else { return .alreadyDeleted }
        return refusal(of: bubble.seq.map { .message(text: "x", reply: $0) }, chat)
    }

    private func editRefusal(_ bubble: Row.Bubble, _ chat: Chat) -> WireError? {
        if let error = refusal(of: bubble.seq.map { .edit(of: $0, text: "x") }, chat) { return error }
        if bubble.isEditable { return nil }
        guard bubble.body.words != nil else { return .alreadyDeleted }
        return WireError(.payload, localized("A location can't be edited."))
    }

    /// Begins to select a message: the marked one if it is on the screen, otherwise the newest
    /// there.
    mutating func select(_ chat: Chat) -> [Intent] {
        let screen = Screen(chat, self)
        var view = screen.timeline
        let shown = view.visible(scroll, height: screen.layout.timeline.height)
        let last =
            shown.last { view.rows[$0.row].id == marked } ?? shown.last { view.rows[$0.row].bubble != nil }
        if let last {
            mode = .selecting(view.rows[last.row].id)
        } else {
            tell(localized("There is no message to select."))
        }
        return []
    }

    mutating func selecting(_ key: Key, _ id: Row.ID, _ chat: Chat) -> [Intent] {
        switch key {
        case .up, .text("k"): return moveSelection(-1, id, chat)
        case .down, .text("j"): return moveSelection(1, id, chat)
        case .wheelUp: return moveSelection(-1, id, chat)
        case .wheelDown: return moveSelection(1, id, chat)
        case .pageUp: return moveSelectionByPage(-1, chat)
        case .pageDown: return moveSelectionByPage(1, chat)
        case .escape, .control("r"), .text("q"):
            mode = .writing
            return []
        case .home, .controlHome: return showOldest(chat)
        case .end, .controlEnd: return showNewest(chat)
        case .text(let text):
            guard let bubble = bubble(id, chat), let letter = text.first else { return [] }
            return perform(letter, bubble, chat)
        default: return []
        }
    }

    /// Scrolls by a page, and selects the message at its edge.
    private mutating func moveSelectionByPage(_ step: Int, _ chat: Chat) -> [Intent] {
        let intents = scroll(by: step * pageHeight(chat), chat)
        let screen = Screen(chat, self)
        var view = screen.timeline
        let shown = view.visible(scroll, height: screen.layout.timeline.height).filter {
            view.rows[$0.row].bubble != nil
        }
        if let edge = step < 0 ? shown.first : shown.last { mode = .selecting(view.rows[edge.row].id) }
        return intents
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
            if let reason = unfinishedEdit(chat) { return refuse(reason) }
            if case .edit = composer.purpose { endEdit() }
            composer.purpose = .reply(seq)
            mode = .writing
        case "e":
            if let error = editRefusal(bubble, chat) { return refuse(error) }
            if let reason = unfinishedEdit(chat) { return refuse(reason) }
            beginEdit(bubble)
        case "d":
            if let error = refusal(of: bubble.seq.map { .delete(of: $0) }, chat) { return refuse(error) }
            if let seq = bubble.seq { return askToDelete(seq, chat) }
        case "+":
            if let error = refusal(of: bubble.seq.map(Self.anyReaction), chat) { return refuse(error) }
            if let seq = bubble.seq { mode = .reacting(seq) }
        case "-":
            guard let seq = bubble.seq, !removals(seq, chat).isEmpty else {
                return refuse(WireError(.notAllowed, localized("There is no reaction here that you may remove.")))
            }
            mode = .unreacting(seq)
        case "g":
            guard let reply = bubble.reply, let room else { return [] }
            return show(reply.seq, in: room, chat)
        case "l": return askForPreview(bubble, chat)
        case "s":
            guard let file = bubble.file, file.local == nil else { return [] }
            tell(localized("Loading \(SafeText.line(file.name))…"))
            return done([.save(file)])
        case "p":
            if bubble.seq != nil, bubble.body.words == nil { return refuse(.alreadyDeleted) }
            let pin = pin(bubble, chat)
            if let error = refusal(of: pin?.mutation, chat) { return refuse(error) }
            if let pin, let room, let seq = bubble.seq {
                return askToPin(seq, pin.isOn, .perform(pin.mutation, in: room, written: nil), chat)
            }
        case "!":
            if bubble.isOwn { return refuse(WireError(.notAllowed, localized("You can't report your own message."))) }
            return bubble.canBeReported ? report(bubble, chat) : refuse(.alreadyDeleted)
        case "b":
            if bubble.isOwn { return refuse(WireError(.notAllowed, localized("You can't block yourself."))) }
            if !bubble.isBlocked { return askToBlock(bubble, chat) }
            mode = .writing
            return block(bubble.author, false, chat, written: nil) ?? []
        case "M", "K", "B", "S":
            guard let room, let kind = Self.sanctions.first(where: { $0.key == letter })?.kind else { return [] }
            if let error = refusal(of: kind, bubble, chat) { return refuse(error) }
            mode = .writing
            prompt = Prompt(.sanction(kind, bubble.author, in: room))
        case "?":
            guard case .selecting(let id) = mode else { return [] }
            let lines = actions(on: id, in: chat).map { "\($0.key)  \($0.title)" }
            let back = "Esc  \(localized("go back"))"
            panel = Panel(title: localized("What you may do about this message"), lines: lines + [back])
            panel?.subject = .message
        case "t": if let ticket = bubble.failed { return done([.retry(ticket)]) }
        case "x": if let ticket = bubble.discarded { return done([.input(.drop(ticket))]) }
        default: break
        }
        return []
    }

    private mutating func refuse(_ error: WireError) -> [Intent] { refuse(error.text) }

    private mutating func done(_ intents: [Intent]) -> [Intent] {
        mode = .writing
        return intents
    }

    /// Why no other message can be answered or edited now: what the user has changed in an edit
    /// would be lost. `nil` if there is no such edit.
    private func unfinishedEdit(_ chat: Chat) -> String? {
        guard case .edit(let seq) = composer.purpose, let room else { return nil }
        let edited = chat.rows(of: room, options: rowOptions).lazy.compactMap(\.bubble).first { $0.seq == seq }
        let text = composer.editor.text
        if text.trimmed.isEmpty || text == edited?.body.said { return nil }
        return localized("Finish or cancel your edit first.")
    }

    private mutating func beginEdit(_ bubble: Row.Bubble) {
        guard let seq = bubble.seq else { return }
        composer.stash()
        composer.recall = nil
        composer.purpose = .edit(seq)
        composer.editor.set(bubble.body.said ?? "")
        mode = .writing
    }

    /// The user's last message.
    func lastOwn(_ chat: Chat) -> Row.Bubble? {
        guard let room else { return nil }
        return chat.rows(of: room, options: rowOptions).reversed().lazy.compactMap(\.bubble)
            .first { $0.isOwn && $0.seq != nil && $0.body.words != nil }
    }

    /// The user's last message with a text to edit.
    func lastEditable(_ chat: Chat) -> Row.Bubble? {
        room.flatMap { chat.rows(of: $0, options: rowOptions).newestEditable }
    }

    /// Asks whether to delete a message, and scrolls to it.
    mutating func askToDelete(_ seq: Seq, _ chat: Chat) -> [Intent] { ask(.deleting(seq), about: seq, chat) }

    /// Asks before a letter pins a message or takes its pin off: everyone in the room sees that.
    private mutating func askToPin(_ seq: Seq, _ isOn: Bool, _ intent: Intent, _ chat: Chat) -> [Intent] {
        if case .selecting(let id) = mode { marked = id }
        let question =
            isOn ? localized("Pin this message for everyone?") : localized("Take this pin off for everyone?")
        return ask(
            .confirming(Confirmation(question: question, intents: [intent], written: written)), about: seq, chat)
    }

    /// Asks before a letter hides the messages of a person.
    private mutating func askToBlock(_ bubble: Row.Bubble, _ chat: Chat) -> [Intent] {
        guard let seq = bubble.seq, let intents = block(bubble.author, true, chat, written: nil) else { return [] }
        let told = notice?.text
        notice = nil
        if case .selecting(let id) = mode { marked = id }
        let question = localized("Block \(bubble.author.name)?")
        return ask(
            .confirming(Confirmation(question: question, intents: intents, written: written, told: told)), about: seq,
            chat)
    }

    /// Asks something about a message, and scrolls to it.
    mutating func ask(_ question: Mode, about seq: Seq, _ chat: Chat) -> [Intent] {
        mode = question
        let screen = Screen(chat, self)
        var view = screen.timeline
        guard let index = view.rows.lastIndex(where: { $0.bubble?.seq == seq }) else { return [] }
        scroll = view.showing(index, scroll, height: screen.layout.timeline.height)
        return scroll(by: 0, chat)
    }

    /// ↑ in an empty composer.
    mutating func editLast(_ chat: Chat) -> [Intent] {
        guard let bubble = lastEditable(chat) else {
            tell(localized("You have no message here that could be edited."))
            return []
        }
        if let error = editRefusal(bubble, chat) { return refuse(error) }
        beginEdit(bubble)
        return []
    }

    mutating func deleting(_ key: Key, _ seq: Seq, _ chat: Chat) -> [Intent] {
        switch key {
        case .text("y"), .text("Y"):
            guard let room else { return [] }
            return done([.perform(.delete(of: seq), in: room, written: nil)])
        case .text("r") where !isOwn(seq, chat):
            guard let room else { return [] }
            mode = .writing
            prompt = Prompt(.deletion(seq, in: room))
            return []
        case .escape, .text("n"), .text("N"):
            mode = .writing
            return []
        default: return []
        }
    }

    /// Whether a message is the user's own. Of others, moderators say why they delete them.
    func isOwn(_ seq: Seq, _ chat: Chat) -> Bool {
        room.flatMap { chat.conversations[$0]?.timeline[seq] }?.author.user == chat.identity?.user
    }

    /// - Parameter code: what is typed of a short code
    mutating func reacting(_ key: Key, _ seq: Seq, _ code: String, _ chat: Chat) -> [Intent] {
        switch key {
        case .escape:
            mode = .writing
            return []
        case .backspace:
            mode = .reacting(seq, code: String(code.dropLast()))
            return []
        case .text(let text) where !code.isEmpty || text == ":": return reacting(code + text, seq, chat)
        case .text(let text), .paste(let text):
            if let number = Int(text), (1...Self.reactions.count).contains(number) {
                return react(Self.reactions[number - 1], seq, chat)
            }
            return react(EmojiNames.emoji(for: text.trimmed), seq, chat)
        default: return []
        }
    }

    /// Reacts when a short code ends with its colon.
    private mutating func reacting(_ code: String, _ seq: Seq, _ chat: Chat) -> [Intent] {
        guard code.count > 1, code.hasSuffix(":") else {
            if code.count <= EmojiNames.longest { mode = .reacting(seq, code: code) }
            return []
        }
        mode = .reacting(seq)
        let emoji = EmojiNames.emoji(for: code)
        return emoji == code ? refuse(localized("There is no emoji \(code)")) : react(emoji, seq, chat)
    }

    mutating func unreacting(_ key: Key, _ seq: Seq, _ chat: Chat) -> [Intent] {
        switch key {
        case .escape:
            mode = .writing
            return []
        case .text(let text):
            let removals = removals(seq, chat)
            guard let room, let number = Int(text), removals.indices.contains(number - 1) else { return [] }
            return done([.perform(removals[number - 1].mutation, in: room, written: nil)])
        default: return []
        }
    }

    /// The reactions of others to a message that the user may remove, each with its emoji and name.
    /// A digit chooses one of them.
    func removals(_ seq: Seq, _ chat: Chat) -> [(words: String, mutation: Mutation)] {
        guard let room else { return [] }
        let people = chat.peopleKnown(in: room)
        let bubble = chat.rows(of: room, options: rowOptions).flatMap(\.bubbles).first { $0.seq == seq }
        return (bubble?.removals ?? []).filter { refusal(of: $0, chat) == nil }.prefix(9).compactMap { removal in
            guard case .unreact(_, let emoji, let user) = removal else { return nil }
            let name = people.first { $0.user == user }?.name
            return ([emoji, name.map { SafeText.line($0) }].compactMap { $0 }.joined(separator: " "), removal)
        }
    }

    /// Adds the user's reaction to a message, or takes it back.
    mutating func react(_ emoji: String, _ seq: Seq, _ chat: Chat) -> [Intent] {
        guard let room else { return [] }
        let rows = chat.rows(of: room, options: rowOptions)
        let tallies = rows.compactMap(\.bubble).first { $0.seq == seq }?.reactions ?? []
        let isOwn = tallies.contains { $0.isOwn && $0.emoji.isSameEmoji(as: emoji) }
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
