import ChatWire
import Testing

@testable import ChatModel

/// Whose turn it is where numbers and wishes are in different orders. Found by simulation.
@Suite struct OutboxTurnTests {
    private func item(_ ticket: UInt64, _ room: RoomName) -> Outbox.Item {
        let mutation = Mutation.message(text: "\(ticket)", reply: nil, payload: nil)
        return Outbox.Item(ticket: Ticket(ticket), room: room, mutation: mutation, at: 0)
    }

    /// Of two rooms only the lobby was open: what was wanted first has no number, and what came
    /// behind it has.
    private func mixed() -> Outbox {
        var outbox = Outbox()
        for (ticket, room) in [(1, RoomName.garden), (2, .lobby), (3, .garden), (4, .lobby)] {
            _ = outbox.add(item(UInt64(ticket), room))
        }
        outbox.connected()
        _ = outbox.sendNext { $0 == .lobby }
        _ = outbox.interrupted()
        outbox.connected()
        return outbox
    }

    @Test func `what may have left goes before what never did, and all name a lower number to come after`() {
        var outbox = mixed()
        #expect(outbox.sendNext { _ in true }?.item.ticket == Ticket(2))
        _ = outbox.sent(Ticket(2), seq: 1)
        var sent: [Outbox.Outgoing] = []
        while let outgoing = outbox.sendNext({ _ in true }) { sent.append(outgoing) }
        #expect(sent.map(\.item.ticket.number) == [1, 3])
        #expect(sent.allSatisfy { $0.after ?? 0 < $0.number })
    }

    @Test func `a number that may have left is waited for while its room is closed`() {
        var outbox = mixed()
        #expect(outbox.sendNext { $0 == .garden } == nil)
    }

    @Test func `what left together and is refused together is one refusal`() {
        var outbox = Outbox()
        for ticket in 1...40 { _ = outbox.add(item(UInt64(ticket), .lobby)) }
        outbox.connected()
        var open: [Ticket] = []
        for seq in 1...6 as ClosedRange<Seq> {
            while let outgoing = outbox.sendNext({ _ in true }) { open.append(outgoing.item.ticket) }
            _ = outbox.sent(open.removeFirst(), seq: seq)
        }
        let error = WireError(.rateLimited, "Too many.", retry: 100)
        for ticket in open { _ = outbox.refused(ticket, error, attempts: .unlimited, random: .max) }
        let again = outbox.sendNext { _ in true }
        let verdict = again.map { outbox.refused($0.item.ticket, error, attempts: .unlimited, random: .max) }
        // The second refusal in a row: up to 2 s, not the 30 s of a long row.
        #expect(open.count > 5)
        #expect(verdict == .again(1_999))
    }

    @Test func `a drop and a failure are durable before anyone is told`() {
        #expect(Record.dropped(Ticket(1)).mustLast)
        #expect(Record.failed(Ticket(1), WireError(.messageDeleted, "It is gone.")).mustLast)
        var restored = Restored([.intended(item(1, .lobby)), .intended(item(2, .lobby)), .dropped(Ticket(1))])
        #expect(restored.items.map(\.ticket) == [Ticket(2)])
        restored.fold(.dropped(Ticket(2)))
        #expect(restored.items.isEmpty)
    }
}
