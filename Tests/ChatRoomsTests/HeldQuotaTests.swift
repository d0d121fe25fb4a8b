import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

@Suite struct HeldQuotaTests {
    private let store = MemoryStore()
    private var group = GroupCommit(newRooms: RoomRates(user: nil, address: nil))
    private let far = ClientAddress(.v4(0x0A00_0009), isLocal: false)
    private let near = ClientAddress(.fileSystem, isLocal: true)

    private mutating func send(
        _ count: Int, _ verdict: FilterVerdict, from client: ClientAddress, at now: Int64 = 0
    ) -> [WireError.Code?] {
        let submissions = (0..<count).map { _ in
            var newEvent = NewEvent(
                room: .lobby, id: .random(), at: 1, author: Author(user: .issued(), name: "ann"), idempotencyKey: nil,
                mutation: .message(text: "coins"))
            newEvent.verdict = verdict
            return Submission(
                origin: Origin(table: 0, connection: 1), ref: 1, client: client, request: .append(newEvent),
                submitted: now
            )
        }
        let committed = group.commit(CommitBatch(submissions), to: store, at: now) {
            batch throws(StoreError) in try store.append(batch)
        }
        return committed.replies.map { if case .refused(let error) = $0.result { error.code } else { nil } }
    }

    @Test mutating func `the users of an address have so many messages held at once, and as many again in an hour`() {
        #expect(send(1, .allowed, from: far) == [nil])
        let most = Limits.heldPerAddress
        let held = send(most + 2, .held, from: far)
        #expect(held.prefix(most).allSatisfy { $0 == .held } && held.suffix(2) == [.filtered, .filtered])
        // What is not held is sent, and others are not concerned.
        #expect(send(1, .allowed, from: far) == [nil])
        #expect(send(1, .held, from: near) == [.held])
        let pause = Int64(Limits.heldPeriod) * 1_000_000_000 / Int64(most)
        #expect(send(1, .held, from: far, at: pause - 1) == [.filtered])
        #expect(send(1, .held, from: far, at: pause) == [.held])
    }
}
