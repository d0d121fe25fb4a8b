import ChatWire

/// Decides what one group commit does, and what each request of its batch is told.
///
/// It remembers what it would otherwise read again and again: heads of rooms, who made how many new
/// rooms, whether the disk is full. Where other servers append to the same log, it begins with what
/// they have committed. It knows no thread, socket or clock.
package struct GroupCommit: Sendable {
    private var heads = Heads()
    private var quotas: DraftQuotas
    private var reportQuota: ReportQuota
    private let refusalOfMaking: @Sendable (RoomName) -> WireError?
    private var privateReaders = PrivateReaders()
    /// As the last commit left it.
    package private(set) var disk = DiskRule()

    /// - Parameters:
    ///   - spendings: notes what is taken of limits; `nil` without other servers
    ///   - refusalOfMaking: why nobody may make a room of this name; `nil` if everyone may
    package init(
        newRooms rates: RoomRates = RoomRates(), telling spendings: Spendings? = nil,
        refusalOfMaking: @escaping @Sendable (RoomName) -> WireError? = { _ in nil }
    ) {
        self.refusalOfMaking = refusalOfMaking
        quotas = DraftQuotas(newRooms: rates, telling: spendings)
        reportQuota = ReportQuota(telling: spendings)
    }

    /// Takes what was spent on another server.
    package mutating func take(_ spending: Spending, at now: Int64) {
        quotas.take(spending, at: now)
        reportQuota.take(spending, at: now)
    }

    /// Commits a batch to a store, and waits for the disk.
    ///
    /// - Parameters:
    ///   - now: nanoseconds of a clock that does not go back
    ///   - append: makes the store's append, for callers that measure it
    package mutating func commit(
        _ batch: CommitBatch, to store: any MessageStore, at now: Int64,
        append: (Batch) throws(StoreError) -> Appended
    ) -> Committed {
        var turn = Turn(store: store, now: now)
        turn.committed.replies.reserveCapacity(batch.submissions.count)
        heads.beginCommit()
        do throws(StoreError) {
            guard try catchUp(batch, &turn) else { return turn.committed }
            try self.append(batch, &turn, append)
        } catch {
            // Nothing of the batch is acknowledged, also what was decided before the disk failed.
            var committed = Committed()
            committed.fail(batch, error)
            return committed
        }
        findStandings(&turn)
        findHeads(batch, &turn)
        return turn.committed
    }

    /// Looks at the disk without a commit.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back
    package mutating func lookAtDisk(of store: any MessageStore, at now: Int64) {
        _ = disk.look(free: store.condition.freeBytes, at: now / 1_000_000)
    }

    package mutating func commit(_ batch: CommitBatch, to store: any MessageStore, at now: Int64) -> Committed {
        commit(batch, to: store, at: now) { batch throws(StoreError) in try store.append(batch) }
    }

    /// What one commit needs in each of its steps.
    private struct Turn {
        let store: any MessageStore
        let now: Int64
        var committed = Committed()
    }

    private struct MarkRequest {
        var submission: Submission
        var author: Author
        var mark: ReadMark
    }

    private struct ReportRequest {
        var submission: Submission
        var change: ReportChange
    }

    /// Takes in what other servers have committed, if the batch depends on it before its append, which
    /// takes it in, too.
    ///
    /// The heads that joins need are read before that. So each of these heads, as it is after this,
    /// has all its events in this commit or in one before it, and none in a later one.
    ///
    /// - Returns: Whether that could be read. If not, the whole batch was refused.
    /// - Throws: only what ends the service
    private mutating func catchUp(_ batch: CommitBatch, _ turn: inout Turn) throws(StoreError) -> Bool {
        guard turn.store.isShared, batch.chores.catchesUp || batch.submissions.contains(where: \.readsHead) else {
            return true
        }
        do throws(StoreError) {
            for submission in batch.submissions {
                if case .join(let room, _, _, _) = submission.request { _ = try head(of: room, turn.store) }
            }
            take(try turn.store.catchUp(), &turn)
            return true
        } catch {
            if error.endsService { throw error }
            turn.committed.refuse(batch.submissions, batch.chores.files.count, error)
            turn.committed.choreRefusal = error.refusal
            if !batch.chores.removals.isEmpty { turn.committed.removal = .failure(error.refusal) }
            return false
        }
    }

    private mutating func take(_ others: OthersCommits, _ turn: inout Turn) {
        turn.committed.epochs.merge(others.epochs) { $1 }
        turn.committed.eventsOfOthers += others.events.count
        for new in others.events { note(new.event, in: new.room, turn.now, &turn) }
        forget(others.removedRooms, &turn)
    }

    /// Rooms are gone: then their heads, and the epochs of all rooms without events, have changed.
    private mutating func forget(_ removedRooms: [RoomName], _ turn: inout Turn) {
        guard !removedRooms.isEmpty else { return }
        heads = Heads()
        // Their members' profiles may be gone with them.
        privateReaders = PrivateReaders()
        turn.committed.removedRooms += removedRooms
    }

    /// - Throws: only what ends the service
    private mutating func append(
        _ batch: CommitBatch, _ turn: inout Turn, _ append: (Batch) throws(StoreError) -> Appended
    ) throws(StoreError) {
        let (submissions, chores) = admitted(batch, &turn)
        var drafts = submissions.compactMap(\.draft)
        let requests = try accepted(submissions, &turn)
        let (marks, keeping, reports) = (requests.marks, requests.keeping, requests.reports)
        let deciding = requests.deciding
        guard
            !drafts.isEmpty || !marks.isEmpty || !keeping.isEmpty || !reports.isEmpty || !deciding.isEmpty
                || chores.commits
        else { return }
        let new = newRooms(of: drafts, turn)
        for index in drafts.indices where new.contains(drafts[index].room) {
            drafts[index].roomRefusal = refusalOfMaking(drafts[index].room)
        }
        let charges = quotas.admit(
            &drafts, from: { submissions.filter(\.isAppend).map(\.client) }, at: turn.now, new: new)
        let appended: Appended
        do throws(StoreError) {
            appended = try append(
                Batch(
                    drafts: drafts, marks: marks.map(\.mark), kept: keeping.compactMap(\.keptDraft),
                    files: chores.files, reports: reports.map(\.change),
                    decisions: deciding.compactMap(\.heldChange), unusedBefore: chores.unusedBefore,
                    expiry: chores.expiry, removal: chores.removals.first))
        } catch {
            if error.endsService { throw error }
            if case .full = error { disk.ranFull(at: turn.now / 1_000_000) }
            quotas.giveBack(charges)
            for request in reports { reportQuota.giveBack(request.change, from: request.submission.client) }
            let refused =
                submissions.filter(\.isAppend) + marks.map(\.submission) + keeping + reports.map(\.submission)
                + deciding
            turn.committed.choreRefusal = error.refusal
            if !chores.removals.isEmpty { turn.committed.removal = .failure(error.refusal) }
            return turn.committed.refuse(refused, chores.files.count, error)
        }
        turn.committed.hasAppended = !drafts.isEmpty || !deciding.isEmpty || !chores.removals.isEmpty
        take(appended.others, &turn)
        turn.committed.epochs.merge(appended.epochs) { $1 }
        settle(submissions, appended.outcomes, &turn)
        quotas.settle(charges, drafts, appended.outcomes)
        settle(marks, appended.refusedMarks, &turn)
        for submission in keeping {
            turn.committed.replies.append(Reply(submission, .done))
            if let kept = submission.keptDraft {
                turn.committed.drafts.append(.init(kept: kept, origin: submission.origin))
            }
        }
        settle(reports, appended.reports, &turn)
        settle(deciding, appended.decisions, &turn)
        turn.committed.files += appended.files.map { .success($0) }
        turn.committed.removed = appended.removed
        turn.committed.expired = appended.expired
        if !chores.removals.isEmpty { settle(appended.removal, &turn) }
    }

    private mutating func settle(_ removal: Result<Removed, WireError>?, _ turn: inout Turn) {
        let removal = removal ?? .failure(WireError(.badRequest, "The store of this server can't remove anything."))
        turn.committed.removal = removal
        // A removal may have removed profiles.
        privateReaders = PrivateReaders()
        if case .success(let removed) = removal { forget(removed.rooms, &turn) }
    }

    /// Refuses what may not be stored now: nothing, unless the disk is nearly full.
    private mutating func admitted(_ batch: CommitBatch, _ turn: inout Turn) -> ([Submission], CommitChores) {
        let free = turn.store.condition.freeBytes
        guard disk.look(free: free, at: turn.now / 1_000_000) else { return (batch.submissions, batch.chores) }
        let refused = batch.submissions.filter { !$0.isTakenReadOnly }
        if !refused.isEmpty || !batch.chores.files.isEmpty {
            let sentence =
                "The disk has \(free ?? 0) bytes free; messages are taken again from \(Limits.readOnlyEnd) on."
            turn.committed.refuse(refused, batch.chores.files.count, .full(sentence))
        }
        var chores = batch.chores
        chores.files = []
        return (batch.submissions.filter(\.isTakenReadOnly), chores)
    }

    /// The rooms of the drafts that have no event yet: none in almost every batch.
    private mutating func newRooms(of drafts: [Draft], _ turn: Turn) -> Set<RoomName> {
        var new: Set<RoomName> = []
        for draft in drafts where draft.room != .lobby && heads[draft.room]?.position.seq ?? 0 == 0 {
            // A room whose head can't be read is left to the store, which refuses what needs it.
            if (try? head(of: draft.room, turn.store))?.seq == 0 { new.insert(draft.room) }
        }
        return new
    }

    /// The requests of a batch that append nothing by themselves and that the store is asked to
    /// keep. The others are refused.
    private struct Accepted {
        var marks: [MarkRequest] = []
        var keeping: [Submission] = []
        var reports: [ReportRequest] = []
        var deciding: [Submission] = []
    }

    private mutating func accepted(
        _ submissions: [Submission], _ turn: inout Turn
    ) throws(StoreError) -> Accepted {
        var accepted = Accepted()
        for submission in submissions {
            switch submission.request {
            case .append, .join: continue
            case .markRead(let room, let author, let seq, let at):
                let mark = ReadMark(room: room, user: author.user, point: ReadPoint(seq, at: at))
                if try accepts(mark, submission, &turn) {
                    accepted.marks.append(MarkRequest(submission: submission, author: author, mark: mark))
                }
            case .keepDraft: accepted.keeping.append(submission)
            case .decide: accepted.deciding.append(submission)
            case .report(let change):
                // Each report is charged to its user and address.
                if let refusal = reportQuota.refusal(of: change, from: submission.client, at: turn.now) {
                    turn.committed.replies.append(submission.refused(refusal))
                } else {
                    accepted.reports.append(ReportRequest(submission: submission, change: change))
                }
            }
        }
        return accepted
    }

    /// Refuses a mark beyond the head: a client marks an event that it has seen, so the event was
    /// there before this batch. A mark whose room's head can't be read is refused alone.
    private mutating func accepts(
        _ mark: ReadMark, _ submission: Submission, _ turn: inout Turn
    ) throws(StoreError) -> Bool {
        do throws(StoreError) {
            let head = try head(of: mark.room, turn.store)
            let info = try info(of: mark.room, for: mark.user, turn.store)
            let access = RoomAccess(mark.room, mark.user, .user, exists: head.seq > 0, info)
            if mark.room.kind != .open, let refusal = access.refusalOfEntering(at: mark.point.at ?? 0) {
                turn.committed.replies.append(submission.refused(refusal))
            } else if mark.point.seq <= head.seq {
                return true
            } else {
                let sentence = "This room has no event \(mark.point.seq) yet; mark one that it has."
                turn.committed.replies.append(Reply(submission, .refused(WireError(.noSuchMessage, sentence))))
            }
        } catch {
            if error.endsService { throw error }
            turn.committed.refuse([submission], 0, error)
        }
        return false
    }

    private mutating func settle(_ reports: [ReportRequest], _ outcomes: [ReportOutcome], _ turn: inout Turn) {
        for (request, outcome) in zip(reports, outcomes) {
            // A refusal costs as much as a report: looking for one takes as long.
            if outcome == .unchanged { reportQuota.giveBack(request.change, from: request.submission.client) }
            if case .refused(let error) = outcome {
                turn.committed.replies.append(request.submission.refused(error))
            } else {
                turn.committed.replies.append(Reply(request.submission, .done))
            }
        }
    }

    private mutating func settle(
        _ submissions: [Submission], _ outcomes: [AppendOutcome], _ turn: inout Turn
    ) {
        turn.committed.events.reserveCapacity(outcomes.count)
        var next = outcomes.makeIterator()
        for submission in submissions {
            guard case .append(let draft) = submission.request, let outcome = next.next() else { continue }
            if case .appended(let event) = outcome {
                note(event, in: draft.room, submission.submitted, &turn)
            }
            turn.committed.replies.append(Reply(submission, outcome.reply(to: draft)))
        }
    }

    /// Takes in an event that was appended.
    private mutating func note(_ event: Event, in room: RoomName, _ submitted: Int64, _ turn: inout Turn) {
        let (epochs, epoch) = (turn.committed.epochs, turn.store.epoch)
        let position = Position(epoch: epochs.isEmpty ? epoch : epochs[room] ?? epoch, seq: event.seq)
        let isPlain = event.content.makesRecord ? false : heads[room]?.isPlain
        heads[room] = Heads.Head(position: position, isPlain: isPlain)
        turn.committed.events.append(.init(room: room, event: event, submitted: submitted))
        privateReaders.note(event)
    }

    /// Held messages that were published are events behind those of the batch's sends.
    private mutating func settle(_ deciding: [Submission], _ outcomes: [HeldOutcome], _ turn: inout Turn) {
        for (submission, outcome) in zip(deciding, outcomes) {
            switch outcome {
            case .published(let event):
                if let room = submission.heldChange?.room { note(event, in: room, submission.submitted, &turn) }
                turn.committed.replies.append(Reply(submission, .done))
            case .discarded, .unchanged: turn.committed.replies.append(Reply(submission, .done))
            case .refused(let error): turn.committed.replies.append(submission.refused(error))
            }
        }
    }

    private mutating func settle(_ marks: [MarkRequest], _ refused: [Int: WireError], _ turn: inout Turn) {
        for (index, request) in marks.enumerated() {
            if let error = refused[index] {
                turn.committed.replies.append(Reply(request.submission, .refused(error)))
                continue
            }
            turn.committed.replies.append(Reply(request.submission, .marked))
            var point = request.mark.point
            point.isPrivate = privateReaders.contains(request.author.user, in: turn.store)
            turn.committed.marks.append(
                .init(
                    room: request.mark.room, author: request.author, point: point, origin: request.submission.origin))
        }
    }

    /// Tells the people whose place in a room has changed, on all their connections. One that can't
    /// be read is left out: the next join of that person tells it.
    private func findStandings(_ turn: inout Turn) {
        for new in turn.committed.events {
            for user in new.event.peopleToTell(in: new.room) {
                guard var info = try? turn.store.info(of: new.room, for: user) ?? RoomInfo() else { continue }
                // It is as of the batch's end, when they may be out of the room.
                let access = RoomAccess(new.room, user, .user, exists: true, info)
                if access.refusalOfEntering(at: new.event.at) != nil { info = info.fromOutside }
                turn.committed.standings.append(
                    .init(user: user, room: new.room, event: new.event, info: info))
            }
        }
    }

    /// Finds the heads for joins. They are read after the appends: what this commit delivers is
    /// before them. A head that can't be read refuses its own join alone, and takes nothing back.
    private mutating func findHeads(_ batch: CommitBatch, _ turn: inout Turn) {
        for submission in batch.submissions {
            guard case .join(let room, let since, let visitor, let time) = submission.request else { continue }
            do throws(StoreError) {
                let head = try head(of: room, turn.store)
                let info = try info(of: room, for: visitor.user, turn.store)
                let access = RoomAccess(room, visitor.user, visitor.role, exists: head.seq > 0, info)
                if let refusal = access.refusalOfEntering(at: time) {
                    turn.committed.replies.append(submission.refused(refusal))
                    continue
                }
                let mark = visitor.mayHaveMark ? try turn.store.mark(of: visitor.user, in: room) : nil
                // A mark may be ahead of a log that was restored from a backup.
                let read = mark.map {
                    ReadPoint(
                        min($0.seq, head.seq), at: $0.at,
                        isPrivate: privateReaders.contains(visitor.user, in: turn.store))
                }
                let result = Reply.Result.joinReady(room: room, head: head, since: since, read: read, info)
                turn.committed.replies.append(Reply(submission, result))
            } catch {
                if error.endsService {
                    turn.committed.fail(CommitBatch([submission]), error)
                } else {
                    turn.committed.refuse([submission], 0, error)
                }
            }
        }
    }

    private mutating func head(of room: RoomName, _ store: any MessageStore) throws(StoreError) -> Position {
        if let known = heads[room] { return known.position }
        let head = Position(epoch: try store.epoch(of: room), seq: try store.head(of: room))
        heads[room] = Heads.Head(position: head)
        return head
    }

    /// `nil` for a room without a record. Of an open one that is remembered, so that a thousand
    /// people arriving read the store once.
    private mutating func info(
        of room: RoomName, for user: UserID, _ store: any MessageStore
    ) throws(StoreError) -> RoomInfo? {
        if heads[room]?.isPlain == true { return nil }
        // Reading a group's record takes time, from which a stranger would learn that the group exists.
        if room.kind == .group, try !store.standing(of: user, in: room).isNotable { return nil }
        let info = try store.info(of: room, for: user)
        if info == nil, room.kind == .open { heads[room]?.isPlain = true }
        return info
    }
}
