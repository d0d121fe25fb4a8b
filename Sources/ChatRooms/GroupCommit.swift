import ChatWire

/// Decides what one group commit does, and what each request of its batch is told.
///
/// It remembers what it would otherwise read again and again: heads of rooms, people's places
/// in groups, who made how many new rooms, whether the disk is full. Where other servers append to
/// the same log, it begins with what they have committed. It knows no thread, socket or clock.
package struct GroupCommit: Sendable {
    var heads = Heads()
    var quotas: NewEventQuotas
    var reportQuota: ReportQuota
    private let refusalOfMaking: @Sendable (RoomName) -> WireError?
    private let isClosing: @Sendable (UserID) -> Bool
    var privateReaders = PrivateReaders()
    var standings = KnownStandings()
    var readMarks = KnownMarks()
    /// As the last commit left it.
    package internal(set) var disk = DiskRule()

    /// - Parameters:
    ///   - spendings: notes what is taken of limits; `nil` without other servers
    ///   - refusalOfMaking: why nobody may make a room of this name; `nil` if everyone may
    ///   - isClosing: whether a user's account was closed, or is being closed. Such a user enters
    ///     no group.
    package init(
        newRooms rates: RoomRates = RoomRates(), telling spendings: Spendings? = nil,
        refusalOfMaking: @escaping @Sendable (RoomName) -> WireError? = { _ in nil },
        isClosing: @escaping @Sendable (UserID) -> Bool = { _ in false }
    ) {
        self.refusalOfMaking = refusalOfMaking
        self.isClosing = isClosing
        quotas = NewEventQuotas(newRooms: rates, telling: spendings)
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
    struct Turn {
        let store: any MessageStore
        let now: Int64
        var committed = Committed()
    }

    struct MarkRequest {
        var submission: Submission
        var author: Author
        var mark: ReadMark
    }

    struct ReportRequest {
        var submission: Submission
        var change: ReportChange
    }

    /// Takes in what other servers have committed, if the batch depends on it before its append,
    /// which takes it in, too.
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
            let joining = batch.submissions.compactMap(\.joining)
            _ = arrivals(of: joining.filter { heads[$0.room] == nil }, turn.store)
            for person in joining { _ = try head(of: person.room, turn.store) }
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
    mutating func forget(_ removedRooms: [RoomName], _ turn: inout Turn) {
        guard !removedRooms.isEmpty else { return }
        heads = Heads()
        // Their members' profiles may be gone with them.
        privateReaders = PrivateReaders()
        standings = KnownStandings()
        readMarks = KnownMarks()
        turn.committed.removedRooms += removedRooms
    }

    /// - Throws: only what ends the service
    private mutating func append(
        _ batch: CommitBatch, _ turn: inout Turn, _ append: (Batch) throws(StoreError) -> Appended
    ) throws(StoreError) {
        let (submissions, chores) = admitted(batch, &turn)
        var newEvents = submissions.compactMap(\.newEvent)
        let requests = try accepted(submissions, &turn)
        let (marks, keeping, reports) = (requests.marks, requests.keeping, requests.reports)
        let deciding = requests.deciding
        guard
            !newEvents.isEmpty || !marks.isEmpty || !keeping.isEmpty || !reports.isEmpty || !deciding.isEmpty
                || chores.commits
        else { return }
        let new = newRooms(of: newEvents, turn)
        for index in newEvents.indices where new.contains(newEvents[index].room) {
            newEvents[index].roomRefusal = refusalOfMaking(newEvents[index].room)
        }
        for index in newEvents.indices {
            if let person = newEvents[index].personEntering, isClosing(person) { newEvents[index].refuseEntry() }
        }
        let charges = quotas.admit(
            &newEvents, from: { submissions.filter(\.isAppend).map(\.client) }, at: turn.now, new: new)
        let appended: Appended
        do throws(StoreError) {
            appended = try append(
                Batch(
                    newEvents: newEvents, marks: marks.map(\.mark), kept: keeping.compactMap(\.keptDraft),
                    files: chores.files, reports: reports.map(\.change),
                    decisions: deciding.compactMap(\.heldChange), unusedBefore: chores.unusedBefore,
                    expiry: chores.expiry, clock: chores.clock, removal: chores.removals.first))
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
        turn.committed.hasAppended = !newEvents.isEmpty || !deciding.isEmpty || !chores.removals.isEmpty
        take(appended.others, &turn)
        turn.committed.epochs.merge(appended.epochs) { $1 }
        settle(submissions, appended.outcomes, &turn)
        quotas.settle(charges, newEvents, appended.outcomes)
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
}
