import ChatRooms
import ChatTesting
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
            let read = ReadRequest(
                .history(.lobby, .newest, limit: 50), for: Visitor(UserID(high: 1, low: 1)), ref: 1,
                origin: Origin(table: 0, connection: 1))
            let request = HistoryReader.Request(read: read, isAwaited: NIOLockedValueBox(isAwaited))
            let refusal = reader.read(request, for: UserID(high: 1, low: 1), at: ClientAddress(nil))
            #expect(refusal == nil)
        }
        await reader.finish()
        #expect(store.pages.withLockedValue { $0 } == 2)
        try await group.shutdownGracefully()
    }
}

/// Counts the pages that are read from it.
private final class CountingStore: ForwardingStore {
    let pages = NIOLockedValueBox(0)
    let base = MemoryStore()

    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        pages.withLockedValue { $0 += 1 }
        return try base.history(of: room, at: anchor, limit: limit)
    }
}
