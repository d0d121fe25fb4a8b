import ChatWire

/// The messages before a window that messages of it reply to: what their quotes say.
///
/// While the room is on the screen they are read one by one, after all that the user has asked for.
struct Quotes: Hashable {
    /// With later changes folded in.
    private var known: [Seq: Event] = [:]
    /// Those that need not be read: the server has answered, or they were in the window.
    private var answered: Set<Seq> = []
    /// Whether the window may have a reply to a message that was not read yet.
    private var isDue = true

    subscript(seq: Seq) -> Event? { known[seq] }

    /// The newest message to read for a reply in `window`; `nil` if there is none.
    mutating func next(for window: EventWindow) -> Seq? {
        guard isDue else { return nil }
        for event in window.events.reversed() {
            if let seq = event.reply, seq < window.first, !answered.contains(seq) { return seq }
        }
        isDue = false
        return nil
    }

    /// The window has other messages than before.
    mutating func windowChanged() { isDue = true }

    /// The window has got a message at its end.
    mutating func appended(_ event: Event) { if event.reply != nil { isDue = true } }

    /// The server has answered what this message is; `nil` if there is none that the user may read.
    mutating func answer(_ seq: Seq, _ event: Event?) {
        answered.insert(seq)
        guard let event, event.seq == seq, event.content.isShown else { return }
        known[seq] = event
    }

    /// Folds a later event into its message.
    mutating func fold(_ later: Event) {
        guard let target = later.content.target, known[target]?.mayTake(later) == true else { return }
        known[target]?.fold(later)
    }

    /// Changes may have been missed: the messages are read again.
    mutating func lose() {
        answered.removeAll()
        isDue = true
    }

    /// Keeps what replies in `window` quote, also of the messages that it has dropped, and forgets
    /// the rest.
    mutating func trim(to window: EventWindow, dropped: [Event]) {
        var quoted: Set<Seq> = []
        for event in window.events { if let seq = event.reply, seq < window.first { quoted.insert(seq) } }
        for event in dropped where quoted.contains(event.seq) { answer(event.seq, event) }
        known = known.filter { quoted.contains($0.key) }
        answered.formIntersection(quoted)
        isDue = true
    }
}

extension Event {
    /// The message that this one replies to.
    fileprivate var reply: Seq? { if case .message(let message) = content { message.reply } else { nil } }
}
