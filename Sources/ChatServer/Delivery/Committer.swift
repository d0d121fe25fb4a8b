import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// Group commit: the one thread that appends to the store.
///
/// Whatever arrives while a commit is on its way to the disk goes into the next. A lone message is committed at once; under load a
/// batch grows by itself to what the disk's latency makes of it. Numbers are the store's, and the order in which
/// commits are handed to the fan-out is the order of every room.
final class Committer: Sendable {
    private struct Pending {
        var submissions: [Submission] = []
        var bytes = 0
        var fileWork = FileWork()
        var isDraining = false
        /// Set for good when nothing more is accepted.
        var closed: WireError?
        var metrics = CommitMetrics()
        var heads = Heads()
        var disk = DiskRule()
        var onRemoval: (@Sendable ([ID]) -> Void)?
    }

    private let pending = NIOLockedValueBox(Pending())
    private let queue: WorkQueue
    private let clock: ServerClock
    private let bounds: DeliveryBounds
    private let store: any MessageStore
    private let fanout: Fanout
    private let presence: PresenceService
    /// Of the committer's thread.
    private let quota: NIOLockedValueBox<RoomQuota<ClientAddress>>
    private let traces: Traces
    private let onFailure: @Sendable (StoreError) -> Void
    private let onRefusal: @Sendable (StoreError) -> Void

    /// - Parameters:
    ///   - onFailure: called once, on the committer's thread, when the store has failed: the process must end.
    ///   - onRefusal: called on the committer's thread with an error that only refused what ran into it
    init(
        store: any MessageStore, fanout: Fanout, presence: PresenceService,
        quota: RoomQuota<ClientAddress> = RoomQuota(), traces: Traces = Traces(),
        environment: ServerEnvironment = ServerEnvironment(),
        onFailure: @escaping @Sendable (StoreError) -> Void,
        onRefusal: @escaping @Sendable (StoreError) -> Void = { _ in }
    ) {
        self.store = store
        self.fanout = fanout
        self.presence = presence
        self.quota = NIOLockedValueBox(quota)
        self.traces = traces
        queue = environment.queues.committer
        clock = environment.clock
        bounds = environment.bounds
        self.onFailure = onFailure
        self.onRefusal = onRefusal
    }

    /// Hands a submission over; its reply comes to its connection's event loop. Any thread.
    ///
    /// - Returns: a refusal when there is no room for it; then no reply comes.
    func submit(_ submission: Submission) -> WireError? {
        let (refusal, start) = pending.withLockedValue { pending -> (WireError?, Bool) in
            if let closed = pending.closed { return (closed, false) }
            if case .append(let draft) = submission.request {
                guard pending.submissions.count < bounds.commitQueue, pending.bytes < Limits.commitQueueBytes else {
                    return (Self.overloaded, false)
                }
                pending.bytes += draft.mutation.textBytes
            } else if pending.submissions.count >= bounds.commitQueue / 2 {
                return (Self.overloaded, false)
            }
            pending.submissions.append(submission)
            defer { pending.isDraining = true }
            return (nil, !pending.isDraining)
        }
        if start { queue.async { self.drain() } }
        return refusal
    }

    private static let overloaded = WireError(
        .overloaded, "The server has too much to do; try again in a second.", retry: 1_000)

    /// Records a file whose bytes are on the disk, and returns when the record is, too.
    ///
    /// - Returns: the refusal when nothing is recorded any more; after a failed store nobody knows whether it was.
    func record(_ file: FileRecord) async -> Result<FileOutcome, WireError> {
        await withCheckedContinuation { done in
            let refusal = work { $0.files.append((file, done)) }
            if let refusal { done.resume(returning: .failure(refusal)) }
        }
    }

    /// Forgets the files recorded before that moment which no message has.
    func forgetUnused(before: Int64) { _ = work { $0.unusedBefore = before } }

    /// Wipes messages that are past their time, as many as a commit should.
    ///
    /// - Parameter done: called on the committer's thread with how far that came; not called after a refusal or a failure.
    func expire(_ step: Expiry, done: @escaping @Sendable (Expired) -> Void) {
        _ = work { $0.expiry = (step, done) }
    }

    /// - Parameter remove: called on the committer's thread with the places of files that are no longer in the log
    func onRemoval(_ remove: @escaping @Sendable ([ID]) -> Void) {
        pending.withLockedValue { $0.onRemoval = remove }
    }

    private func work(_ add: (inout FileWork) -> Void) -> WireError? {
        let (refusal, start) = pending.withLockedValue { pending -> (WireError?, Bool) in
            if let closed = pending.closed { return (closed, false) }
            add(&pending.fileWork)
            defer { pending.isDraining = true }
            return (nil, !pending.isDraining)
        }
        if start { queue.async { self.drain() } }
        return refusal
    }

    /// Refuses what comes from now on, and commits what was accepted.
    /// - Parameter done: called on the committer's thread when that is on disk
    func close(_ reason: WireError, done: @escaping @Sendable () -> Void) {
        pending.withLockedValue { $0.closed = $0.closed ?? reason }
        queue.async {
            // A submission accepted just before may not have scheduled a drain, and a large room no longer holds anything up.
            while let (batch, fileWork) = self.next() { _ = self.commit(batch, fileWork) }
            done()
        }
    }

    /// Refuses what comes from now on, and returns when what was accepted is on disk.
    func close(_ reason: WireError) async {
        await withCheckedContinuation { done in close(reason) { done.resume() } }
    }

    var isAccepting: Bool { pending.withLockedValue { $0.closed == nil } }

    var storeCondition: StoreCondition { store.condition }

    /// Whether the disk is so full that nothing is stored but deletions.
    var isReadOnly: Bool {
        let free = store.condition.freeBytes
        return pending.withLockedValue { $0.disk.look(free: free, at: clock.nanoseconds() / 1_000_000) }
    }

    private func ranFull() { pending.withLockedValue { $0.disk.ranFull(at: clock.nanoseconds() / 1_000_000) } }

    var metrics: CommitMetrics { pending.withLockedValue { $0.metrics } }

    /// Commits until nothing is left to commit, or a large room has to be told first: then it goes on when that is done. Meanwhile
    /// `isDraining` stays set, and what is submitted only waits.
    private func drain() {
        while let (batch, fileWork) = next() {
            guard commit(batch, fileWork) else { return }
        }
    }

    private func next() -> ([Submission], FileWork)? {
        pending.withLockedValue { pending in
            guard !pending.submissions.isEmpty || !pending.fileWork.isEmpty else {
                pending.isDraining = false
                return nil
            }
            var batch: [Submission] = []
            if pending.submissions.count <= bounds.commitBatch {
                swap(&batch, &pending.submissions)
                pending.bytes = 0
            } else {
                batch = Array(pending.submissions.prefix(bounds.commitBatch))
                pending.submissions.removeFirst(batch.count)
                pending.bytes -= batch.reduce(0) { $0 + $1.textBytes }
            }
            let fileWork = pending.fileWork
            pending.fileWork = FileWork()
            return (batch, fileWork)
        }
    }

    /// - Returns: whether the next commit may follow at once
    private func commit(_ batch: [Submission], _ fileWork: FileWork) -> Bool {
        var assembly = CommitAssembly(epoch: store.epoch, audience: fanout.audience, tables: fanout.count)
        do {
            try append(batch, fileWork, &assembly)
        } catch {
            fail(batch, fileWork, error)
            return true
        }
        let failure = locate(batch, &assembly)
        let mayGoOn = fanout.deliver(assembly.finish()) { self.queue.async { self.drain() } }
        if let failure { fail([], FileWork(), failure) }
        return mayGoOn
    }

    /// What may be stored now: everything, unless the disk is nearly full.
    private func admitted(
        _ batch: [Submission], _ fileWork: FileWork, _ assembly: inout CommitAssembly
    ) -> ([Submission], FileWork) {
        guard isReadOnly else { return (batch, fileWork) }
        let refused = batch.filter { !$0.isTakenReadOnly }
        if !refused.isEmpty || !fileWork.files.isEmpty {
            let free = store.condition.freeBytes ?? 0
            let sentence = "The disk has \(free) bytes free; from \(Limits.readOnlyEnd) on messages are taken again."
            refuse(refused, fileWork, .full(sentence), &assembly)
        }
        return (
            batch.filter(\.isTakenReadOnly), FileWork(unusedBefore: fileWork.unusedBefore, expiry: fileWork.expiry)
        )
    }

    /// Nothing was stored, and nothing is in doubt: what was to be stored is refused, and the server goes on.
    private func refuse(
        _ submissions: [Submission], _ fileWork: FileWork, _ error: StoreError, _ assembly: inout CommitAssembly
    ) {
        onRefusal(error)
        for submission in submissions { assembly.refuse(submission, error.refusal) }
        for work in fileWork.files { work.done.resume(returning: .success(.refused(error.refusal))) }
    }

    /// Tells heads. They are read after the appends: what this turn delivers is before them. A head that can't be read refuses its own
    /// join alone, and takes nothing back.
    ///
    /// - Returns: why the store must not be used any more, if that is so
    private func locate(_ batch: [Submission], _ assembly: inout CommitAssembly) -> StoreError? {
        var failure: StoreError?
        for submission in batch {
            guard case .join(let room, let since, let user) = submission.request else { continue }
            do {
                let head = try head(of: room)
                let read = try user.flatMap { user throws(StoreError) in try store.mark(of: user, in: room) }
                assembly.locate(submission, room: room, head: head, since: since, read: read.map { min($0, head) })
            } catch {
                assembly.refuse(submission, error.refusal)
                if error.endsService { failure = error } else { onRefusal(error) }
            }
        }
        return failure
    }

    /// - Throws: only what ends the service
    private func append(
        _ batch: [Submission], _ fileWork: FileWork, _ assembly: inout CommitAssembly
    ) throws(StoreError) {
        let (batch, fileWork) = admitted(batch, fileWork, &assembly)
        var drafts = batch.compactMap(\.draft)
        let marks = try acceptedMarks(batch, &assembly)
        guard !drafts.isEmpty || !marks.isEmpty || !fileWork.isEmpty else { return }
        let charges = admitRooms(of: &drafts, batch)
        let begun = clock.nanoseconds()
        let span = traces.begin("martlet.commit")
        span?.attributes["martlet.commit.sends"] = drafts.count
        let appended: Appended
        do throws(StoreError) {
            appended = try store.append(
                Batch(
                    drafts: drafts, marks: marks.map(\.mark), files: fileWork.files.map(\.file),
                    unusedBefore: fileWork.unusedBefore, expiry: fileWork.expiry?.step))
        } catch {
            span?.fail(error)
            if error.endsService { throw error }
            if case .full = error { ranFull() }
            if let charges {
                quota.withLockedValue { $0.settle(charges, drafts, drafts.map { _ in .refused(error.refusal) }) }
            }
            return refuse(batch.filter(\.isAppend) + marks.map(\.submission), fileWork, error, &assembly)
        }
        span?.end()
        let outcomes = appended.outcomes
        record(outcomes, begun: begun, ended: clock.nanoseconds())
        var next = outcomes.makeIterator()
        for submission in batch where submission.isAppend {
            if let outcome = next.next() { assembly.add(outcome, to: submission) }
        }
        note(drafts, outcomes)
        if let charges { quota.withLockedValue { $0.settle(charges, drafts, outcomes) } }
        for (index, (submission, author, mark)) in marks.enumerated() {
            if let error = appended.refusedMarks[index] {
                assembly.refuse(submission, error)
                continue
            }
            assembly.mark(submission)
            presence.mark(mark.room, author, seq: mark.seq, except: submission.origin)
        }
        for (work, outcome) in zip(fileWork.files, appended.files) { work.done.resume(returning: .success(outcome)) }
        if let expired = appended.expired {
            pending.withLockedValue { $0.metrics.expired += UInt64(clamping: expired.messages) }
            fileWork.expiry?.done(expired)
        }
        if !appended.removed.isEmpty { pending.withLockedValue { $0.onRemoval }?(appended.removed) }
    }

    /// Charges those who may make a room with this batch, and has the others refused. `nil` where every room has an event already, as in
    /// almost every batch.
    private func admitRooms(
        of drafts: inout [Draft], _ batch: [Submission]
    ) -> RoomQuota<ClientAddress>.Charges? {
        let unknown = pending.withLockedValue { pending in
            let heads = pending.heads
            return Set(drafts.lazy.map(\.room).filter { $0 != .lobby && heads[$0] ?? 0 == 0 })
        }
        guard !unknown.isEmpty else { return nil }
        var new: Set<RoomName> = []
        // A room whose head can't be read is left to the store, which refuses what needs it.
        for room in unknown where (try? head(of: room)) == 0 { new.insert(room) }
        guard !new.isEmpty else { return nil }
        let clients = batch.filter(\.isAppend).map(\.client)
        return quota.withLockedValue {
            $0.admit(&drafts, from: clients, at: clock.nanoseconds(), where: new.contains)
        }
    }

    /// The marks of a batch but those beyond the head: a client sets a mark on an event that it has seen, so it was there before this batch. One whose
    /// room's head can't be read is refused alone.
    private func acceptedMarks(
        _ batch: [Submission], _ assembly: inout CommitAssembly
    ) throws(StoreError) -> [(submission: Submission, author: Author, mark: ReadMark)] {
        var marks: [(submission: Submission, author: Author, mark: ReadMark)] = []
        for submission in batch {
            guard case .markRead(let room, let author, let seq) = submission.request else { continue }
            do {
                if seq <= (try head(of: room)) {
                    marks.append((submission, author, ReadMark(room: room, user: author.user, seq: seq)))
                } else {
                    assembly.refuse(submission, WireError(.noSuchMessage, "This room has no event \(seq) yet."))
                }
            } catch {
                if error.endsService { throw error }
                assembly.refuse(submission, error.refusal)
                onRefusal(error)
            }
        }
        return marks
    }

    private func head(of room: RoomName) throws(StoreError) -> UInt64 {
        if let known = pending.withLockedValue({ $0.heads[room] }) { return known }
        let head = try store.head(of: room)
        pending.withLockedValue { $0.heads[room] = head }
        return head
    }

    private func note(_ drafts: [Draft], _ outcomes: [AppendOutcome]) {
        pending.withLockedValue { pending in
            for (draft, outcome) in zip(drafts, outcomes) {
                if case .appended(let event) = outcome { pending.heads[draft.room] = event.seq }
            }
        }
    }

    private func record(_ outcomes: [AppendOutcome], begun: Int64, ended: Int64) {
        let appended = outcomes.reduce(0) { if case .appended = $1 { $0 + 1 } else { $0 } }
        pending.withLockedValue { pending in
            pending.metrics.record(drafts: outcomes.count, appended: appended, nanoseconds: ended - begun)
        }
    }

    /// Nothing of the batch is acknowledged, nothing more is accepted, and those that waited behind it are told so too.
    private func fail(_ batch: [Submission], _ fileWork: FileWork, _ error: StoreError) {
        let refusal = error.refusal
        let (waiting, waitingFiles) = pending.withLockedValue { pending in
            pending.closed = refusal
            defer {
                pending.submissions = []
                pending.fileWork = FileWork()
            }
            return (pending.submissions, pending.fileWork)
        }
        var assembly = CommitAssembly(epoch: store.epoch, audience: fanout.audience, tables: fanout.count)
        for submission in batch + waiting { assembly.refuse(submission, refusal) }
        // Refusals alone: no room waits for them.
        _ = fanout.deliver(assembly.finish()) {}
        for work in fileWork.files + waitingFiles.files { work.done.resume(returning: .failure(refusal)) }
        onFailure(error)
    }
}
