import ChatCore

// The moderation log, the directory, and the user's own rooms.
extension Interface {
    mutating func listActions(_ room: RoomName, _ chat: Chat) -> [Intent]? {
        let time = chat.serverTime(at: now)
        if let error = chat.access(to: room)?.refusalOfReadingActions(at: time) {
            return no(error.translated.text)
        }
        panel = Panel(asking: .actions(room), title: localized("What moderators did in \(chat.title(of: room))"))
        return [.ask(.actions(room))]
    }

    mutating func listRooms(_ words: String) -> [Intent]? {
        if let error = SearchRule.check(words) { return no(error.translated.text) }
        let title = localized(words.isEmpty ? "Open rooms" : "Open rooms with “\(words)”")
        panel = Panel(asking: .directory(words), title: title)
        return [.ask(.directory(words))]
    }

    /// The user's rooms, with the cursor at the one on the screen: a narrow window has no column of
    /// them.
    func ownRooms(_ chat: Chat) -> Panel {
        var panel = Panel(title: localized("Your rooms"), lines: [])
        panel.subject = .ownRooms
        panel.position = chat.knownRooms.firstIndex { $0.room == room } ?? 0
        fill(&panel, chat)
        return panel
    }

    /// Fills the list of the user's rooms as they are now.
    func fill(_ panel: inout Panel, _ chat: Chat) {
        let lines = chat.knownRooms.enumerated().map { index, item in
            let key = KeyOfRoom.label(at: index)
            let title = "\(key)\(item.mark) \(item.title)"
            return Panel.Line(
                text: item.counts.isEmpty ? title : "\(title)  \(item.counts)", id: item.room.text,
                choices: [Panel.Choice(key: "o", title: localized("open"), deed: .open(item.room))])
        }
        panel.fill(lines, empty: localized("Type /join ROOM to enter a room, or /help."))
    }

    func line(of action: ModerationAction, in room: RoomName) -> Panel.Line {
        let line = ActionLine(action, date: moment, quote: SafeText.line)
        let target = line.seq.map { Panel.Target(room: room, seq: $0) }
        // A list without a message to go to has no cursor, which would show the whole of a line.
        return Panel.Line(
            text: "\(moment(line.at))  \(line.sentence)", id: "\(action.number)", target: target, isWrapped: true)
    }

    func line(of entry: DirectoryEntry, _ chat: Chat) -> Panel.Line {
        let isIn = chat.isIn(entry.room)
        let words = [isIn ? localized("Joined") : "", entry.title, entry.topic].filter { !$0.isEmpty }
        let written = Intent.Written(room: room, text: "/join \(entry.room.text)")
        let join = Intent.join(entry.room, by: nil, written: written)
        let (name, people) = (entry.room.text, Int(clamping: entry.people))
        let here = localized(people, one: "\(name), 1 here", other: "\(name), \(people) here")
        let choice =
            isIn
            ? Panel.Choice(key: "o", title: localized("open"), intent: join)
            : Panel.Choice(key: "j", title: localized("join"), intent: join)
        return Panel.Line(text: ([here] + words).joined(separator: "  "), choices: [choice])
    }

    /// “Monday, 23 November 2026, 14:05”.
    func moment(_ at: Int64) -> String { Clock.moment(at, utcOffsets) }
}
