import ChatCore

// The search of a room's messages.
extension Interface {
    mutating func search(_ words: String, _ room: RoomName) -> [Intent]? {
        if let error = SearchRule.checkWords(words) { return no(error.translated.text) }
        panel = Panel(asking: .search(room, words), title: localized("Messages with “\(words)”"))
        return [.ask(.search(room, words))]
    }

    mutating func show(_ hits: [Event], areLocal: Bool, _ words: String, _ room: RoomName) {
        let subject = Panel.Subject.search(room, words)
        guard panel?.subject == subject else { return }
        if areLocal { panel?.title = localized("Messages on this device with “\(words)”") }
        fill(subject, hits.map { line(of: $0, words, room) }, empty: localized("There is no such message."))
    }

    private func line(of hit: Event, _ words: String, _ room: RoomName) -> Panel.Line {
        var said = ""
        if case .message(let message) = hit.content {
            said = FoundText(message, by: WordSearch(words), lead: 12).parts.joined()
        }
        let text = localized("\(hit.author.name): \(said)")
        return Panel.Line(
            text: "\(Clock.short(hit.at, now: now, utcOffsets))  \(text)", id: "\(hit.seq)",
            target: Panel.Target(room: room, seq: hit.seq))
    }
}
