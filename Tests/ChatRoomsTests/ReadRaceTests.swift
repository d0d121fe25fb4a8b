import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

/// A commit comes while something is read for a user.
@Suite struct ReadRaceTests {
    private let group = RoomName.newGroup()
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func newEvent(_ id: UInt64, _ author: Author, _ mutation: Mutation, in room: RoomName? = nil) -> NewEvent {
        NewEvent(
            room: room ?? group, id: EventID(high: 1, low: id), at: Int64(id), author: author, idempotencyKey: nil,
            mutation: mutation)
    }

    private func change(_ member: Author, _ action: MembershipChange.Action) -> Mutation {
        .membership(MembershipChange(member.user, action))
    }

    /// Ann's group, with Bob in it.
    private func store() throws -> InterruptedStore {
        let store = InterruptedStore()
        let newEvents = [
            newEvent(1, ann, .settings(SettingsChange(title: "Tea", newcomers: .joined))),
            newEvent(2, ann, change(bob, .invite)), newEvent(3, bob, change(bob, .join)),
            newEvent(4, ann, .message(text: "for Bob, too")),
        ]
        _ = try store.append(Batch(newEvents: newEvents))
        return store
    }

    private func answer(_ query: StoreQuery, _ store: InterruptedStore) throws -> Result<ServerFrame, WireError> {
        let request = ReadRequest(
            query, for: Visitor(bob.user, name: "bob"), ref: 1, origin: Origin(table: 0, connection: 1))
        return try request.answer(from: store, at: 100).map(\.frame)
    }

    private func read(_ store: InterruptedStore) throws -> Result<[Seq], WireError> {
        try answer(.history(group, .newest, limit: 10), store).map { frame in
            if case .page(_, _, _, _, let events) = frame { events.map(\.seq) } else { [] }
        }
    }

    /// What moderators may read of the group.
    private var ofModerators: [StoreQuery] {
        [.reports(group, after: nil), .held(group, after: nil), .actions(group, before: nil)]
    }

    /// What may be read of the group.
    private var queries: [StoreQuery] {
        [
            .history(group, .newest, limit: 10), .people(group, after: nil), .links(group),
            .search(group, WordSearch("for"), before: nil),
        ] + ofModerators
    }

    private func link(_ id: UInt64) -> Mutation { .link(LinkChange(making: LinkID(high: 9, low: id))) }

    @Test func `a page that was read across a removal is not served`() throws {
        let store = try store()
        #expect(try read(store).refusal == nil)
        store.meanwhile = [newEvent(5, ann, change(bob, .remove)), newEvent(6, ann, .message(text: "not for Bob"))]
        #expect(try read(store).refusal?.code == .noSuchRoom)
    }

    @Test func `a page that was read across a removal and a return begins with the return`() throws {
        let store = try store()
        store.meanwhile = [
            newEvent(5, ann, change(bob, .remove)), newEvent(6, ann, .message(text: "not for Bob")),
            newEvent(7, ann, change(bob, .invite)), newEvent(8, bob, change(bob, .join)),
        ]
        #expect(try read(store).get() == [8])
    }

    @Test func `nothing that was read across a removal is served`() throws {
        for query in queries {
            let store = try store()
            _ = try store.append(Batch(newEvents: [newEvent(5, ann, change(bob, .role(.moderator)))]))
            #expect(try answer(query, store).refusal == nil, "\(query)")
            store.meanwhile = [newEvent(6, ann, change(bob, .remove))]
            #expect(try answer(query, store).refusal?.code == .noSuchRoom, "\(query)")
        }
    }

    @Test func `what only moderators may read is not served to one who no longer is`() throws {
        for query in ofModerators {
            let store = try store()
            _ = try store.append(Batch(newEvents: [newEvent(5, ann, change(bob, .role(.moderator)))]))
            store.meanwhile = [newEvent(6, ann, change(bob, .role(.member)))]
            #expect(try answer(query, store).refusal?.code == .notAllowed, "\(query)")
        }
    }

    @Test func `somebody who no longer moderates gets only their own links`() throws {
        let store = try store()
        _ = try store.append(
            Batch(newEvents: [
                newEvent(5, ann, change(bob, .role(.moderator))), newEvent(6, ann, link(1)), newEvent(7, bob, link(2)),
            ]))
        func makers() throws -> [UserID] {
            if case .links(_, _, let links) = try answer(.links(group), store).get() { links.map(\.maker) } else { [] }
        }
        #expect(try makers() == [ann.user, bob.user])
        store.meanwhile = [newEvent(8, ann, change(bob, .role(.member)))]
        #expect(try makers() == [bob.user])
    }

    @Test func `people who came and went while a user was out of the group are not served`() throws {
        let store = try store()
        let cleo = Author(user: UserID(high: 3, low: 3), name: "cleo")
        store.meanwhile = [newEvent(5, ann, change(bob, .remove)), newEvent(6, ann, change(cleo, .invite))]
        store.later = [
            newEvent(7, ann, change(cleo, .remove)), newEvent(8, ann, change(bob, .invite)),
            newEvent(9, bob, change(bob, .join)),
        ]
        var people: [Person] = []
        if case .people(_, _, let page, _) = try answer(.people(group, after: nil), store).get() { people = page }
        #expect(people.map(\.author.user) == [ann.user, bob.user])
    }

    @Test func `many mentions in one room do not keep the others off the page`() throws {
        let store = InterruptedStore()
        let names = ["busy", "crowded", "quiet"].compactMap { RoomName($0) }
        for (name, count) in zip(names, [Limits.mentionScan, Limits.mentionScanLeast, 3]) {
            let follow = Mutation.choose(ChoiceChange(name, isFollowed: true))
            var newEvents = [newEvent(1, bob, follow, in: .own(bob.user))]
            for number in 0..<count {
                newEvents.append(newEvent(UInt64(number) + 2, ann, .message(text: "@bob"), in: name))
            }
            _ = try store.append(Batch(newEvents: newEvents))
        }
        guard case .rooms(_, let rooms, _, _, let next, _) = try answer(.rooms(after: nil), store).get() else {
            Issue.record("no list")
            return
        }
        #expect(rooms.map(\.room) == names && next == nil)
        #expect(rooms.map(\.mentions) == [Limits.unreadCount, UInt64(Limits.mentionScanLeast), 3])
        #expect(rooms.map(\.isExact) == [false, false, true], "the messages that a page looks at are used up")
    }

    @Test func `mentions of a time after a removal do not count`() throws {
        let store = try store()
        func mentions() throws -> UInt64? {
            guard case .rooms(_, let rooms, _, _, _, _) = try answer(.rooms(after: nil), store).get() else {
                return nil
            }
            return rooms.first { $0.room == group }?.mentions
        }
        _ = try store.append(Batch(newEvents: [newEvent(5, ann, .message(text: "@bob"))]))
        #expect(try mentions() == 1)
        store.beforeMentions = [
            newEvent(6, ann, change(bob, .remove)), newEvent(7, ann, .message(text: "@bob is out")),
        ]
        #expect(try mentions() == 0)
    }
}

/// A store in which commits come between the reads of one request.
///
/// @unchecked: a test runs on one thread.
private final class InterruptedStore: ForwardingStore, @unchecked Sendable {
    let base = MemoryStore()
    /// What is committed after a user's access was read for the first time.
    var meanwhile: [NewEvent] = []
    /// What is committed before it is read again.
    var later: [NewEvent] = []
    /// What is committed before mentions are counted.
    var beforeMentions: [NewEvent] = []

    func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing {
        if meanwhile.isEmpty { try commit(&later) }
        return try base.standing(of: user, in: room)
    }

    func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        let info = try base.info(of: room, for: user)
        try commit(&meanwhile)
        return info
    }

    func mentions(
        of reader: Author, in room: RoomName, after seq: Seq, most: Int
    ) throws(StoreError) -> (count: UInt64, scanned: Int) {
        try commit(&beforeMentions)
        return try base.mentions(of: reader, in: room, after: seq, most: most)
    }

    private func commit(_ newEvents: inout [NewEvent]) throws(StoreError) {
        let due = newEvents
        newEvents = []
        if !due.isEmpty { _ = try base.append(Batch(newEvents: due)) }
    }
}
