import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

/// A commit comes while something is read for a user.
@Suite struct ReadRaceTests {
    private let group = RoomName.newGroup()
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func draft(_ id: UInt64, _ author: Author, _ mutation: Mutation) -> Draft {
        Draft(
            room: group, id: EventID(high: 1, low: id), at: Int64(id), author: author, idempotencyKey: nil,
            mutation: mutation)
    }

    private func change(_ member: Author, _ action: MembershipChange.Action) -> Mutation {
        .membership(MembershipChange(member.user, action))
    }

    /// Ann's group, with Bob in it.
    private func store() throws -> InterruptedStore {
        let store = InterruptedStore()
        let drafts = [
            draft(1, ann, .settings(SettingsChange(title: "Tea", newcomers: .joined))),
            draft(2, ann, change(bob, .invite)), draft(3, bob, change(bob, .join)),
            draft(4, ann, .message(text: "for Bob, too")),
        ]
        _ = try store.append(Batch(drafts: drafts))
        return store
    }

    private func read(_ store: InterruptedStore) throws -> Result<[Seq], WireError> {
        let request = ReadRequest(
            .history(group, .newest, limit: 10), for: Visitor(bob.user), ref: 1,
            origin: Origin(table: 0, connection: 1))
        return try request.answer(from: store, at: 100).map { answer in
            if case .page(_, _, _, _, let events) = answer.frame { events.map(\.seq) } else { [] }
        }
    }

    @Test func `a page that was read across a removal is not served`() throws {
        let store = try store()
        #expect(try read(store).refusal == nil)
        store.meanwhile = [draft(5, ann, change(bob, .remove)), draft(6, ann, .message(text: "not for Bob"))]
        #expect(try read(store).refusal?.code == .noSuchRoom)
    }

    @Test func `a page that was read across a removal and a return begins with the return`() throws {
        let store = try store()
        store.meanwhile = [
            draft(5, ann, change(bob, .remove)), draft(6, ann, .message(text: "not for Bob")),
            draft(7, ann, change(bob, .invite)), draft(8, bob, change(bob, .join)),
        ]
        #expect(try read(store).get() == [8])
    }
}

/// A store in which a commit comes just before a page of history is read.
///
/// @unchecked: a test runs on one thread.
private final class InterruptedStore: ForwardingStore, @unchecked Sendable {
    let base = MemoryStore()
    var meanwhile: [Draft] = []

    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        if !meanwhile.isEmpty { _ = try base.append(Batch(drafts: meanwhile)) }
        meanwhile = []
        return try base.history(of: room, at: anchor, limit: limit)
    }
}
