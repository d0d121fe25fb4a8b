import ChatRooms
import ChatWire
import Testing

@Suite struct HistoryQueueTests {
    private let here = ClientAddress(.v4(1), isLocal: false)

    /// Whether there was a place for it.
    private func add(
        _ work: Int, of user: UserID, at client: ClientAddress, to queue: inout HistoryQueue<Int>
    ) -> Bool {
        if case .added = queue.add(work, of: user, at: client) { true } else { false }
    }

    @Test func `pages that wait are bounded by user and by address, but not at a local address`() {
        var queue = HistoryQueue<Int>()
        let ann = UserID(high: 1, low: 1)
        let own = (0...Limits.historyQueuePerUser).map { add($0, of: ann, at: here, to: &queue) }
        #expect(own.dropLast().allSatisfy { $0 } && own.last == false)
        var number: UInt64 = 1
        var waiting = Limits.historyQueuePerUser
        func addNext(at client: ClientAddress) -> Bool {
            number += 1
            return add(0, of: UserID(high: 1, low: number), at: client, to: &queue)
        }
        while waiting < Limits.historyQueuePerAddress, addNext(at: here) { waiting += 1 }
        #expect(waiting == Limits.historyQueuePerAddress)
        #expect(!addNext(at: here))
        let local = ClientAddress(.fileSystem, isLocal: true)
        while waiting < Limits.historyQueue, addNext(at: local) { waiting += 1 }
        #expect(waiting == Limits.historyQueue)
        #expect(!addNext(at: local))
    }

    @Test func `an address does not have all readers at once, but a local one`() {
        let there = ClientAddress(.v4(2), isLocal: false)
        let local = ClientAddress(.fileSystem, isLocal: true)
        var queue = HistoryQueue<Int>(readers: 2)
        for number in 0..<3 { #expect(add(number, of: UserID(high: 1, low: 1), at: here, to: &queue)) }
        let first = queue.next(at: 0)
        #expect(first?.work == 0)
        // The other reader is free for other addresses.
        #expect(queue.next(at: 0) == nil && !queue.isEmpty)
        #expect(add(10, of: UserID(high: 1, low: 2), at: there, to: &queue))
        let other = queue.next(at: 0)
        #expect(other?.work == 10)
        // Nobody waits for the first any more: it costs nothing, and makes place for the next.
        if let first { queue.ended(first.owner, nil, at: 0) }
        let second = queue.next(at: 0)
        #expect(second?.work == 1 && queue.next(at: 0) == nil)
        if let other { queue.ended(other.owner, 1_000_000, at: 0) }
        #expect(queue.next(at: 0) == nil)
        if let second { queue.ended(second.owner, 1_000_000, at: 0) }
        #expect(queue.next(at: 0)?.work == 2)
        for number in 20..<22 { #expect(add(number, of: UserID(high: 1, low: 3), at: local, to: &queue)) }
        #expect(queue.next(at: 0)?.work == 20 && queue.next(at: 0)?.work == 21)
    }

    @Test func `the networks of one site do not have all readers at once`() {
        var queue = HistoryQueue<Int>(readers: 2)
        for number in 0..<2 {
            let network = ClientAddress(.v6(0x2001_0DB8_0001_0000 + UInt64(number)), isLocal: false)
            #expect(add(number, of: UserID(high: 1, low: 1), at: network, to: &queue))
        }
        #expect(queue.next(at: 0)?.work == 0 && queue.next(at: 0) == nil)
    }

    @Test func `a single reader reads for everyone`() {
        var queue = HistoryQueue<Int>(readers: 1)
        #expect(add(1, of: UserID(high: 1, low: 1), at: here, to: &queue))
        #expect(queue.next(at: 0)?.work == 1)
    }

    @Test func `a page is told with its request's number, and with the head`() throws {
        let store = MemoryStore()
        _ = try store.append(
            Batch(newEvents: [Submission.send("a"), .send("b"), .send("c")].compactMap(\.newEvent)))
        let request = ReadRequest(
            .history(.lobby, .newest, limit: 2), for: Visitor(.issued()), ref: 7,
            origin: Origin(table: 0, connection: 1))
        let (frame, count) = try request.answer(from: store, at: 0).get()
        guard case .page(7, .lobby, store.epoch, 3, let events) = frame else {
            throw WireError(.badRequest, "no page")
        }
        #expect(events.map(\.seq) == [2, 3] && count == 2)
        try store.close()
        #expect(throws: StoreError.closed) { _ = try request.answer(from: store, at: 0) }
    }
}
