import ChatRooms
import ChatWire
import InMemoryTracing
import NIOConcurrencyHelpers
import NIOPosix
import Testing

@testable import ChatServer

@Suite struct TraceTests {
    @Test func `a commit and a page have a span, with counts and nothing else`() async throws {
        let tracer = InMemoryTracer()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let fanout = Fanout(loops: group.makeIterator())
        let store = MemoryStore()
        let presence = PresenceService(fanout: fanout, budgets: UserBudgets(nil))
        let committer = Committer(
            store: store, fanout: fanout, presence: presence, traces: Traces(tracer), onFailure: { _ in })
        let newEvent = NewEvent(
            room: .lobby, id: .random(), at: 1, author: Author(user: .issued(), name: "canary"), idempotencyKey: nil,
            after: nil,
            mutation: .message(text: "canary"))
        let origin = Origin(table: 0, connection: 1)
        let refusal = committer.submit(
            Submission(origin: origin, ref: 1, client: ClientAddress(nil), request: .append(newEvent), submitted: 0))
        #expect(refusal == nil)
        await committer.close(WireError(.shuttingDown, ""))
        let reader = HistoryReader(store: store, fanout: fanout, traces: Traces(tracer))
        let read = ReadRequest(
            .history(.lobby, .newest, limit: 50), for: Visitor(UserID(high: 1, low: 1)), ref: 1, origin: origin)
        let request = HistoryReader.Request(read: read, isAwaited: NIOLockedValueBox(true))
        let refusalOfPage = reader.read(request, for: UserID(high: 1, low: 1), at: ClientAddress(nil))
        #expect(refusalOfPage == nil)
        await reader.finish()
        #expect(tracer.finishedSpans.map(\.operationName) == ["martlet.commit", "martlet.history"])
        #expect(tracer.finishedSpans.map { $0.attributes.count } == [1, 1])
        #expect(tracer.finishedSpans.first?.attributes.get("martlet.commit.sends") == .int64(1))
        #expect(tracer.finishedSpans.last?.attributes.get("martlet.history.events") == .int64(1))
        #expect(tracer.activeSpans.isEmpty)
        try await group.shutdownGracefully()
    }

    @Test func `without a tracer there is no span`() {
        #expect(Traces().begin("martlet.commit") == nil)
    }
}
