import ChatWire

/// The log of a server that keeps none: what was received, numbered here.
///
/// It lasts as long as its transport, over all connections. If it exceeds `Limits.lobbyEvents`, the
/// oldest half is dropped.
struct LobbyLog {
    let epoch: Epoch
    private(set) var head: Seq = 0
    private var events: [Event] = []

    init(epoch: Epoch) { self.epoch = epoch }

    /// Appends a text.
    ///
    /// - Returns: The event with the next number.
    mutating func append(_ author: Author, _ text: String, idempotencyKey: IdempotencyKey?, id: EventID, at: Int64)
        -> Event
    {
        head += 1
        let content = Event.Content.message(Message(text: text))
        let event = Event(seq: head, id: id, at: at, author: author, idempotencyKey: idempotencyKey, content: content)
        events.append(event)
        // Half at once, so that it happens rarely.
        if events.count > Limits.lobbyEvents { events.removeFirst(events.count / 2) }
        return event
    }

    func event(of idempotencyKey: IdempotencyKey) -> Event? { events.last { $0.idempotencyKey == idempotencyKey } }

    func page(_ anchor: HistoryAnchor, limit: Int) -> [Event] {
        switch anchor {
        case .newest: Array(events.suffix(limit))
        case .before(let seq): Array(events.filter { $0.seq < seq }.suffix(limit))
        case .after(let seq): Array(events.filter { $0.seq > seq }.prefix(limit))
        case .around(let seq): around(seq, limit: limit)
        case .at(let time):
            if let first = events.first(where: { $0.at >= time }) {
                around(first.seq, limit: limit)
            } else {
                Array(events.suffix(limit))
            }
        }
    }

    /// The newest matching messages before an event, and the `before` with which the search goes
    /// on; `nil` at its end.
    func hits(of search: WordSearch, before: Seq) -> (messages: [Event], next: Seq?) {
        let matching = events.reversed().filter { $0.seq < before && search.matches($0) }
        let messages = Array(matching.prefix(Limits.searchPage))
        return (messages, matching.count > messages.count ? messages.last?.seq : nil)
    }

    private func around(_ seq: Seq, limit: Int) -> [Event] {
        let before = Array(events.filter { $0.seq < seq }.suffix(limit / 2))
        return before + events.filter { $0.seq >= seq }.prefix(limit - before.count)
    }
}
