import ChatCore

// Rooms, and the part of a room's log on the screen.
extension Interface {
    /// A page: a screen less a line, so that the eye finds its place again.
    func pageHeight(_ chat: Chat) -> Int { max(Screen(chat, self).layout.timeline.height - 1, 1) }

    /// Shows a room.
    package mutating func open(_ next: RoomName, _ chat: Chat) -> [Intent] {
        guard next != room else { return [] }
        var intents: [Intent] = []
        if let room, opened == room { intents.append(.input(.show(room, .closed))) }
        wantedRoom = nil
        turn(to: next)
        return intents + update(chat)
    }

    /// Changes the room on the screen, and resets the mode, scroll and panel of the former one.
    private mutating func turn(to next: RoomName?) {
        if let room { unreadAfter[room] = nil }
        room = next
        opened = nil
        (mode, scroll, target, panel, completion, askedBefore) = (.writing, .bottom, nil, nil, nil, nil)
        marked = nil
        isFollowing = true
        if prompt?.isAboutRoom == true { prompt = nil }
    }

    mutating func step(_ count: Int, _ chat: Chat) -> [Intent] {
        let rooms = chat.knownRooms.map(\.room)
        guard !rooms.isEmpty else { return [] }
        let index = room.flatMap { rooms.firstIndex(of: $0) } ?? 0
        return open(rooms[(index + count + rooms.count) % rooms.count], chat)
    }

    /// Shows the room that stands in the list behind this key of ``KeyOfRoom``.
    mutating func open(behind key: Character, _ chat: Chat) -> [Intent] {
        let rooms = chat.knownRooms
        guard let index = KeyOfRoom.all.firstIndex(of: key), rooms.indices.contains(index) else {
            tell(
                localized(
                    rooms.count, one: "There is only 1 room in your list.",
                    other: "There are only \(rooms.count) rooms in your list."))
            return []
        }
        return open(rooms[index].room, chat)
    }

    /// Shows the next room with unread messages, those that mention the user first, and then the
    /// next invitation.
    mutating func openUnread(_ chat: Chat) -> [Intent] {
        let others = chat.knownRooms.filter { $0.room != room }
        let unread = others.filter { $0.unread.count > 0 }
        let found = unread.first { $0.unread.mentions > 0 } ?? unread.first ?? others.first(where: \.isInvitation)
        guard let next = found else {
            tell(localized("No other room has unread messages."))
            return []
        }
        return open(next.room, chat)
    }

    /// Moves the screen over the timeline, and requests what is missing at its ends.
    mutating func scroll(by count: Int, _ chat: Chat) -> [Intent] {
        guard let room, let timeline = chat.conversations[room]?.timeline else { return [] }
        let screen = Screen(chat, self)
        let height = screen.layout.timeline.height
        var view = screen.timeline
        scroll = view.moved(scroll, by: count, height: height)
        let isAtBottom = scroll == .bottom
        // The end of what is loaded is not the end of the log: the place stays when more is loaded.
        if isAtBottom, !timeline.reachedEnd, let last = view.rows.last { scroll = .at(last.id, hidden: 0) }
        var intents = follow(timeline)
        if count < 0 {
            intents += wantOlder(timeline, view.linesAbove(scroll, height: height, most: 2 * height), height)
        } else if isAtBottom, !timeline.reachedEnd, !timeline.isReading {
            intents.append(.input(.show(room, .newer)))
        }
        return intents
    }

    private mutating func wantOlder(_ timeline: Timeline, _ above: Int, _ height: Int) -> [Intent] {
        guard let room, above < 2 * height, timeline.isLoaded, !timeline.reachedStart, !timeline.isReading,
            askedBefore != timeline.first
        else { return [] }
        askedBefore = timeline.first
        return [.input(.show(room, .older))]
    }

    /// Tells the client whether the window follows the log's end.
    private mutating func follow(_ timeline: Timeline) -> [Intent] {
        let isAtEnd = scroll == .bottom && timeline.reachedEnd
        guard let room, isAtEnd != isFollowing else { return [] }
        isFollowing = isAtEnd
        return [.input(.show(room, .following(isAtEnd)))]
    }

    /// Shows the first message of the room's log, also where it is not loaded. Without a connection
    /// it shows the first loaded one.
    mutating func showOldest(_ chat: Chat) -> [Intent] {
        guard let room, let timeline = chat.conversations[room]?.timeline else { return [] }
        if chat.connection.phase != .connected, !timeline.reachedStart {
            tell(localized("Without a connection, this is the first message on this device."))
            return scroll(by: -Self.wholeTimeline, chat)
        }
        target = .beginning
        return timeline.reachedStart ? update(chat) : [.input(.show(room, .around(1)))]
    }

    /// More lines than a timeline has.
    private static let wholeTimeline = 1_000_000

    mutating func showNewest(_ chat: Chat) -> [Intent] {
        guard let room else { return [] }
        target = nil
        (scroll, mode, isFollowing, marked) = (.bottom, .writing, true, nil)
        return [.input(.show(room, .newest))] + update(chat)
    }

    /// Shows a message, also one that is not loaded.
    mutating func show(_ seq: Seq, in room: RoomName, _ chat: Chat) -> [Intent] {
        var intents = open(room, chat)
        target = .message(seq)
        if chat.conversations[room]?.timeline[seq] == nil { intents.append(.input(.show(room, .around(seq)))) }
        return intents + update(chat)
    }

    /// Shows the divider of unread messages, also where it is not loaded.
    mutating func showDivider(_ chat: Chat) -> [Intent] {
        guard let room, let after = unreadAfter[room], hasUnread(after: after, in: room, chat) else {
            tell(localized("There are no new messages in this room."))
            return []
        }
        target = .divider
        let isLoaded = chat.rows(of: room, options: rowOptions).contains { $0.id == .unread }
        return (isLoaded ? [] : [.input(.show(room, .around(after + 1)))]) + update(chat)
    }

    private func hasUnread(after seq: Seq, in room: RoomName, _ chat: Chat) -> Bool {
        guard seq != .end, let conversation = chat.conversations[room] else { return false }
        return conversation.unread(after: seq).count > 0
    }
}

// What follows from a change of the client.
extension Interface {
    /// Follows a change of the client's state. Returns what it asks for.
    package mutating func update(_ chat: Chat) -> [Intent] {
        defer { offer(chat) }
        if let wanted = wantedRoom, chat.conversations[wanted] != nil {
            wantedRoom = nil
            if wanted != room { return open(wanted, chat) }
        }
        if isGone(chat) { turn(to: nil) }
        tellEnd(chat)
        if room == nil { room = chat.knownRooms.first { !$0.isInvitation }?.room }
        if var rooms = panel, rooms.subject == .ownRooms {
            fill(&rooms, chat)
            panel = rooms
        }
        var intents = tellRefusals(chat)
        tellNameRefusal(chat)
        guard let room else { return intents }
        takeDraft(in: room, chat)
        guard let conversation = chat.conversations[room] else {
            if opened == room { opened = nil }
            return intents
        }
        if opened != room {
            opened = room
            intents.append(.input(.show(room, .following(true))))
        }
        divide(conversation)
        intents += reachTarget(chat)
        keepSelection(chat, conversation.timeline)
        intents += follow(conversation.timeline)
        intents += fill(chat, conversation.timeline)
        if isFocused, scroll == .bottom, conversation.timeline.reachedEnd, !conversation.timeline.isFromCache,
            conversation.membership == .joined, conversation.timeline.head > conversation.readMark ?? 0
        {
            intents.append(.input(.markRead(room, upTo: conversation.timeline.head)))
        }
        return intents
    }

    /// Sets the divider of unread messages. While the user looks at the newest messages there is no
    /// new one.
    private mutating func divide(_ conversation: Conversation) {
        let room = conversation.room
        guard conversation.membership == .joined, let mark = conversation.readMark else { return }
        let isReading = isFocused && scroll == .bottom
        if unreadAfter[room] == nil {
            unreadAfter[room] = conversation.timeline.head > mark ? mark : .end
        } else if unreadAfter[room] == .end, !isReading {
            unreadAfter[room] = mark
        }
    }

    /// Says once why the user is not in the room on the screen any more.
    private mutating func tellEnd(_ chat: Chat) {
        guard let room, case .refused(let error)? = chat.conversations[room]?.membership else {
            endTold = nil
            return
        }
        if endTold == room { return }
        endTold = room
        complain(error.text)
    }

    /// Whether the room on the screen was left.
    private func isGone(_ chat: Chat) -> Bool {
        guard let room, opened == room else { return false }
        return chat.conversations[room] == nil && chat.rooms.entries[room] == nil
    }

    private mutating func takeDraft(in room: RoomName, _ chat: Chat) {
        let draft = chat.drafts[room]
        if composers[room] == nil {
            composers[room] = Composer()
            composer.editor.set(draft?.text ?? "")
            composer.replacements = draft?.replacements ?? 0
        } else if let draft, draft.replacements > composer.replacements {
            composer.replacements = draft.replacements
            if case .edit = composer.purpose {
                composer.stashed.text = draft.text
            } else {
                composer.editor.set(draft.text)
                composer.recall = nil
            }
        }
        // What was written before there was a room goes on in the first one.
        if composer.editor.isEmpty, composer.purpose == .new, let written = composers[nil], !written.editor.isEmpty {
            composer.editor = written.editor
            composers[nil] = nil
        }
    }

    private mutating func reachTarget(_ chat: Chat) -> [Intent] {
        guard let target, let room, let timeline = chat.conversations[room]?.timeline else { return [] }
        let screen = Screen(chat, self)
        var view = screen.timeline
        let height = screen.layout.timeline.height
        let row: Row.ID
        switch target {
        case .message(let seq):
            guard let message = view.rows.row(for: seq, in: timeline) else { return [] }
            row = message
            scroll = view.moved(.at(row, hidden: 0), by: height / 2, height: height)
        case .divider:
            guard let divider = view.rows.firstIndex(where: { $0.id == .unread }),
                let message = view.rows[divider...].first(where: { $0.bubble != nil })
            else {
                // The user has answered meanwhile.
                if unreadAfter[room] == .end { self.target = nil }
                return []
            }
            row = message.id
            scroll = view.moved(.at(.unread, hidden: 0), by: height - 1, height: height)
        case .beginning: return reachBeginning(chat, timeline)
        }
        self.target = nil
        if case .selecting = mode { mode = .selecting(row) } else { marked = row }
        if !timeline.reachedEnd, scroll == .bottom {
            scroll = .at(view.rows[view.rows.count - 1].id, hidden: 0)
        }
        return []
    }

    /// Goes to the first message as soon as the window begins with it.
    private mutating func reachBeginning(_ chat: Chat, _ timeline: Timeline) -> [Intent] {
        guard timeline.reachedStart else {
            // A newcomer's log begins later: the server says so when it is asked for what is
            // before.
            return timeline.isReading ? [] : wantOlder(timeline, 0, pageHeight(chat))
        }
        target = nil
        var intents = scroll(by: -Self.wholeTimeline, chat)
        let screen = Screen(chat, self)
        var view = screen.timeline
        let height = screen.layout.timeline.height
        if case .selecting = mode, let first = view.rows.firstIndex(where: { $0.bubble != nil }) {
            mode = .selecting(view.rows[first].id)
            scroll = view.showing(first, scroll, height: height)
        }
        // A page of few lines does not fill a large window.
        if let room, !timeline.reachedEnd, view.visible(scroll, height: height).count < height {
            intents.append(.input(.show(room, .newer)))
        }
        return intents
    }

    /// Requests older messages as long as the screen is not full.
    private mutating func fill(_ chat: Chat, _ timeline: Timeline) -> [Intent] {
        guard timeline.isLoaded, !timeline.reachedStart, askedBefore != timeline.first else { return [] }
        let screen = Screen(chat, self)
        let height = screen.layout.timeline.height
        var view = screen.timeline
        let above = view.linesAbove(scroll, height: height, most: height)
        return above == 0 ? wantOlder(timeline, 0, height) : []
    }

    /// Keeps the message that keys are about on the screen: new messages may have moved it off.
    private mutating func keepSelection(_ chat: Chat, _ timeline: Timeline) {
        // The window may be without the selected message until the first message is loaded.
        switch mode {
        case .writing, .signingOut, .confirming: return
        case .selecting, .deleting, .reacting, .unreacting: break
        }
        if target == .beginning { return }
        let screen = Screen(chat, self)
        var view = screen.timeline
        guard let index = view.rows.lastIndex(where: screen.isMarked) else {
            if isSelecting { mode = .writing }
            return
        }
        let height = screen.layout.timeline.height
        if view.visible(scroll, height: height).contains(where: { $0.row == index }) { return }
        scroll = view.showing(index, scroll, height: height)
        if scroll == .bottom, !timeline.reachedEnd { scroll = .at(view.rows[index].id, hidden: 0) }
    }

    /// Tells once why the user keeps their former name.
    private mutating func tellNameRefusal(_ chat: Chat) {
        guard chat.connection.nameRefusal != nil else { return hasToldNameRefusal = false }
        guard !hasToldNameRefusal, let notice = ConnectionNotice(chat.connection, pending: 0) else { return }
        complain(notice.sentence)
        hasToldNameRefusal = chat.connection.phase == .connected
    }

    /// Tells of a change that the server refused and that no row shows, and discards it.
    private mutating func tellRefusals(_ chat: Chat) -> [Intent] {
        guard let notice = ConnectionNotice(refusedIn: chat.outbox.items), case .forget(let ticket)? = notice.remedy
        else { return [] }
        complain(notice.sentence)
        return [.input(.drop(ticket))]
    }
}

extension Row {
    /// The message of the row; `nil` if it shows something else.
    package var bubble: Bubble? { if case .message(let bubble) = content { bubble } else { nil } }
}
