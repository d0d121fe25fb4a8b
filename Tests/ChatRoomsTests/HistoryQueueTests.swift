import ChatRooms
import ChatWire
import Testing

@Suite struct HistoryQueueTests {
    private let here = ClientAddress(.v4(1), isLocal: false)

    @Test func `pages that wait are bounded by user and by address, but not at a local address`() {
        var queue = HistoryQueue<Int>()
        let ann = UserID(high: 1, low: 1)
        let own = (0...Limits.historyQueuePerUser).map { queue.add($0, of: ann, at: here)?.code }
        #expect(own.dropLast().allSatisfy { $0 == nil } && own.last == .overloaded)
        var number: UInt64 = 1
        var waiting = Limits.historyQueuePerUser
        func add(at client: ClientAddress) -> WireError? {
            number += 1
            return queue.add(0, of: UserID(high: 1, low: number), at: client)
        }
        while waiting < Limits.historyQueuePerAddress, add(at: here) == nil { waiting += 1 }
        #expect(waiting == Limits.historyQueuePerAddress)
        #expect(add(at: here)?.code == .overloaded)
        let local = ClientAddress(.fileSystem, isLocal: true)
        while waiting < Limits.historyQueue, add(at: local) == nil { waiting += 1 }
        #expect(waiting == Limits.historyQueue)
        #expect(add(at: local)?.code == .overloaded)
    }

    @Test func `a page is told with its request's number, and with the head`() throws {
        let store = MemoryStore()
        _ = try store.append(
            Batch(drafts: [Submission.send("a"), .send("b"), .send("c")].compactMap(\.draft)))
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
