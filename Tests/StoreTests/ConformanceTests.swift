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

/// A store that takes no notice of idempotency keys and read marks.
private struct Forgetful: MessageStore {
    private let log = MemoryStore()
    var epoch: Epoch { log.epoch }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        var batch = batch
        for index in batch.drafts.indices { batch.drafts[index].idempotencyKey = nil }
        batch.marks = []
        return try log.append(batch)
    }
    func mark(of user: UserID, in room: RoomName) throws(StoreError) -> UInt64? { try log.mark(of: user, in: room) }
    func head(of room: RoomName) throws(StoreError) -> UInt64 { try log.head(of: room) }
    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try log.history(of: room, at: anchor, limit: limit)
    }
    func file(_ id: FileID) throws(StoreError) -> FileRecord? { try log.file(id) }
    func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try log.fileBytes(of: user, except: except)
    }
    func newestUnusedFile() throws(StoreError) -> Int64? { try log.newestUnusedFile() }
    func filePlaces() throws(StoreError) -> Set<FilePlace> { try log.filePlaces() }
    func close() throws(StoreError) { try log.close() }
}
