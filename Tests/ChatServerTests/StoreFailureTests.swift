import ChatRooms
import ChatTesting
import ChatWire
import Foundation
import NIOPosix
import Testing

@testable import ChatServer

/// A store whose appends throw `error`: after `good` good ones, `bad` times.
private final class FailingStore: ForwardingStore {
    let base = MemoryStore()
    private let good: Int
    private let bad: Int
    private let error: StoreError
    private let appends = Counter()

    init(good: Int, bad: Int = .max, error: StoreError = .failed("the disk is gone")) {
        self.good = good
        self.bad = bad
        self.error = error
    }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        let number = appends.next()
        guard number <= good || number - good > bad else { throw error }
        return try base.append(batch)
    }
}

private final class Counter: @unchecked Sendable {  // the lock guards the count
    private let lock = NSLock()
    private var count = 0

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}

/// A store that holds its first append until it is let go, and can't read the head of one room.
final class HoldingStore: ForwardingStore {
    let base = MemoryStore()
    private let appends = Counter()
    let letGo = DispatchSemaphore(value: 0)
    private let (held, holds) = AsyncStream.makeStream(of: Void.self)
    static let unreadable = RoomName("unreadable")

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        if appends.next() == 1 {
            holds.finish()
            letGo.wait()
        }
        return try base.append(batch)
    }

    /// Returns when the first append is being held.
    func isHolding() async { for await _ in held {} }

    func head(of room: RoomName) throws(StoreError) -> Seq {
        if room == Self.unreadable { throw .unreadable("a sector can't be read") }
        return try base.head(of: room)
    }
}

@Suite struct StoreFailureTests {
    @Test func `a store that does not answer makes the server not ready, until it does`() async throws {
        let store = HoldingStore()
        let time = Locked(Int64(0))
        var environment = ServerEnvironment()
        environment.clock = ServerClock { (wall: 0, monotonic: time.withLock { $0 }) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let fanout = Fanout(loops: group.makeIterator(), environment: environment)
        let committer = Committer(
            store: store, fanout: fanout, presence: PresenceService(fanout: fanout, budgets: UserBudgets(nil)),
            environment: environment, onFailure: { _ in })
        #expect(committer.runningCommit == 0)
        committer.forgetUnused(before: 0)
        await store.isHolding()
        time.withLock { $0 = (Limits.storeDeadline - 1) * 1_000_000 }
        #expect(committer.runningCommit == Limits.storeDeadline - 1 && !committer.isStoreHanging)
        time.withLock { $0 += 1_000_000 }
        #expect(committer.isStoreHanging)
        #expect(!Health(isAccepting: true, isStoreHanging: true).isReady)
        store.letGo.signal()
        await committer.close(WireError(.shuttingDown, ""))
        #expect(committer.runningCommit == 0 && !committer.isStoreHanging)
        try await group.shutdownGracefully()
    }

    @Test(.timeLimit(.minutes(5)))
    func `a head that can't be read refuses its own join, and the server goes on`() async throws {
        let store = HoldingStore()
        let unreadable = try #require(HoldingStore.unreadable)
        try await withServer(store) { port in
            let client = try await TestClient(port: port)
            try await client.enter()
            client.send(.mutate(room: .lobby, number: 1, .message(text: "held")), ref: 1)
            client.send(.mutate(room: .lobby, number: 2, .message(text: "behind it")), ref: 2)
            client.send(.join(room: unreadable, since: nil), ref: 3)
            client.send(.ping, ref: 4)
            // The server has read all four; the second and the third wait for one turn.
            try await client.next { if case .pong(ref: 4, _) = $0 { () } else { nil } }
            store.letGo.signal()
            try await client.acknowledged(1)
            try await client.acknowledged(2)
            try await client.refused(3)
            client.send(.ping, ref: 5)
            try await client.next { if case .pong(ref: 5, _) = $0 { () } else { nil } }
        }
    }

    @Test(arguments: [
        (StoreError.full("no space"), WireError.Code.storageFailed),
        (.busy("no descriptor"), .overloaded), (.unreadable("a sector"), .storageFailed), (.damaged("a row"), .damaged),
    ])
    func `an error that leaves nothing in doubt refuses the batch, and the server goes on`(
        error: StoreError, code: WireError.Code
    ) async throws {
        let store = FailingStore(good: 0, bad: 1, error: error)
        try await withServer(store) { port in
            let client = try await TestClient(port: port)
            try await client.enter()
            client.send(.mutate(room: .lobby, number: 1, .message(text: "refused")), ref: 1)
            let refusal = try await client.next { if case .error(ref: 1, let error) = $0 { error } else { nil } }
            #expect(refusal.code == code)
            client.send(.mutate(room: .lobby, number: 2, .message(text: "stored")), ref: 2)
            // While the disk is full, nothing is stored for a while.
            if case .full = error { try await client.refused(2) } else { try await client.acknowledged(2) }
        }
    }

    @Test func `after the disk has failed nothing is acknowledged or shown, and the server ends with the reason`()
        async throws
    {
        let store = FailingStore(good: 1)
        await #expect(throws: StoreError.failed("the disk is gone")) {
            try await withServer(store) { port in
                let listener = try await TestClient(port: port)
                try await listener.enter()
                let speaker = try await TestClient(port: port)
                try await speaker.enter()
                speaker.send(.mutate(room: .lobby, number: 1, .message(text: "kept")), ref: 1)
                try await speaker.acknowledged(1)
                speaker.send(.mutate(room: .lobby, number: 2, .message(text: "lost")), ref: 2)
                let refusal = try await speaker.next { if case .error(ref: 2, let error) = $0 { error } else { nil } }
                #expect(refusal.code == .storageFailed)
                #expect(try await speaker.closed() == .storageFailed)
                var seen: [Seq] = []
                while let seq = try? await listener.next({
                    if case .event(_, _, let event) = $0 { event.seq } else { nil }
                }) {
                    seen.append(seq)
                }
                #expect(seen == [1])
            }
        }
        #expect(try store.head(of: .lobby) == 1)
    }
}

extension TestClient {
    /// Waits for the refusal of a request that ran into a store that can't be read.
    fileprivate func refused(_ ref: UInt64) async throws {
        let refusal = try await next { if case .error(ref: ref, let error) = $0 { error } else { nil } }
        #expect(refusal.code == .storageFailed && refusal.retry != nil)
    }
}
