import ChatRooms
import ChatWire
import Testing

@Suite struct HistoryQueueTests {
    private let here = ClientAddress(.v4(1), isLocal: false)

    /// Adds work. Returns whether there was a place for it.
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

    @Test func `an address can't have all readers at once, except a local one`() {
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
        // Nobody waits for the first one any more: it costs nothing, and the next one can begin.
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

    @Test func `the networks of two sites do not keep an address waiting that has read before`() {
        let (page, costly): (Int64, Int64) = (1_000_000, 20_000_000)
        var queue = HistoryQueue<Int>(readers: 2)
        var networks = 0
        /// A page of a network that has asked for nothing yet, of one of the two sites.
        func addNext() {
            networks += 1
            let site: UInt64 = networks.isMultiple(of: 2) ? 0x2001_0DB8_0001 : 0x2001_0DB8_0002
            let network = ClientAddress(.v6(site << 16 | UInt64(networks)), isLocal: false)
            #expect(add(networks, of: UserID(high: 2, low: UInt64(networks)), at: network, to: &queue))
        }
        let ann = UserID(high: 1, low: 1)
        for _ in 0..<10 {
            guard add(0, of: ann, at: here, to: &queue), let (_, owner) = queue.next(at: 0) else {
                Issue.record("there was no place")
                return
            }
            queue.ended(owner, page, at: 0)
        }
        for _ in 0..<200 { addNext() }
        #expect(add(0, of: ann, at: here, to: &queue))
        var before = 0
        while let (work, owner) = queue.next(at: 0), work != 0 {
            before += 1
            queue.ended(owner, costly, at: 0)
            addNext()
        }
        #expect(before <= 2)
    }

    @Test func `the networks of a site wait in as many places as an address, and leave the others theirs`() {
        var queue = HistoryQueue<Int>()
        var added = 0
        for number in 0..<Limits.historyQueue {
            let network = ClientAddress(.v6(0x2001_0DB8_0001_0000 + UInt64(number)), isLocal: false)
            if add(number, of: UserID(high: 1, low: UInt64(number)), at: network, to: &queue) { added += 1 }
        }
        #expect(added == Limits.historyQueuePerAddress)
        #expect(add(1, of: UserID(high: 2, low: 1), at: here, to: &queue))
    }

    @Test func `a single reader reads for everyone`() {
        var queue = HistoryQueue<Int>(readers: 1)
        #expect(add(1, of: UserID(high: 1, low: 1), at: here, to: &queue))
        #expect(queue.next(at: 0)?.work == 1)
    }

    @Test func `a page has its request's number, and the head`() throws {
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
