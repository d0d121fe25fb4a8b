import ChatRooms
import ChatTesting
import ChatWire
import Foundation
import Testing

@Suite struct GroupCommitTests {
    private var group = GroupCommit()
    private let store = FaultyStore()

    private mutating func commit(_ submissions: Submission..., chores: CommitChores = CommitChores()) -> Committed {
        group.commit(CommitBatch(submissions, chores: chores), to: store, at: 0)
    }

    @Test mutating func `a batch becomes its events in order, a reply each, and heads that include it`() {
        let committed = commit(.join(ref: 1), .send("a", ref: 2), .send("b", ref: 3))
        #expect(committed.events.map(\.event.seq) == [1, 2])
        #expect(committed.replies.map(\.ref) == [2, 3, 1])
        let head = Position(epoch: store.epoch, seq: 2)
        #expect(committed.replies.last?.result == .joinReady(room: .lobby, head: head, since: nil, read: nil, nil))
        #expect(committed.failure == nil && committed.refusals.isEmpty)
    }

    private static let bob = UserID(high: 0x8000, low: 2)

    private static func act(_ mutation: Mutation, by role: ServerRole = .administrator) -> Submission {
        var submission = Submission.change(mutation, in: .lobby)
        if case .append(var newEvent) = submission.request {
            newEvent.role = role
            submission.request = .append(newEvent)
        }
        return submission
    }

    private static func ban(until: Int64) -> Mutation { .membership(MembershipChange(bob, .ban(until: until))) }

    @Test mutating func `what administrators do is told to the operator, and what others do is not`() {
        let committed = commit(
            .send("a"), Self.act(.message(text: "b")), Self.act(Self.ban(until: 9)), Self.act(.pin(of: 1, on: true)),
            Self.act(.pin(of: 1, on: false)), Self.act(Self.ban(until: 9), by: .user))
        let (ann, client) = (Submission.ann.user, Submission.send("a").client)
        #expect(
            committed.administratorActs == [
                AdministratorAct("ban", by: ann, at: client, about: Self.bob),
                AdministratorAct("pin", by: ann, at: client), AdministratorAct("unpin", by: ann, at: client),
            ])
    }

    @Test mutating func `without guests, files of open rooms are for known users who may enter the room`() throws {
        let photo = FileRecord.photo
        _ = commit(chores: CommitChores(files: [photo]))
        let (id, store) = (photo.attachment.id, store)
        func isReadable(by user: UserID?, admitsGuests: Bool, at time: Int64 = 5) throws -> Bool {
            let reader = user.map { Visitor($0) }
            return try store.file(id, for: reader, admitsGuests: admitsGuests, at: time) != nil
        }
        // Also while no message has it.
        #expect(try isReadable(by: nil, admitsGuests: true))
        #expect(try !isReadable(by: nil, admitsGuests: false))
        #expect(try isReadable(by: Self.bob, admitsGuests: false))
        _ = commit(
            .change(.message(text: "a.png", attachment: photo.attachment), in: .lobby), Self.act(Self.ban(until: 9)))
        #expect(try isReadable(by: nil, admitsGuests: true))
        #expect(try !isReadable(by: nil, admitsGuests: false))
        #expect(try isReadable(by: Submission.ann.user, admitsGuests: false))
        #expect(try !isReadable(by: Self.bob, admitsGuests: false))
        #expect(try isReadable(by: Self.bob, admitsGuests: false, at: 10))
        // With guests, the banned user could be another one.
        #expect(try isReadable(by: Self.bob, admitsGuests: true))
    }

    @Test mutating func `steps of removals go into one commit each, and a store that removes nothing says so`() {
        var queue = SubmissionQueue()
        let step = Removal(.remains)
        for _ in 0..<2 { #expect(queue.add { $0.removals.append(step) } == nil) }
        for _ in 0..<2 {
            guard let batch = queue.next() else { return #expect(Bool(false), "a step waits") }
            #expect(batch.chores.removals == [step])
            guard case .failure = group.commit(batch, to: store, at: 0).removal else {
                return #expect(Bool(false), "this store removes nothing")
            }
        }
        #expect(queue.next() == nil && queue.isEmpty)
    }

    @Test mutating func `a number that can't be accepted is refused with its error`() {
        _ = commit(.send("a", number: 5))
        let committed = commit(
            .send("a", number: 5, ref: 1), .send("b", number: 5, ref: 2), .send("c", number: 4, ref: 3),
            .send("d", number: 9, after: 8, ref: 4))
        #expect(committed.events.isEmpty)
        #expect(committed.codes == [1: nil, 2: .numberConflict, 3: .numberPassed, 4: .outOfTurn])
    }

    @Test mutating func `the place of a user who goes on reading is read once, and a user who leaves is out at once`() {
        let (tea, user) = (RoomName.newGroup(), Submission.ann.user)
        _ = commit(.change(.settings(SettingsChange(title: "Tea")), in: tea))
        var group = GroupCommit()
        for _ in 1...10 {
            let batch = CommitBatch([.markRead(1, in: tea, ref: 1), .markRead(1, in: tea, ref: 3)])
            let committed = group.commit(batch, to: store, at: 0)
            #expect(committed.refusals.isEmpty && committed.marks.count == 2)
        }
        #expect(store.standings == 1)
        // Who has told a change of place knows it.
        let left = commit(.change(.membership(MembershipChange(user, .leave)), in: tea), .join(tea, ref: 2))
        #expect(left.codes[2] == .noSuchRoom)
        #expect(commit(.markRead(1, in: tea, ref: 1)).codes == [1: .noSuchRoom])
        #expect(store.standings == 1)
    }

    @Test mutating func `what the joins of a batch need is read at once`() throws {
        let rooms = try (1...50).map { try #require(RoomName("garden-\($0)")) }
        _ = commit(.send("a"), .change(.settings(SettingsChange(title: "Tea")), in: rooms[0]))
        let reads = store.arrivalReads
        let joins = rooms.enumerated().map { Submission.join($1, ref: UInt64($0)) }
        let joined = group.commit(CommitBatch(joins), to: store, at: 0).joined
        #expect(joined.map(\.head) == [1] + Array(repeating: 0, count: 49))
        #expect(store.arrivalReads == reads + 1)
    }

    @Test mutating func `what other servers have appended comes first, and heads of joins include it`() throws {
        let shared = SharedStore()
        _ = group.commit(CommitBatch([.join(ref: 1)]), to: shared, at: 0)
        try shared.appendElsewhere("theirs")
        let committed = group.commit(CommitBatch([.send("ours", ref: 2), .join(ref: 3)]), to: shared, at: 0)
        #expect(committed.events.map(\.event.seq) == [1, 2])
        #expect(committed.hasAppended)
        let head = Position(epoch: shared.epoch, seq: 2)
        #expect(committed.replies.last?.result == .joinReady(room: .lobby, head: head, since: nil, read: nil, nil))
    }

    @Test mutating func `what is appended between a look and the commit is delivered before the commit`() throws {
        let shared = SharedStore()
        shared.late = { try? shared.appendElsewhere("late") }
        let committed = group.commit(CommitBatch([.send("ours", ref: 1)]), to: shared, at: 0)
        #expect(committed.events.map(\.event.seq) == [1, 2])
        #expect(committed.events.map(\.event.author.name).first == "elsewhere")
    }

    @Test mutating func `a look at the log delivers what others have appended, and appends nothing`() throws {
        let shared = SharedStore()
        try shared.appendElsewhere("theirs")
        var chores = CommitChores()
        chores.catchesUp = true
        let committed = group.commit(CommitBatch(chores: chores), to: shared, at: 0)
        #expect(committed.events.map(\.event.seq) == [1])
        #expect(!committed.hasAppended && shared.appends == 0)
    }

    @Test mutating func `a batch is refused as a whole if it is not known what others have appended`() throws {
        let shared = SharedStore()
        try shared.appendElsewhere("theirs")
        shared.trouble = .busy("It is busy.")
        let committed = group.commit(CommitBatch([.send("ours", ref: 1), .join(ref: 2)]), to: shared, at: 0)
        #expect(committed.events.isEmpty && committed.failure == nil && committed.replies.count == 2)
        #expect(committed.codes.values.allSatisfy { $0 != nil })
        shared.trouble = nil
        #expect(group.commit(CommitBatch([.join(ref: 3)]), to: shared, at: 0).events.count == 1)
    }

    @Test mutating func `a user whose account is being closed leaves groups and enters none`() {
        let (tea, coffee, user) = (RoomName.newGroup(), RoomName.newGroup(), Submission.ann.user)
        for room in [tea, coffee] {
            _ = commit(.change(.settings(SettingsChange(title: "Tea", joining: .anyone)), in: room))
        }
        _ = commit(.change(.membership(MembershipChange(user, .leave)), in: coffee))
        group = GroupCommit(isClosing: { $0 == user })
        let joined = commit(.change(.membership(MembershipChange(user, .join)), in: coffee))
        #expect(joined.events.isEmpty && Array(joined.codes.values) == [.notAllowed])
        let made = commit(.change(.settings(SettingsChange(title: "Cake")), in: .newGroup()))
        #expect(Array(made.codes.values) == [.notAllowed])
        // What is not there is left as before, with the commit.
        let left = commit(.change(.membership(MembershipChange(user, .leave)), in: .newGroup()))
        #expect(Array(left.codes.values) == [.noSuchRoom])
        #expect(commit(.change(.settings(SettingsChange(topic: "Leaves")), in: tea)).events.count == 1)
        #expect(commit(.change(.membership(MembershipChange(user, .leave)), in: tea)).events.count == 1)
    }

    @Test mutating func `a held message is refused, and is an event with the decision that publishes it`() throws {
        var newEvent = Submission.send("coins", number: 2, ref: 2)
        if case .append(var held) = newEvent.request {
            held.verdict = .held
            newEvent.request = .append(held)
        }
        let held = commit(.send("a", number: 1, ref: 1), newEvent)
        #expect(held.codes == [1: nil, 2: .held] && held.events.map(\.event.seq) == [1])
        let waiting = try store.held(of: nil, for: .nobody, after: 0, limit: 2).messages
        let place = try #require(waiting.first).number
        #expect(waiting.count == 1)
        func decide(_ ref: UInt64, _ verdict: HeldDecision.Verdict) -> Submission {
            var decision = Submission.join(ref: ref)
            decision.request = .decide(
                HeldChange(
                    room: .lobby, place: place, author: Author(user: .nobody, name: "root"), role: .administrator,
                    id: .random(), at: 5, decision: HeldDecision(verdict)))
            return decision
        }
        let committed = commit(decide(1, .publish), .send("b", ref: 2), decide(3, .discard), .join(ref: 4))
        // The sends of a batch come first.
        #expect(committed.events.map(\.event.text) == ["b", "coins"] && committed.events.map(\.event.seq) == [2, 3])
        #expect(committed.codes == [1: nil, 2: nil, 3: .report, 4: nil])
        #expect(committed.joined.map(\.head) == [3])
        #expect(committed.replies.first { $0.ref == 1 }?.result == .done)
    }

    @Test mutating func `a read mark beyond the head before its batch is refused, and the others are kept`() {
        _ = commit(.send("a"))
        let committed = commit(.send("b", ref: 1), .markRead(1, ref: 2), .markRead(2, ref: 3))
        #expect(committed.codes == [1: nil, 2: nil, 3: .noSuchMessage])
        #expect(committed.marks.map(\.point.seq) == [1])
        #expect(commit(.join()).joined == [.init(head: 2, read: 1)])
    }

    @Test mutating func `a read mark that is lower than the one before is not told`() {
        _ = commit(.send("a"), .send("b"), .send("c"))
        #expect(commit(.markRead(1), .markRead(3), .markRead(2)).marks.map(\.point.seq) == [1, 3])
        let lower = commit(.markRead(2, ref: 1))
        #expect(lower.marks.isEmpty && lower.codes == [1: nil])
        group = GroupCommit()
        #expect(commit(.markRead(1)).marks.isEmpty, "as the store says")
        group = GroupCommit()
        _ = commit(.join())
        #expect(commit(.markRead(2), .markRead(3)).marks.map(\.point.seq) == [3])
    }

    @Test mutating func `read marks are private from the batch on that says so, and until one that takes it back`() {
        func profile(_ isPrivate: Bool) -> Submission { .profile(ProfileChange(keepsReadsPrivate: isPrivate)) }
        _ = commit(.send("a"), .send("b"), .send("c"))
        #expect(commit(.markRead(1)).marks.map(\.point.isPrivate) == [false])
        #expect(commit(.markRead(2), profile(true)).marks.map(\.point.isPrivate) == [true])
        group = GroupCommit()
        #expect(commit(.markRead(3)).marks.map(\.point.isPrivate) == [true], "as the store says")
        let joined = commit(.join()).replies.compactMap { reply -> Bool? in
            if case .joinReady(_, _, _, let read, _) = reply.result { read?.isPrivate } else { nil }
        }
        #expect(joined == [true])
        #expect(commit(.markRead(3), profile(false)).marks.map(\.point.isPrivate) == [false])
    }

    @Test mutating func `a read mark by a request over HTTP is new to all connections of its user`() {
        _ = commit(.send("a"))
        var single = Submission.markRead(1)
        #expect(commit(single).marks.map(\.origin) == [single.origin])
        single.isCounted = false
        #expect(commit(single).marks.map(\.origin) == [nil])
    }

    @Test mutating func `a read mark that is ahead of the log is told as the head`() throws {
        _ = try store.append([], marks: [ReadMark(room: .lobby, user: Submission.ann.user, point: 9)])
        _ = commit(.send("a"))
        #expect(commit(.join()).joined == [.init(head: 1, read: 1)])
    }

    @Test mutating func `a head that can't be read refuses the joins and marks that need it`() throws {
        let unreadable = try #require(RoomName("unreadable"))
        store.unreadable = unreadable
        let committed = commit(
            .join(unreadable, ref: 1), .markRead(1, in: unreadable, ref: 2), .join(ref: 3), .send("a", ref: 4))
        #expect(committed.codes == [1: .storageFailed, 2: .storageFailed, 3: nil, 4: nil])
        #expect(committed.refusals.count == 2 && committed.failure == nil)
        // The quota of new rooms needs the head, too, and leaves it to the store.
        #expect(commit(.send("b", in: unreadable)).codes == [1: nil])
    }

    @Test mutating func `new rooms are within their maker's quota, and a room that was not made costs nothing`() throws
    {
        group = GroupCommit(newRooms: RoomRates(user: 1, address: nil))
        let (one, two) = try (#require(RoomName("one")), #require(RoomName("two")))
        store.next = .busy("no descriptor")
        #expect(commit(.send("a", in: one)).codes == [1: .overloaded])
        let committed = commit(.send("a", in: one, ref: 1), .send("b", in: one, ref: 2), .send("c", in: two, ref: 3))
        #expect(committed.codes == [1: nil, 2: nil, 3: .tooManyNewRooms])
        #expect(commit(.send("d", in: one), .send("e", ref: 2)).codes == [1: nil, 2: nil])
    }

    @Test mutating func `a nearly full disk takes deletions and joins, and refuses files by their own outcome`() {
        _ = commit(.send("a"))
        store.free = Limits.readOnlyReserve - 1
        let committed = commit(
            .send("b", ref: 1), .markRead(1, ref: 2), .join(ref: 3), .delete(1, ref: 4),
            chores: CommitChores(files: [.photo], unusedBefore: 0))
        #expect(committed.codes == [1: .storageFailed, 2: .storageFailed, 3: nil, 4: nil])
        #expect(committed.files.map(\.code) == [.storageFailed])
        #expect(group.disk.isReadOnly)
        store.free = Limits.readOnlyEnd
        #expect(commit(.send("c")).codes == [1: nil])
        #expect(!group.disk.isReadOnly)
    }

    @Test mutating func `the end of the read-only mode is seen without a commit`() {
        store.free = Limits.readOnlyReserve - 1
        _ = commit(.send("a"))
        store.free = Limits.readOnlyEnd - 1
        group.lookAtDisk(of: store, at: 0)
        #expect(group.disk.isReadOnly)
        store.free = Limits.readOnlyEnd
        group.lookAtDisk(of: store, at: 0)
        #expect(!group.disk.isReadOnly)
    }

    @Test mutating func `a disk that says it is full refuses the batch, and is left alone for a while`() {
        store.next = .full("no space")
        let refused = commit(.send("a", ref: 1), .join(ref: 2), chores: CommitChores(files: [.photo]))
        #expect(refused.codes == [1: .storageFailed, 2: nil])
        #expect(refused.files.map(\.code) == [.storageFailed])
        #expect(commit(.send("b")).codes == [1: .storageFailed])
        let later = group.commit(
            CommitBatch([.send("c")]), to: store, at: (Limits.readOnlyRetry + 1) * 1_000_000)
        #expect(later.codes == [1: nil])
    }

    @Test mutating func `a failed store acknowledges nothing of the batch, refusals decided before it included`() {
        store.next = .failed("the disk is gone")
        let committed = commit(
            .send("a", ref: 1), .markRead(7, ref: 2), .join(ref: 3), chores: CommitChores(files: [.photo]))
        #expect(committed.failure == .failed("the disk is gone"))
        #expect(committed.events.isEmpty && committed.marks.isEmpty)
        #expect(committed.codes == [1: .storageFailed, 2: .storageFailed, 3: .storageFailed])
        // Nobody knows whether the file was recorded: its bytes must stay.
        if case .failure = committed.files.first {} else { Issue.record("the file's outcome is in doubt") }
    }

    @Test mutating func `what waited behind a failed commit is refused with it`() {
        store.next = .failed("the disk is gone")
        var committed = commit(.send("a", ref: 1))
        committed.fail(CommitBatch([.send("b", ref: 2)], chores: CommitChores(files: [.photo])), .failed("it"))
        #expect(committed.codes == [1: .storageFailed, 2: .storageFailed])
        #expect(committed.files.count == 1)
    }

    @Test mutating func `a store that fails after the appends keeps what it acknowledged`() throws {
        let closed = try #require(RoomName("closed"))
        store.closed = closed
        let committed = commit(.send("a", ref: 1), .join(closed, ref: 2), .join(ref: 3))
        #expect(committed.failure == .closed)
        #expect(committed.events.count == 1)
        #expect(committed.codes == [1: nil, 2: .storageFailed, 3: nil])
    }
}

extension Committed {
    struct Join: Equatable {
        var head: Seq
        var read: Seq?
    }

    /// The error that each request was refused with, by its number.
    fileprivate var codes: [UInt64: WireError.Code?] {
        Dictionary(
            uniqueKeysWithValues: replies.map {
                ($0.ref ?? 0, $0.result.refusal?.code)
            })
    }

    fileprivate var joined: [Join] {
        replies.compactMap {
            if case .joinReady(_, let head, _, let read, _) = $0.result {
                Join(head: head.seq, read: read?.seq)
            } else {
                nil
            }
        }
    }
}

extension Result<FileOutcome, WireError> {
    /// The error of a file of which nothing was stored.
    fileprivate var code: WireError.Code? {
        if case .success(.refused(let error)) = self { error.code } else { nil }
    }
}

extension FileRecord {
    fileprivate static let photo = FileRecord(
        attachment: Attachment(id: .random(), name: "a.png", type: "image/png", size: 1, dimensions: nil),
        user: Submission.ann.user, digest: [1], at: 1, place: .random())
}

/// A store that fails when it is told to. Used on one thread.
private final class FaultyStore: ForwardingStore, @unchecked Sendable {
    let base = MemoryStore()
    /// What the next append throws.
    var next: StoreError?
    var free: UInt64?
    var unreadable: RoomName?
    var closed: RoomName?
    /// How many places of people were read.
    private(set) var standings = 0
    /// How often what joins need was read.
    private(set) var arrivalReads = 0

    var condition: StoreCondition { StoreCondition(freeBytes: free) }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        defer { next = nil }
        if let next { throw next }
        return try base.append(batch)
    }

    func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing {
        standings += 1
        return try base.standing(of: user, in: room)
    }

    func arrivals(of people: [PersonInRoom]) throws(StoreError) -> [Arrival?] {
        arrivalReads += 1
        if people.contains(where: { $0.room == closed }) { throw .closed }
        return zip(people, try base.arrivals(of: people)).map { $0.room == unreadable ? nil : $1 }
    }

    func head(of room: RoomName) throws(StoreError) -> Seq {
        if room == unreadable { throw .unreadable("a sector can't be read") }
        if room == closed { throw .closed }
        return try base.head(of: room)
    }
}

extension Reply.Result {
    fileprivate var refusal: WireError? {
        switch self {
        case .refused(let error), .joinRefused(_, let error): error
        case .appended, .marked, .done, .bans, .joinReady: nil
        }
    }
}

/// A store that another server appends to, too. @unchecked: one thread uses it.
private final class SharedStore: ForwardingStore, @unchecked Sendable {
    let base = MemoryStore()
    var trouble: StoreError?
    /// Runs between a look at the log and a commit.
    var late: (() -> Void)?
    private(set) var appends = 0
    private var others = OthersCommits()

    var isShared: Bool { true }

    func appendElsewhere(_ text: String) throws {
        let author = Author(user: UserID(high: 8, low: 8), name: "elsewhere")
        let newEvent = NewEvent(
            room: .lobby, id: .random(), at: 1, author: author, idempotencyKey: nil, mutation: .message(text: text))
        guard case .appended(let event) = try base.append([newEvent]).first else { return }
        others.events.append(.init(room: .lobby, event: event))
    }

    func catchUp() throws(StoreError) -> OthersCommits {
        if let trouble { throw trouble }
        return take()
    }

    func append(_ batch: Batch) throws(StoreError) -> Appended {
        appends += 1
        late?()
        let others = take()
        var appended = try base.append(batch)
        appended.others = others
        return appended
    }

    private func take() -> OthersCommits {
        defer { others = OthersCommits() }
        return others
    }
}
