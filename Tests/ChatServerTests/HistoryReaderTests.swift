import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOPosix
import Testing

@testable import ChatServer

@Suite struct HistoryReaderTests {
    @Test func `a page that nobody waits for any more is not read`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let store = CountingStore()
        let reader = HistoryReader(store: store, fanout: Fanout(loops: group.makeIterator()))
        for isAwaited in [true, false, true] {
            let page = HistoryRequest(
                .lobby, .newest, limit: 50, ref: 1, origin: Origin(table: 0, connection: 1))
            let request = HistoryReader.Request(page: page, isAwaited: NIOLockedValueBox(isAwaited))
            let refusal = reader.read(request, for: UserID(high: 1, low: 1), at: ClientAddress(nil))
            #expect(refusal == nil)
        }
        await reader.finish()
        #expect(store.pages.withLockedValue { $0 } == 2)
        try await group.shutdownGracefully()
    }
}

/// Counts the pages that are read of it.
private final class CountingStore: MessageStore {
    let pages = NIOLockedValueBox(0)
    private let log = MemoryStore()

    var epoch: Epoch { log.epoch }

    func append(_ batch: Batch) throws(StoreError) -> Appended { try log.append(batch) }

    func mark(of user: UserID, in room: RoomName) throws(StoreError) -> UInt64? { try log.mark(of: user, in: room) }

    func head(of room: RoomName) throws(StoreError) -> UInt64 { try log.head(of: room) }

    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        pages.withLockedValue { $0 += 1 }
        return try log.history(of: room, at: anchor, limit: limit)
    }

    func file(_ id: FileID) throws(StoreError) -> FileRecord? { try log.file(id) }

    func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try log.fileBytes(of: user, except: except)
    }

    func filePlaces() throws(StoreError) -> Set<FilePlace> { try log.filePlaces() }

    func close() throws(StoreError) { try log.close() }
}
