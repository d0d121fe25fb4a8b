import ChatRooms
import ChatWire
import NIOPosix
import Testing

@testable import ChatServer

@Suite struct CommitQueueTests {
    @Test func `joins that wait are bounded, and leave room for what is said`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let fanout = Fanout(loops: group.makeIterator())
        let store = HoldingStore()
        let committer = Committer(
            store: store, fanout: fanout, presence: PresenceService(fanout: fanout, budgets: UserBudgets(nil)),
            onFailure: { _ in })
        let newEvent = NewEvent(
            room: .lobby, id: .random(), at: 1, author: Author(user: .issued(), name: "ann"), idempotencyKey: nil,
            after: nil,
            mutation: .message(text: "held"))
        func submit(_ request: Submission.Request) -> WireError? {
            committer.submit(
                Submission(
                    origin: Origin(table: 0, connection: 1), ref: 1, client: ClientAddress(nil), request: request,
                    submitted: 0))
        }
        #expect(submit(.append(newEvent)) == nil)
        // From here on nothing is taken out of the queue.
        await store.isHolding()
        let join = Submission.Request.join(.lobby, since: nil, Visitor(UserID(high: 1, low: 1)), at: 0)
        var accepted = 0
        while accepted < Limits.commitQueue, submit(join) == nil { accepted += 1 }
        // One site may take half of what joins may take.
        #expect(accepted == Limits.commitQueue / 4)
        #expect(submit(join)?.code == .overloaded)
        #expect(submit(.append(newEvent)) == nil)
        store.letGo.signal()
        await committer.close(WireError(.shuttingDown, ""))
        #expect(try store.head(of: .lobby) == 2)
        try await group.shutdownGracefully()
    }
}
