import ChatRooms
import ChatWire
import Testing

@Suite struct SubmissionQueueTests {
    @Test func `sends may fill the whole queue, joins and read marks half of it`() {
        var queue = SubmissionQueue(capacity: 4)
        let requests: [(Submission, Bool)] = [
            (.join(), true), (.markRead(1), true), (.join(), false), (.markRead(1), false), (.send("a"), true),
            (.send("b"), true), (.send("c"), false), (.join(), false),
        ]
        for (submission, isTaken) in requests {
            let refusal = queue.add(submission)
            #expect(refusal?.code == (isTaken ? nil : .overloaded))
        }
        #expect(queue.next()?.submissions.count == 4)
        #expect(queue.isEmpty && queue.next() == nil)
    }

    @Test func `texts that wait are bounded in bytes, and what is taken out makes room`() {
        var queue = SubmissionQueue(byteCapacity: 10)
        let taken = ["12345", "123456", "1"].map { queue.add(.send($0)) == nil }
        #expect(taken == [true, true, false])
        #expect(queue.add(.join()) == nil, "a join has no text")
        #expect(queue.next()?.submissions.count == 3)
        #expect(queue.add(.send("1")) == nil)
    }

    @Test func `a batch is bounded, takes the oldest first and all chores`() {
        var queue = SubmissionQueue(byteCapacity: Limits.commitBatch + 1)
        for number in 0...Limits.commitBatch {
            let refusal = queue.add(.send("x", ref: UInt64(number)))
            #expect(refusal == nil)
        }
        #expect(queue.add(.send("x"))?.code == .overloaded)
        #expect(queue.add { $0.unusedBefore = 7 } == nil)
        let first = queue.next()
        #expect(first?.submissions.map(\.ref) == (0..<Limits.commitBatch).map { UInt64($0) })
        #expect(first?.chores.unusedBefore == 7)
        #expect(queue.add(.send("x")) == nil, "the first batch made room in bytes")
        #expect(queue.next()?.submissions.map(\.ref) == [UInt64(Limits.commitBatch), 1])
        #expect(queue.next() == nil)
    }

    @Test func `a site that sends much keeps nobody waiting, and its own order stays`() {
        let other = ClientAddress(.v4(7), isLocal: false)
        var queue = SubmissionQueue()
        for number in 0..<UInt64(2 * Limits.commitBatch) {
            var flood = Submission.send("x", ref: number)
            // All networks of the site together have one share.
            flood.client = ClientAddress(.v6(0x2001_0DB8_0077_0000 + number % 50), isLocal: false)
            #expect(queue.add(flood) == nil)
        }
        for number in 0..<UInt64(3) {
            var sent = Submission.send("y", ref: number)
            sent.client = other
            #expect(queue.add(sent) == nil)
        }
        let first = queue.next()?.submissions ?? []
        #expect(first.filter { $0.client == other }.map(\.ref) == [0, 1, 2])
        var flood = first.filter { $0.client != other }.map(\.ref)
        #expect(flood.count == Limits.commitBatch - 3)
        while let batch = queue.next() { flood += batch.submissions.map(\.ref) }
        #expect(flood == (0..<UInt64(2 * Limits.commitBatch)).map { $0 })
    }

    @Test func `a commit has few changes of messages, and what follows one that is left waits with it`() {
        var queue = SubmissionQueue()
        for number in 0..<UInt64(Limits.changesPerCommit + 10) {
            #expect(queue.add(.delete(Seq(number + 1), ref: number)) == nil)
        }
        #expect(queue.add(.send("behind them", ref: 1_000)) == nil)
        var other = Submission.send("somebody else's", ref: 2_000)
        other.client = ClientAddress(.v4(2), isLocal: false)
        #expect(queue.add(other) == nil)
        let first = queue.next()?.submissions.map(\.ref) ?? []
        #expect(first == [0, 2_000] + (1..<UInt64(Limits.changesPerCommit)).map { $0 })
        var rest: [UInt64?] = []
        while let batch = queue.next() {
            #expect(batch.submissions.count <= Limits.changesPerCommit + 1)
            rest += batch.submissions.map(\.ref)
        }
        #expect(rest.last == 1_000 && rest.count == 11)
    }

    @Test func `changes of more sites than a commit has changes go into several commits`() {
        var queue = SubmissionQueue()
        for number in 0..<UInt64(Limits.changesPerCommit + 2) {
            var change = Submission.delete(Seq(number + 1), ref: number)
            change.client = ClientAddress(.v4(UInt32(number)), isLocal: false)
            #expect(queue.add(change) == nil)
        }
        #expect(queue.next()?.submissions.count == Limits.changesPerCommit)
        #expect(queue.next()?.submissions.count == 2)
        #expect(queue.next() == nil)
    }

    @Test func `a site that was passed over is first in the next commit`() {
        var queue = SubmissionQueue()
        let sites = UInt64(Limits.changesPerCommit + 2)
        for number in 0..<2 * sites {
            var change = Submission.delete(Seq(number + 1), ref: number)
            change.client = ClientAddress(.v4(UInt32(number % sites)), isLocal: false)
            #expect(queue.add(change) == nil)
        }
        var order: [UInt64?] = []
        while let batch = queue.next() {
            #expect(batch.submissions.count <= Limits.changesPerCommit)
            order += batch.submissions.map(\.ref)
        }
        #expect(order == (0..<2 * sites).map { $0 })
    }

    @Test func `connections of one site take turns, each in its order`() {
        var queue = SubmissionQueue(batch: 4)
        func add(_ submission: Submission, of connection: UInt64) {
            var submission = submission
            submission.origin.connection = connection
            #expect(queue.add(submission) == nil)
        }
        for number in 0..<UInt64(9) { add(.delete(Seq(number + 1), ref: number), of: 1) }
        add(.send("a neighbour", ref: 100), of: 2)
        add(.delete(10, ref: 101), of: 2)
        add(.send("another one", ref: 200), of: 3)
        let first = queue.next()?.submissions.map(\.ref)
        #expect(first == [0, 100, 200, 1])
        #expect(queue.next()?.submissions.map(\.ref) == [101, 2, 3, 4])
        #expect(queue.next()?.submissions.map(\.ref) == [5, 6, 7, 8])
        #expect(queue.isEmpty)
    }

    @Test func `a site takes at most as much room as is free, so there is room for others`() {
        var queue = SubmissionQueue(capacity: 100, batch: 10)
        func fill(from site: UInt32) -> Int {
            var taken = 0
            while true {
                var submission = Submission.send("x")
                submission.client = ClientAddress(.v4(site), isLocal: false)
                if queue.add(submission) != nil { return taken }
                taken += 1
            }
        }
        #expect([1, 2, 3].map(fill) == [50, 25, 13])
        while let batch = queue.next() { #expect(batch.submissions.count <= 10) }
        #expect(queue.isEmpty && fill(from: 4) == 50)
    }

    @Test func `texts of one site leave room in bytes for others`() {
        var queue = SubmissionQueue(byteCapacity: 100, batch: 1)
        var (flood, other) = (Submission.send("12345678901234567890"), Submission.send("1234567890"))
        other.client = ClientAddress(.v4(2), isLocal: false)
        var taken = 0
        while queue.add(flood) == nil { taken += 1 }
        #expect(taken == 3 && queue.add(other) == nil)
        _ = queue.next()
        #expect(queue.add(flood) == nil)
        flood.client = other.client
        #expect(queue.next()?.submissions.first?.textBytes == 10)
    }

    @Test func `a closed queue refuses with its first reason, and gives out what waits`() {
        var queue = SubmissionQueue()
        #expect(queue.add(.send("a")) == nil)
        queue.close(WireError(.shuttingDown, "first"))
        queue.close(WireError(.overloaded, "second"))
        #expect(queue.add(.send("b"))?.text == "first")
        #expect(queue.add { $0.unusedBefore = 7 }?.text == "first")
        let batch = queue.next()
        #expect(batch?.submissions.count == 1 && batch?.chores.isEmpty == true)
    }

    @Test func `a failed store replaces the reason, and nothing that waited is committed`() {
        var queue = SubmissionQueue()
        #expect(queue.add(.send("a")) == nil)
        queue.close(WireError(.shuttingDown, "first"))
        let waiting = queue.fail(.failed("the disk is gone"))
        #expect(waiting.submissions.count == 1)
        #expect(queue.isEmpty)
        #expect(queue.add(.send("b"))?.code == .storageFailed)
    }
}

extension Submission {
    static let ann = Author(user: UserID(high: 0x8000, low: 1), name: "ann")

    static func send(
        _ text: String, number: UInt64? = nil, after: UInt64? = nil, in room: RoomName = .lobby, ref: UInt64 = 1
    ) -> Submission {
        let key = number.map { IdempotencyKey(device: DeviceID(high: 1, low: 1), number: $0) }
        return Submission(
            .append(
                NewEvent(
                    room: room, id: .random(), at: 1, author: ann, idempotencyKey: key, after: after,
                    mutation: .message(text: text))), ref: ref)
    }

    static func delete(_ seq: Seq, ref: UInt64 = 1) -> Submission {
        Submission(
            .append(
                NewEvent(
                    room: .lobby, id: .random(), at: 1, author: ann, idempotencyKey: nil, mutation: .delete(of: seq))),
            ref: ref)
    }

    static func profile(_ change: ProfileChange) -> Submission {
        Submission(
            .append(
                NewEvent(
                    room: .own(ann.user), id: .random(), at: 1, author: ann, idempotencyKey: nil,
                    mutation: .profile(change))), ref: 1)
    }

    static func join(_ room: RoomName = .lobby, since: Position? = nil, ref: UInt64 = 1) -> Submission {
        Submission(.join(room, since: since, Visitor(ann.user), at: 0), ref: ref)
    }

    static func change(_ mutation: Mutation, in room: RoomName, ref: UInt64 = 1) -> Submission {
        Submission(
            .append(
                NewEvent(room: room, id: .random(), at: 1, author: ann, idempotencyKey: nil, mutation: mutation)),
            ref: ref)
    }

    static func markRead(_ seq: Seq, in room: RoomName = .lobby, ref: UInt64 = 1) -> Submission {
        Submission(.markRead(room, ann, seq: seq, at: 0), ref: ref)
    }

    private init(_ request: Request, ref: UInt64) {
        self.init(
            origin: Origin(table: 0, connection: 1), ref: ref,
            client: ClientAddress(.v4(1), isLocal: false), request: request, submitted: 0)
    }
}
