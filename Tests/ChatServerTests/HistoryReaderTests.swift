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

    @Test func `a newcomer starts the reader that is kept for other sites`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let store = CountingStore()
        let jobs = NIOLockedValueBox<[WorkQueue.Work]>([])
        var environment = ServerEnvironment()
        environment.queues.historyReaders = (0..<2).map { _ in
            WorkQueue { job in jobs.withLockedValue { $0.append(job) } }
        }
        let reader = HistoryReader(
            store: store, fanout: Fanout(loops: group.makeIterator()), environment: environment)
        @Sendable func ask(_ user: UInt64, at network: ClientAddress.Network) -> WireError? {
            let user = UserID(high: 1, low: user)
            let read = ReadRequest(
                .history(.lobby, .newest, limit: 1), for: Visitor(user), ref: 1,
                origin: Origin(table: 0, connection: user.low))
            let request = HistoryReader.Request(read: read, isAwaited: NIOLockedValueBox(true))
            return reader.read(request, for: user, at: ClientAddress(network, isLocal: false))
        }
        @Sendable func runJobs() {
            for job in jobs.withLockedValue({ jobs in
                let all = jobs; jobs = []; return all
            }) { job() }
        }
        #expect(ask(0, at: .v6(0x2001_0DB8_0001_0000)) == nil)
        // While the site's first page is read, its networks take all its places, and the other
        // reader stops.
        store.onFirstPage.withLockedValue {
            $0 = {
                for number in 0..<Limits.historyQueuePerAddress {
                    let network = UInt64(number / 256)
                    let refusal = ask(
                        UInt64(1 + number / Limits.historyQueuePerUser), at: .v6(0x2001_0DB8_0001_0000 + network))
                    #expect(refusal == nil)
                }
                runJobs()
                #expect(store.pages.withLockedValue { $0 } == 1 && jobs.withLockedValue { $0.isEmpty })
                #expect(ask(9_999, at: .v4(1)) == nil)
                runJobs()
                #expect(store.pages.withLockedValue { $0 } == 2)
            }
        }
        runJobs()
        #expect(store.pages.withLockedValue { $0 } == Limits.historyQueuePerAddress + 2)
        try await group.shutdownGracefully()
    }
}

/// Counts the pages that are read from it.
private final class CountingStore: ForwardingStore {
    let pages = NIOLockedValueBox(0)
    /// Called while the first page is read.
    let onFirstPage = NIOLockedValueBox<(@Sendable () -> Void)?>(nil)
    let base = MemoryStore()

    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        pages.withLockedValue { $0 += 1 }
        if let body = onFirstPage.withLockedValue({ body in
            defer { body = nil }; return body
        }) {
            body()
        }
        return try base.history(of: room, at: anchor, limit: limit)
    }
}
