import ChatRooms
import ChatSQL
import ChatTesting
import ChatWire
import GRDB
import Testing

@testable import ChatSQLite

/// How often a commit waits for an answer of the database: each time is a round trip where that is
/// another machine, and everybody waits for it.
@Suite struct ReadingAheadTests {
    private let ann = Sender(1)
    /// More than one statement reads.
    private static let many = Limits.databaseRows + 6

    @Test func `a batch of any new events waits for few answers, also if nothing is known`() throws {
        try withFiles { files in
            try files.withStore { store in
                let group = RoomName.newGroup()
                let people = (0..<Self.many).map { Sender(100 + UInt64($0)) }
                let groups = people.map { _ in RoomName.newGroup() }
                // Of each kind: what is written before, and the batch.
                let texts = (1...Self.many).map { ann.newEvent("\($0)") }
                _ = try store.append(texts + [ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group)])
                _ = try store.append(
                    zip(people, groups).map { $0.newEvent(.settings(SettingsChange(title: "Tea")), number: 1, in: $1) })
                let seqs = (1...Self.many).map { Seq(UInt64($0)) }
                let batches: [(String, [NewEvent])] = [
                    ("groups", people.map { $0.newEvent(.settings(SettingsChange(title: "New")), in: .newGroup()) }),
                    (
                        "settings",
                        zip(people, groups).map { $0.newEvent(.settings(SettingsChange(title: "Old")), in: $1) }
                    ),
                    ("messages", zip(people, groups).map { $0.newEvent("hello", number: 2, in: $1) }),
                    (
                        "invitations",
                        people.map { ann.newEvent(.membership(MembershipChange($0.user, .invite)), in: group) }
                    ),
                    ("reactions", seqs.map { ann.newEvent(.react(of: $0, emoji: "👍", on: true)) }),
                    ("edits", seqs.map { ann.newEvent(.edit(of: $0, text: "x")) }),
                    ("edits of others", seqs.map { people[0].newEvent(.edit(of: $0, text: "x")) }),
                    ("replies", seqs.map { ann.newEvent(.message(text: "x", reply: $0)) }),
                    (
                        "choices",
                        seqs.map { seq in
                            ann.newEvent(
                                .choose(ChoiceChange(RoomName("room-\(seq)") ?? .lobby, isPinned: true)),
                                in: .own(ann.user))
                        }
                    ),
                    ("blocks", people.map { ann.newEvent(.block($0.user, on: true), in: .own(ann.user)) }),
                ]
                for (kind, newEvents) in batches {
                    let (outcomes, answers) = try awaited(Batch(newEvents: newEvents), store)
                    #expect(outcomes.count == Self.many && answers <= 20, "\(kind)")
                }
                let kept = (1...Self.many).map {
                    KeptDraft(user: ann.user, room: RoomName("room-\($0)") ?? .lobby, text: "so far", at: 1)
                }
                #expect(try awaited(Batch(kept: kept), store).answers == 0)
            }
        }
    }

    @Test func `what can't be read ahead is read by each new event, and refuses none that does not need it`() throws {
        try withFiles { files in
            try files.withStore { store in
                let rooms = try (1...3).map { try #require(RoomName("room-\($0)")) }
                let newEvents = rooms.map { ann.newEvent("hello", in: $0) }
                let (outcomes, _) = try awaited(Batch(newEvents: newEvents), store, failsReadingAhead: true)
                #expect(outcomes.map(\.refusal) == [nil, nil, nil])
                #expect(try rooms.map { try store.head(of: $0) } == [1, 1, 1])
            }
        }
    }

    @Test func `at the end of the ids, each new room of a batch gets that of a removed one`() throws {
        try withFiles { files in
            try files.withStore { store in
                let last = Int64(1) << Int64(EventKey.roomBits) - 1
                try store.pool.write { db in
                    for id in [1, 3, last] {
                        try db.execute(
                            sql: "INSERT INTO room (id, name) VALUES (?, 'room-' || ?)", arguments: [id, id])
                    }
                }
                let rooms = try ["garden", "tea"].map { try #require(RoomName($0)) }
                #expect(try store.append(rooms.map { ann.newEvent("hello", in: $0) }).map(\.refusal) == [nil, nil])
                #expect(
                    try store.pool.read { try Int64.fetchAll($0, sql: "SELECT id FROM room ORDER BY id") } == [
                        1, 2, 3, 4, last,
                    ])
            }
        }
    }

    @Test func `a message costs the same, however many people follow its room`() throws {
        try withFiles { files in
            try files.withStore { store in
                let garden = try #require(RoomName("garden"))
                _ = try store.append([ann.newEvent("hello", in: garden)])
                let before = try statements(Batch(newEvents: [ann.newEvent("hello", in: garden)]), store)
                let follow = Mutation.choose(ChoiceChange(garden, isFollowed: true))
                for start in stride(from: 0, to: 1_000, by: 100) {
                    let followers = (1...100).map { Sender(UInt64(1_000 + start + $0)) }
                    let outcomes = try store.append(followers.map { $0.newEvent(follow, in: .own($0.user)) })
                    #expect(outcomes.allSatisfy { $0.refusal == nil })
                }
                #expect(try statements(Batch(newEvents: [ann.newEvent("hello", in: garden)]), store) == before)
            }
        }
    }

    /// How many statements a commit runs.
    private func statements(_ batch: Batch, _ store: SQLiteStore) throws -> Int {
        try store.pool.writeWithoutTransaction { database in
            let watched = WatchedWriter(database, failsReadingAhead: false)
            var committer = BatchCommitter(epoch: store.epoch, damaged: DamagedRows())
            let outcomes = try committer.commit(batch, watched).outcomes
            #expect(outcomes.allSatisfy { $0.refusal == nil })
            return watched.runs
        }
    }

    /// Commits a batch by an appender that knows nothing yet.
    private func awaited(
        _ batch: Batch, _ store: SQLiteStore, failsReadingAhead: Bool = false
    ) throws -> (outcomes: [AppendOutcome], answers: Int) {
        try store.pool.writeWithoutTransaction { database in
            let watched = WatchedWriter(database, failsReadingAhead: failsReadingAhead)
            var committer = BatchCommitter(epoch: store.epoch, damaged: DamagedRows())
            return (try committer.commit(batch, watched).outcomes, watched.answers)
        }
    }
}

/// Counts the answers for which a commit waits.
private final class WatchedWriter: SQLWriter {
    private let base: any SQLWriter
    private let failsReadingAhead: Bool
    fileprivate(set) var answers = 0
    /// All statements, also those for which it does not wait.
    fileprivate(set) var runs = 0

    init(_ base: any SQLWriter, failsReadingAhead: Bool) {
        (self.base, self.failsReadingAhead) = (base, failsReadingAhead)
    }

    func prepared(_ sql: String) throws -> any SQLStatement {
        // Only what reads many rows at once has so many parameters.
        if failsReadingAhead, sql.utf8.count(where: { $0 == UInt8(ascii: "?") }) >= Limits.databaseRows {
            throw StoreError.unreadable("A sector can't be read.")
        }
        return WatchedStatement(try base.prepared(sql), self)
    }

    func transaction(removing: Bool, _ body: () throws -> Void) throws {
        try base.transaction(removing: removing, body)
    }

    var isInsideTransaction: Bool { base.isInsideTransaction }
    var awaitsEachRun: Bool {
        get { base.awaitsEachRun }
        set { base.awaitsEachRun = newValue }
    }

    func storeError(_ error: any Error, _ phase: StorePhase) -> StoreError { base.storeError(error, phase) }
}

private final class WatchedStatement: SQLStatement {
    private let base: any SQLStatement
    private let writer: WatchedWriter
    private var isOpen = false

    init(_ base: any SQLStatement, _ writer: WatchedWriter) { (self.base, self.writer) = (base, writer) }

    func step() throws -> Bool {
        if !isOpen {
            writer.answers += 1
            writer.runs += 1
        }
        isOpen = try base.step()
        return isOpen
    }

    func run() throws {
        writer.runs += 1
        try base.run()
    }

    func runCounting() throws -> Int {
        writer.answers += 1
        writer.runs += 1
        return try base.runCounting()
    }

    func reset() {
        isOpen = false
        base.reset()
    }

    func bind(_ value: Int64?, at index: Int32) { base.bind(value, at: index) }
    func bind(high: UInt64, low: UInt64, at index: Int32) { base.bind(high: high, low: low, at: index) }
    func bind(_ bytes: [UInt8], at index: Int32) { base.bind(bytes, at: index) }
    func bind(_ text: String?, at index: Int32) throws { try base.bind(text, at: index) }
    func integer(_ column: Int32) -> Int64 { base.integer(column) }
    func isNull(_ column: Int32) -> Bool { base.isNull(column) }
    func identifier(_ column: Int32) -> (high: UInt64, low: UInt64)? { base.identifier(column) }
    func bytes(_ column: Int32) -> [UInt8] { base.bytes(column) }
    func text(_ column: Int32) -> String? { base.text(column) }
}
