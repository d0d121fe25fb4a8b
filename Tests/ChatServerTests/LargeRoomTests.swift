import ChatRooms
import ChatWire
import Dispatch
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(5))) struct LargeRoomTests {
    @Test func `the commit after one for a large room waits until every loop has flushed it`() async throws {
        try await withLobby(readers: Limits.largeRoom) { fanout, loop in
            let (busy, sent, isFree) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), NIOLockedValueBox(false)
            )
            loop.execute {
                busy.wait()
                isFree.withLockedValue { $0 = true }
            }
            let mayGoOn = fanout.deliver(lobbyCommit) {
                if isFree.withLockedValue({ $0 }) { sent.signal() }
            }
            #expect(!mayGoOn)
            busy.signal()
            #expect(sent.wait(timeout: .now() + 300) == .success)
        }
    }

    @Test(arguments: [(Limits.largeRoom - 1, 0), (Limits.largeRoom, 1)])
    func `a commit for few readers does not wait for a busy event loop`(_ readers: Int, _ leaving: Int) async throws {
        try await withLobby(readers: readers, leaving: leaving) { fanout, loop in
            let busy = DispatchSemaphore(value: 0)
            loop.execute { busy.wait() }
            #expect(fanout.deliver(lobbyCommit) { Issue.record("Nobody waits for this.") })
            busy.signal()
        }
    }

    @Test func `a room is large as long as it is on any event loop`() throws {
        let largeRooms = LargeRooms()
        let other = try #require(RoomName("other"))
        #expect(!largeRooms.hasOne(for: lobbyCommit))
        largeRooms.set(true, in: .lobby)
        largeRooms.set(true, in: .lobby)
        largeRooms.set(false, in: .lobby)
        #expect(largeRooms.hasOne(for: lobbyCommit))
        #expect(
            !largeRooms.hasOne(for: Commit(rooms: [RoomFrames(room: other, count: 1, submitted: 0)], replies: [[]])))
        largeRooms.set(false, in: .lobby)
        #expect(!largeRooms.hasOne(for: lobbyCommit))
    }

    private var lobbyCommit: Commit {
        Commit(rooms: [RoomFrames(room: .lobby, count: 1, submitted: 0)], replies: [[]])
    }

    /// An event loop with readers of the lobby, some of whom have left.
    private func withLobby(
        readers: Int, leaving: Int = 0, _ body: (Fanout, any EventLoop) throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let (loop, store) = (group.next(), MemoryStore())
        let fanout = Fanout(loops: group.makeIterator())
        let presence = PresenceService(fanout: fanout, budgets: UserBudgets(nil))
        let server = ServerContext(
            fanout: fanout,
            committer: Committer(store: store, fanout: fanout, presence: presence, onFailure: { _ in }),
            history: HistoryReader(store: store, fanout: fanout), presence: presence, files: nil,
            connections: OpenConnections(limit: 1),
            addresses: AddressCounts(limit: 1), addressBudgets: AddressBudgets(nil), authenticator: GuestTokens(),
            epoch: store.epoch, errors: ErrorLog(logger: .silent))
        try await loop.submit {
            guard let table = fanout.table(of: loop) else { return }
            let lines = (0..<readers).map { _ in LineConnection(ClientAddress(nil), table: table, server: server) }
            for line in lines { table.subscribe(line) }
            for line in lines.prefix(leaving) { table.unsubscribe(line) }
        }.get()
        try body(fanout, loop)
        try await group.shutdownGracefully()
    }
}
