/// The final outcomes of tickets, and the tasks that wait for them.
struct Settlements {
    private var ends: [Ticket: (end: Settlement, turn: UInt64)] = [:]
    /// In the order of their outcomes, so that the oldest can be forgotten. A ticket that was tried
    /// again has several places; only the last counts.
    private var order: [(ticket: Ticket, turn: UInt64)] = []
    private var turns: UInt64 = 0
    private var waiting: [Ticket: [(id: UInt64, continuation: CheckedContinuation<Settlement?, Never>)]] = [:]

    func end(of ticket: Ticket) -> Settlement? { ends[ticket]?.end }

    mutating func settle(_ ticket: Ticket, _ end: Settlement) {
        if let turn = ends[ticket]?.turn {
            ends[ticket] = (end, turn)
        } else {
            turns += 1
            ends[ticket] = (end, turns)
            order.append((ticket, turns))
        }
        if order.count > Limits.settlementsKept {
            // Many at once, so that it runs rarely.
            let forgotten = Limits.settlementsKept / 10 + 1
            for old in order.prefix(forgotten) where ends[old.ticket]?.turn == old.turn { ends[old.ticket] = nil }
            order.removeFirst(forgotten)
        }
        for waiter in waiting.removeValue(forKey: ticket) ?? [] { waiter.continuation.resume(returning: end) }
    }

    /// The ticket is tried again: its outcome is open.
    mutating func reopen(_ ticket: Ticket) { ends[ticket] = nil }

    mutating func wait(for ticket: Ticket, _ id: UInt64, _ continuation: CheckedContinuation<Settlement?, Never>) {
        waiting[ticket, default: []].append((id, continuation))
    }

    /// Ends the wait with this id.
    mutating func giveUp(_ ticket: Ticket, _ id: UInt64) {
        guard let index = waiting[ticket]?.firstIndex(where: { $0.id == id }) else { return }
        waiting[ticket]?.remove(at: index).continuation.resume(returning: nil)
        if waiting[ticket]?.isEmpty == true { waiting[ticket] = nil }
    }

    mutating func dismiss() {
        for waiter in waiting.values.joined() { waiter.continuation.resume(returning: nil) }
        waiting = [:]
    }
}
