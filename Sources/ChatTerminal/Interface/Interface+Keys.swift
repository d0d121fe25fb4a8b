import ChatCore

// What keys do.
extension Interface {
    /// Takes a key. Returns what it asks for.
    package mutating func handle(_ key: Key, chat: Chat) -> [Intent] {
        let intents = take(key, chat)
        offer(chat)
        return intents
    }

    private mutating func take(_ key: Key, _ chat: Chat) -> [Intent] {
        if case .focus(let isFocused) = key {
            self.isFocused = isFocused
            // The user may have saved a file meanwhile.
            listedFolder = nil
            return update(chat)
        }
        isFocused = true
        notice = nil
        if key == .pasteCut {
            // Elsewhere the composer has not taken the paste.
            if prompt != nil || panel == nil && mode == .writing { complain(Self.cut) }
            return []
        }
        let former = completion
        if key != .tab, key != .backTab { completion = nil }
        if prompt != nil, let intents = answering(key, chat) { return intents }
        if let intents = everywhere(key, chat) { return intents }
        if panel != nil { return inPanel(key, chat) }
        switch mode {
        case .writing: return writing(key, chat, former)
        case .selecting(let id): return selecting(key, id, chat)
        case .deleting(let seq): return deleting(key, seq, chat)
        case .reacting(let seq, let code): return reacting(key, seq, code, chat)
        case .unreacting(let seq): return unreacting(key, seq, chat)
        case .signingOut: return signingOut(key)
        case .confirming(let asked): return confirming(key, asked)
        }
    }

    /// Keys that always mean the same; `nil` for others.
    private mutating func everywhere(_ key: Key, _ chat: Chat) -> [Intent]? {
        switch key {
        case .control("c"): return [.quit]
        case .control("z"): return [.suspend]
        case .control("l"):
            return chat.connection.phase == .connected ? [.redraw] : [.redraw, .input(.reconnect)]
        case .control("n"), .altDown: return step(1, chat)
        case .control("p"), .altUp: return step(-1, chat)
        case .alt("a"): return openUnread(chat)
        case .alt(let key) where KeyOfRoom.all.contains(key): return open(behind: key, chat)
        case .alt("u") where panel == nil: return showDivider(chat)
        case .function(1):
            panel = panel == .help ? nil : .help
            return []
        case .function(2), .alt("r"):
            panel = panel?.subject == .ownRooms ? nil : ownRooms(chat)
            return []
        case .click(let place): return click(place, chat)
        case .pageUp where panel == nil && !isSelecting: return scroll(by: -pageHeight(chat), chat)
        case .pageDown where panel == nil && !isSelecting: return scroll(by: pageHeight(chat), chat)
        case .wheelUp where panel == nil && !isSelecting: return scroll(by: -3, chat)
        case .wheelDown where panel == nil && !isSelecting: return scroll(by: 3, chat)
        default: return nil
        }
    }

    var isSelecting: Bool { if case .selecting = mode { true } else { false } }

    /// Where the list is. Its title has a line, and an empty one follows.
    func panelFrame(_ layout: Layout) -> Layout.Frame {
        var frame = layout.timeline
        // An address begins in the first column, so that it can be copied with the mouse.
        if panel?.hasAddresses != true {
            frame.x += 1
            frame.width -= 2
        }
        return frame
    }

    private mutating func inPanel(_ key: Key, _ chat: Chat) -> [Intent] {
        guard var panel else { return [] }
        let frame = panelFrame(Screen(chat, self).layout)
        let (height, width) = (frame.height - 2, frame.width)
        switch key {
        case .escape, .text("q"), .text("?"): self.panel = nil
        case .up, .wheelUp: panel.move(by: -1, height: height, width: width)
        case .down, .wheelDown: panel.move(by: 1, height: height, width: width)
        case .pageUp, .pageDown:
            let page = panel.page(key == .pageDown ? 1 : -1, height: height, width: width)
            panel.move(by: page, height: height, width: width)
        case .home, .controlHome: panel.move(by: -panel.lines.count, height: height, width: width)
        case .end, .controlEnd: panel.move(by: panel.lines.count, height: height, width: width)
        case .enter:
            if panel.subject == .reasons || panel.subject == .ownRooms {
                return panel.current?.choices.first.map { choose($0.deed, chat) } ?? []
            }
            self.panel = nil
            return panel.current?.target.map { show($0.seq, in: $0.room, chat) } ?? []
        case .text(let text):
            if panel.subject == .message, case .selecting(let id) = mode {
                self.panel = nil
                return selecting(key, id, chat)
            }
            if let choice = panel.choice(of: text) { return choose(choice.deed, chat) }
            // A command is begun: the list does not swallow it.
            if text == "/" {
                self.panel = nil
                return writing(key, chat, nil)
            }
            tell(localized("Esc closes the list."))
            return []
        case .paste:
            self.panel = nil
            return writing(key, chat, nil)
        default: return []
        }
        if self.panel != nil { self.panel = panel }
        return []
    }

    private mutating func choose(_ deed: Panel.Deed, _ chat: Chat) -> [Intent] {
        switch deed {
        case .intent(.account(let asked)): return request(asked)
        case .decide(let entry, let decision): return decide(entry, decision, chat)
        case .review(let entry, let verdict): return decide(entry, verdict, chat)
        case .more: return panel?.subject == .serverBans ? loadServerBans(chat) : loadMore(chat)
        case .unban(let subject): return unban(subject, chat)
        case .intent(let intent):
            // The list is not the same any more.
            panel = nil
            switch intent {
            case .join(let room, _, let written): return join(room.text, chat, written: written) ?? []
            case .message(let person, _, _):
                wantedRoom = chat.identity.flatMap { RoomName.direct($0.user, person.user) }
            default: break
            }
            return [intent]
        case .open(let room):
            panel = nil
            return open(room, chat)
        case .prompt(let purpose):
            panel = nil
            prompt = Prompt(purpose)
            return []
        }
    }

    private mutating func writing(_ key: Key, _ chat: Chat, _ former: Completion?) -> [Intent] {
        switch key {
        case .enter: return submit(chat)
        case .tab, .backTab: return complete(chat, former, key == .tab ? 1 : -1)
        case .escape: return cancel(chat)
        case .text("?") where composer.editor.isEmpty:
            panel = .help
            return []
        case .control("d") where composer.editor.isEmpty: return [.quit]
        case .control("r"): return select(chat)
        case .control("x"):
            composer.awaitsEditor = true
            return []
        case .control("e") where composer.awaitsEditor:
            composer.awaitsEditor = false
            return [.edit(composer.editor.text)]
        case .controlUp, .alt("p"): return recall(-1)
        case .controlDown, .alt("n"): return recall(1)
        case .up: return up(chat)
        case .down: return composer.editor.down() ? [] : scrollIfEmpty(1, chat)
        case .home where composer.editor.isEmpty: return showOldest(chat)
        case .controlHome: return showOldest(chat)
        case .controlEnd: return showNewest(chat)
        case .end where composer.editor.isEmpty || scroll != .bottom: return showNewest(chat)
        default: return write(key)
        }
    }

    private mutating func up(_ chat: Chat) -> [Intent] {
        if composer.editor.isEmpty, composer.purpose == .new { return editLast(chat) }
        _ = composer.editor.up()
        return []
    }

    private mutating func scrollIfEmpty(_ count: Int, _ chat: Chat) -> [Intent] {
        composer.editor.isEmpty ? scroll(by: count, chat) : []
    }

    /// Keys that change the text.
    private mutating func write(_ key: Key) -> [Intent] {
        composer.awaitsEditor = false
        var editor = composer.editor
        guard let isWhole = editor.take(key) else { return [] }
        if !isWhole { complain(Self.cut) }
        // As on the page: a short code becomes its emoji with the colon at its end.
        if key == .text(":"), SlashCommand.takesEmoji(editor.text),
            let written = EmojiNames.closed(atEndOf: editor.textBeforeCursor)
        {
            _ = editor.replace(last: written.length, with: written.emoji)
        }
        let isChanged = editor.characters != composer.editor.characters
        composer.editor = editor
        return isChanged ? wrote() : []
    }

    private mutating func complete(_ chat: Chat, _ former: Completion?, _ step: Int) -> [Intent] {
        var next: Completion
        if let former, !former.isFolder {
            next = former
            next.next(step)
        } else {
            guard let new = newCompletion(chat) else {
                completion = nil
                return []
            }
            next = new
        }
        next.apply(to: &composer.editor)
        completion = next
        return wrote()
    }

    /// What Tab completes now; `nil` for nothing.
    private mutating func newCompletion(_ chat: Chat) -> Completion? {
        var listed = listedFolder
        defer { listedFolder = listed }
        // A direct room is found by its person, with /msg.
        return Completion(
            of: composer.editor.textBeforeCursor,
            rooms: chat.knownRooms.compactMap { item in
                item.room.kind == .group ? item.title : item.room.kind == .open ? item.room.text : nil
            },
            people: chat.peopleKnown(in: room).map(\.name),
            files: { folder in
                if let listed, listed.folder == folder { return listed.names }
                let names = filesInFolder(folder)
                listed = (folder, names)
                return names
            },
            mentionable: { start in room.map { chat.peopleToMention(in: $0, start).map(\.name) } ?? [] })
    }

    /// Finds what Tab would complete.
    mutating func offer(_ chat: Chat) {
        offered = nil
        let text = composer.editor.textBeforeCursor
        guard mode == .writing, panel == nil, prompt == nil, completion == nil, !text.isEmpty else {
            if composer.editor.isEmpty { listedFolder = nil }
            return
        }
        if let found = newCompletion(chat), !found.isWritten(in: text) { offered = found }
    }

    /// Esc: ends the reply or the edit, and then goes back to the newest messages.
    private mutating func cancel(_ chat: Chat) -> [Intent] {
        switch composer.purpose {
        case .reply:
            composer.purpose = .new
            return []
        case .edit:
            endEdit()
            return []
        case .new:
            marked = nil
            return scroll == .bottom ? [] : showNewest(chat)
        }
    }

    /// Ends an edit. The composer has the text again that it had before, for the same purpose.
    mutating func endEdit() {
        composer.editor.set(composer.stashed.text)
        composer.purpose = composer.stashed.purpose
        composer.stashed = Unsent()
        composer.recall = nil
    }

    private mutating func click(_ place: Place, _ chat: Chat) -> [Intent] {
        let rooms = chat.knownRooms
        let current = rooms.firstIndex { $0.room == room } ?? 0
        let row = Layout(self).roomRow(at: place, rooms: rooms.count, current: current, height: size.height)
        return row.map { open(rooms[$0].room, chat) } ?? []
    }
}
