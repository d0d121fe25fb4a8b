import ChatRooms
import ChatTesting
import ChatWire
import Testing

struct ConformanceTests {
    @Test(arguments: StoreKind.allCases, MessageStoreConformance.cases)
    func `a store keeps its duties`(kind: StoreKind, duty: MessageStoreConformance.Case) throws {
        try withFolder { folder in
            let failures = MessageStoreConformance { try kind.store(in: folder) }.failures(of: duty)
            #expect(failures.isEmpty)
        }
    }

    @Test func `a store that forgets numbers is found out`() {
        let failures = MessageStoreConformance { Forgetful() }.failures()
        #expect(failures.contains { $0.name == "the same number again gives the first event again" })
        #expect(failures.contains { $0.name == "each user has one in each room, and it never goes back" })
    }
}

/// A store that ignores idempotency keys and read marks.
private struct Forgetful: ForwardingStore {
    let base = MemoryStore()

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        var batch = batch
        for index in batch.newEvents.indices { batch.newEvents[index].idempotencyKey = nil }
        batch.marks = []
        return try base.append(batch)
    }
}
