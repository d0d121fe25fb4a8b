import ChatRooms
import ChatWire

extension InProcessServer {
    /// What waits for the next commit.
    struct Submission: Sendable {
        var connection: ConnectionID
        var ref: UInt64
        var request: Request

        enum Request: Sendable {
            case append(Draft)
            case mark(ReadMark)
            /// It goes the way of the appends, so that no event slips in between the head it is told and the subscription.
            case locate(RoomName, since: Position?)
        }

        var draft: Draft? { if case .append(let draft) = request { draft } else { nil } }
        var mark: ReadMark? { if case .mark(let mark) = request { mark } else { nil } }
        var writes: Bool { if case .locate = request { false } else { true } }
    }

    struct HistoryRead: Sendable {
        var connection: ConnectionID
        var ref: UInt64
        var room: RoomName
        var anchor: HistoryAnchor
        var limit: Int
    }

    /// Why everyone who connects now is sent away.
    var refusalOfAll: CloseCode? { failure == nil ? nil : .storageFailed }

    mutating func submit(_ request: Submission.Request, _ ref: UInt64, _ id: ConnectionID) {
        let submission = Submission(connection: id, ref: ref, request: request)
        if let failure { return refuse(submission, failure.refusal) }
        guard submissions.count < configuration.commitQueue else {
            let text = "The server has too much to do; try again in a second."
            return refuse(submission, WireError(.overloaded, text, retry: 1_000))
        }
        submissions.append(submission)
        connections[id]?.inFlight += 1
    }

    /// One group commit: what waits goes to the store in one transaction; then the members hear of it, in the order of the log, and
    /// after them those who asked.
    public mutating func commit() {
        let batch = Array(submissions.prefix(Limits.commitBatch))
        guard failure == nil, !batch.isEmpty else { return }
        submissions.removeFirst(batch.count)
        do throws(StoreError) {
            try append(batch)
        } catch {
            if error.endsService { return fail(error, batch) }
            for submission in batch where submission.writes { refuse(submission, error.refusal) }
        }
        locate(batch)
        for submission in batch { answered(submission) }
    }

    /// Reads the page that was asked for first.
    public mutating func readHistory() {
        guard !reads.isEmpty else { return }
        let read = reads.removeFirst()
        do throws(StoreError) {
            let page = try store.history(of: read.room, at: read.anchor, limit: read.limit)
            let frame = ServerFrame.page(
                ref: read.ref, room: read.room, epoch: epoch, head: page.head, events: page.events)
            send(frame, to: read.connection)
        } catch {
            send(.error(ref: read.ref, error.refusal), to: read.connection)
        }
        connections[read.connection]?.isReadingHistory = false
        readOn(read.connection)
    }

    private mutating func append(_ batch: [Submission]) throws(StoreError) {
        let submissions = batch.filter { $0.draft != nil }
        let marks = batch.compactMap(\.mark)
        guard !submissions.isEmpty || !marks.isEmpty else { return }
        var drafts = submissions.compactMap(\.draft)
        var new: Set<RoomName> = []
        for room in Set(drafts.map(\.room)) where try store.head(of: room) == 0 { new.insert(room) }
        let charges = roomQuota.admit(
            &drafts, from: drafts.map { _ in 0 }, at: clock.milliseconds * 1_000_000, where: new.contains)
        let appended = try store.append(Batch(drafts: drafts, marks: marks))
        let outcomes = appended.outcomes
        roomQuota.settle(charges, drafts, outcomes)
        files.remove(appended.removed)
        for (submission, outcome) in zip(submissions, outcomes) {
            if case .appended(let event) = outcome, let room = submission.draft?.room {
                tell(.event(room: room, epoch: epoch, event), in: room)
            }
        }
        for (submission, outcome) in zip(submissions, outcomes) { answer(submission, outcome) }
        let marking = batch.filter { $0.mark != nil }
        for (index, submission) in marking.enumerated() {
            guard let mark = submission.mark else { continue }
            if let error = appended.refusedMarks[index] { refuse(submission, error) } else { kept(mark, submission) }
        }
    }

    /// A read mark is on disk: whoever set it hears so, and the others of the room hear how far they have read.
    private mutating func kept(_ mark: ReadMark, _ submission: Submission) {
        send(.ok(ref: submission.ref), to: submission.connection)
        guard presence.mark(mark.user, in: mark.room, read: mark.seq),
            let author = connections[submission.connection]?.session.identity?.author,
            presence.count(in: mark.room) <= Limits.presenceRoom
        else { return }
        tell(.readMark(room: mark.room, author, seq: mark.seq), in: mark.room, except: submission.connection)
    }

    private mutating func answer(_ submission: Submission, _ outcome: AppendOutcome) {
        guard let draft = submission.draft else { return }
        switch outcome {
        case .appended(let event), .alreadyThere(let event):
            let sent = ServerFrame.sent(
                ref: submission.ref, room: draft.room, number: draft.idempotencyKey?.number, seq: event.seq,
                id: event.id,
                at: event.at)
            send(sent, to: submission.connection)
        case .refused(let error):
            refuse(submission, error)
        case .outOfTurn:
            refuse(submission, WireError(.outOfTurn, "What this was to come after has not been accepted."))
        case .conflict:
            refuse(submission, WireError(.numberConflict, "This device sent something else under this number."))
        case .passed:
            let text = "A later number of this device was accepted already; send this under a new number."
            refuse(submission, WireError(.numberPassed, text))
        }
    }

    /// Heads are read after the appends: what this commit brought is before them.
    private mutating func locate(_ batch: [Submission]) {
        for submission in batch {
            guard case .locate(let room, let since) = submission.request else { continue }
            do throws(StoreError) {
                let head = try store.head(of: room)
                let mark = try connections[submission.connection]?.session.identity.flatMap {
                    identity throws(StoreError) in try store.mark(of: identity.author.user, in: room)
                }
                located(room, head: head, since: since, mark: mark, submission)
            } catch {
                if error.endsService { fail(error, [submission]) } else { refuse(submission, error.refusal) }
            }
        }
    }

    private mutating func located(
        _ room: RoomName, head: UInt64, since: Position?, mark: UInt64?, _ submission: Submission
    ) {
        let id = submission.connection
        guard let session = connections[id]?.session, let author = session.identity?.author else { return }
        let isNew = !session.subscriptions.contains(room)
        perform(.joinReady(room), id)
        guard connections[id]?.session.subscriptions.contains(room) == true else {
            return send(.left(ref: submission.ref, room: room), to: id)
        }
        if isNew { tell(presence.enter(room, author, read: mark), of: room) }
        let reset = since.map { $0.epoch != epoch || $0.seq > head } ?? false
        let count = UInt64(presence.count(in: room))
        let joined = ServerFrame.joined(
            ref: submission.ref, room: room, epoch: epoch, head: head, reset: reset, count: count, read: mark)
        send(joined, to: id)
        if isNew { members[room, default: []].append(id) }
    }

    private mutating func refuse(_ submission: Submission, _ error: WireError) {
        perform(.refused(ref: submission.ref, error), submission.connection)
    }

    private mutating func answered(_ submission: Submission) {
        connections[submission.connection]?.inFlight -= 1
        readOn(submission.connection)
    }

    /// Nobody knows what the disk kept: nothing is acknowledged any more, and everyone is sent away.
    private mutating func fail(_ error: StoreError, _ batch: [Submission]) {
        failure = error
        let waiting = submissions
        submissions = []
        for submission in batch + waiting { refuse(submission, error.refusal) }
        dismissAll(.storageFailed)
    }
}

extension ServerFrame {
    /// Bytes on the wire.
    var bytes: Int {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.count
    }
}
