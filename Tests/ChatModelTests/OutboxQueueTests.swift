import ChatTesting
import ChatWire
import Testing

@testable import ChatModel

@Suite struct OutboxQueueTests {
    private func item(_ ticket: UInt64) -> Outbox.Item {
        Outbox.Item(
            ticket: Ticket(ticket), room: .lobby, mutation: .message(text: "\(ticket)", reply: nil, payload: nil), at: 0
        )
    }

    @Test(arguments: 0..<8) func `it does what a plain list does, with random removals`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = OutboxQueue()
        var plain: [Outbox.Item] = []
        var last: UInt64 = 0
        for step in 0..<3_000 {
            // It grows, shrinks to few that are far apart, and grows again.
            let growing: Double = step % 1_500 < 600 ? 0.9 : 0.3
            if plain.isEmpty || random.chance(growing) {
                last += 1
                let isNew = queue.append(item(last))
                #expect(isNew)
                plain.append(item(last))
            } else {
                let index =
                    random.chance(0.6) ? min(3, plain.count - 1) : Int.random(in: 0..<plain.count, using: &random)
                let ticket = plain[index].ticket
                if random.chance(0.8) {
                    queue.remove(ticket)
                    plain.remove(at: index)
                } else {
                    queue.update(ticket) { $0.number = $0.ticket.number }
                    plain[index].number = ticket.number
                    #expect(queue.ticket(of: ticket.number) == ticket)
                }
            }
            #expect(queue.count == plain.count)
            guard step % 100 == 0 else { continue }
            #expect(queue.items == plain, "seed \(seed), step \(step)")
            for item in plain { #expect(queue[item.ticket] == item) }
            var made = OutboxQueue()
            for item in plain { made.append(item) }
            #expect(queue == made && queue.hashValue == made.hashValue)
            #expect(queue.open[.lobby] ?? 0 == plain.count && queue.numbered == plain.count { $0.number != nil })
        }
    }

    @Test func `one that stays at the beginning does not keep the space of those behind it`() {
        var queue = OutboxQueue()
        queue.append(item(1))
        for ticket in 2..<20_000 {
            queue.append(item(UInt64(ticket)))
            if ticket > 2 { queue.remove(Ticket(UInt64(ticket) - 1)) }
        }
        #expect(queue.items == [item(1), item(19_999)])
        #expect(queue.list.blocks.count < 100)
    }

    @Test(arguments: [1_000, 20_000])
    func `a change of a copy copies few items, however many items there are`(_ count: UInt64) {
        var queue = OutboxQueue()
        for ticket in 1...count { queue.append(item(ticket)) }
        let changes: [(inout OutboxQueue) -> Void] = [
            { $0.append(self.item(count + 1)) }, { $0.remove(Ticket(count / 2)) },
            { $0.update(Ticket(7)) { $0.number = 1 } },
        ]
        for change in changes {
            let before = queue
            change(&queue)
            #expect(queue.copied(from: before) <= 256, "\(count)")
        }
    }
}

extension OutboxQueue {
    /// How many items and places are in parts that it does not share with an earlier copy.
    func copied(from earlier: OutboxQueue) -> Int {
        let blocks = zip(list.blocks, earlier.list.blocks).filter { $0.address != $1.address }
        let parts = zip(places.parts, earlier.places.parts).filter {
            unsafeBitCast($0, to: UInt.self) != unsafeBitCast($1, to: UInt.self)
        }
        return blocks.reduce(0) { $0 + $1.0.count } + parts.reduce(0) { $0 + $1.0.count }
    }
}

extension Array {
    fileprivate var address: UnsafeRawPointer? { withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) } }
}
