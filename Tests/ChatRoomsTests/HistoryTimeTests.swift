import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

/// Pages of history at a time.
@Suite struct HistoryTimeTests {
    private let group = RoomName.newGroup()
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func newEvent(_ at: Int64, _ author: Author, _ mutation: Mutation) -> NewEvent {
        NewEvent(room: group, id: .random(), at: at, author: author, idempotencyKey: nil, mutation: mutation)
    }

    private func change(_ member: Author, _ action: MembershipChange.Action) -> Mutation {
        .membership(MembershipChange(member.user, action))
    }

    /// A group that Bob reads from number 6 on. Event `n` is from the time 10 × `n`.
    private func store() throws -> MemoryStore {
        let store = MemoryStore()
        let settings = Mutation.settings(SettingsChange(title: "Tea", newcomers: .joined))
        var newEvents = [newEvent(10, ann, settings)]
        for at in [20, 30, 40] as [Int64] { newEvents.append(newEvent(at, ann, .message(text: "not for Bob"))) }
        newEvents += [newEvent(50, ann, change(bob, .invite)), newEvent(60, bob, change(bob, .join))]
        for at in [70, 80, 90] as [Int64] { newEvents.append(newEvent(at, ann, .message(text: "for Bob, too"))) }
        _ = try store.append(Batch(newEvents: newEvents))
        return store
    }

    private func page(_ anchor: HistoryAnchor, for reader: Author, limit: Int = 2) throws -> [Seq] {
        let request = ReadRequest(
            .history(group, anchor, limit: limit), for: Visitor(reader.user), ref: 1,
            origin: Origin(table: 0, connection: 1))
        let answer = try request.answer(from: store(), at: 100).get()
        guard case .page(_, _, _, 9, let events) = answer.frame else { return [] }
        return events.map(\.seq)
    }

    @Test(
        arguments: [
            (0, [1, 2]), (10, [1, 2]), (11, [2, 3]), (30, [3, 4]), (90, [8, 9]), (91, [8, 9]), (.max, [8, 9]),
            (.min, [1, 2]),
        ] as [(Int64, [Seq])])
    func `a page is around the first event at that time or later`(at: Int64, seqs: [Seq]) throws {
        #expect(try page(.at(at), for: ann) == seqs)
    }

    @Test(arguments: [0, 1, 10, 30, 50, 51, 60] as [Int64])
    func `before a newcomer's beginning every time leads to the same page`(at: Int64) throws {
        #expect(try page(.at(at), for: bob) == page(.around(6), for: bob))
        #expect(try page(.at(at), for: bob, limit: 50) == [6, 7, 8, 9])
        #expect(try page(.at(at), for: bob, limit: 1) == [6])
    }

    @Test func `after their beginning a newcomer gets the page that everybody gets`() throws {
        for at in [61, 70, 75, 80, 90, 91] as [Int64] {
            for limit in 1...2 {
                #expect(try page(.at(at), for: bob, limit: limit) == page(.at(at), for: ann, limit: limit))
            }
        }
    }

    @Test func `the times of few events are read, also in the longest log and where none can be read`() {
        var reads = 0
        let head = Seq(1 << 40)
        for at in [0, 5, 1 << 39, 1 << 40, (1 << 40) + 1] as [Int64] {
            let window = HistoryWindow(.at(at), limit: 2, head: head) { seq in
                reads += 1
                return Int64(seq.number)
            }
            let first = Seq(UInt64(max(at, 1)))
            #expect(window == HistoryWindow(first > head ? .newest : .around(first), limit: 2, head: head) { _ in nil })
        }
        #expect(reads <= 5 * 42)
        reads = 0
        let window = HistoryWindow(.at(7), limit: 2, head: head) { _ in
            reads += 1
            return nil
        }
        #expect(window.older == head - 1...head && reads <= 41 * (Limits.unreadableTimes + 1))
    }

    @Test func `times that can't be read are passed over`() {
        let times: [Int64?] = [1, 2, nil, nil, 5, nil, 7, nil]
        func first(_ at: Int64) -> Seq? {
            HistoryWindow(.at(at), limit: 1, head: 8) { times[Int(clamping: $0.number) - 1] }.older?.upperBound
        }
        #expect(([1, 2, 3, 5, 6, 7] as [Int64]).map(first) == [1, 2, 5, 5, 7, 7])
        #expect(first(8) == 8, "there is none: the newest page")
    }

    @Test func `times of a clock that was ahead are passed over`() {
        let times: [Int64] = [1, 2, 3, 90, 91, 6, 7, 8]
        func first(_ at: Int64) -> Seq? {
            HistoryWindow(.at(at), limit: 1, head: 8) { times[Int(clamping: $0.number) - 1] }.older?.upperBound
        }
        #expect(([1, 2, 3, 6, 7, 8] as [Int64]).map(first) == [1, 2, 3, 6, 7, 8])
        #expect(first(90) == 8, "there is none: the newest page")
    }
}
