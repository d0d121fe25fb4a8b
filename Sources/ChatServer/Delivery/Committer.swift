import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// Runs group commits (``GroupCommit``) on the one thread that appends to the store.
///
/// What arrives while a commit is on its way to the disk goes into the next (``SubmissionQueue``).
/// A lone message is committed at once; under load a batch grows by itself to what the disk's
/// latency makes of it. Commits are handed to the fan-out in the order of the log.
final class Committer: Sendable {
    private struct Pending {
        var queue: SubmissionQueue
        var callbacks = ChoreCallbacks()
        var isDraining = false
        /// As the last look at the disk left it.
        var disk = DiskRule()
        /// When the last commit ended, in monotonic nanoseconds.
        var committed: Int64
        var onRemoval: (@Sendable ([FilePlace]) -> Void)?
    }

    private let pending: NIOLockedValueBox<Pending>
    /// When the commit that runs now began, in monotonic nanoseconds.
    private let running = NIOLockedValueBox<Int64?>(nil)
    private let queue: WorkQueue
    private let clock: ServerClock
    /// What other servers have told, for the next commit.
    private let spentElsewhere = Spendings()
    /// Used on `queue` alone: nobody ever waits for this lock.
    private let group: NIOLockedValueBox<GroupCommit>
    private let store: any MessageStore
    private let fanout: Fanout
    private let presence: PresenceService
    /// `nil` if no other server shares the log.
    private let cluster: Cluster?
    private let traces: Traces
    private let onFailure: @Sendable (StoreError) -> Void
    private let onRefusal: @Sendable (StoreError) -> Void
    private let onReadOnly: @Sendable (Bool) -> Void
    private let onAdministratorAct: @Sendable (AdministratorAct) -> Void

    /// - Parameters:
    ///   - onFailure: called once, on the committer's thread, when the store has failed: the
    ///     process must end.
    ///   - onRefusal: called on the committer's thread with an error that refused requests and
    ///     nothing else
    ///   - onReadOnly: called on the committer's thread when nothing but deletions can be stored
    ///     any more, and when everything can be stored again
    ///   - onAdministratorAct: called on the committer's thread when an act is on the disk
    init(
        store: any MessageStore, fanout: Fanout, presence: PresenceService, cluster: Cluster? = nil,
        newRooms: RoomRates = RoomRates(), traces: Traces = Traces(),
        refusalOfMaking: @escaping @Sendable (RoomName) -> WireError? = { _ in nil },
        isClosing: @escaping @Sendable (UserID) -> Bool = { _ in false },
        environment: ServerEnvironment = ServerEnvironment(),
        onFailure: @escaping @Sendable (StoreError) -> Void,
        onRefusal: @escaping @Sendable (StoreError) -> Void = { _ in },
        onReadOnly: @escaping @Sendable (Bool) -> Void = { _ in },
        onAdministratorAct: @escaping @Sendable (AdministratorAct) -> Void = { _ in }
    ) {
        self.store = store
        self.fanout = fanout
        self.presence = presence
        self.cluster = cluster
        self.traces = traces
        self.onFailure = onFailure
        self.onRefusal = onRefusal
        self.onReadOnly = onReadOnly
        self.onAdministratorAct = onAdministratorAct
        let bounds = environment.bounds
        pending = NIOLockedValueBox(
            Pending(
                queue: SubmissionQueue(capacity: bounds.commitQueue, batch: bounds.commitBatch),
                committed: environment.clock.nanoseconds()))
        queue = environment.queues.committer
        clock = environment.clock
        group = NIOLockedValueBox(
            GroupCommit(
                newRooms: newRooms, telling: cluster?.spendings, refusalOfMaking: refusalOfMaking, isClosing: isClosing)
        )
    }

    /// Hands a submission over; its reply comes to its connection's event loop. Any thread.
    ///
    /// - Returns: a refusal when there is no room for it; then no reply comes.
    func submit(_ submission: Submission) -> WireError? {
        add { $0.queue.add(submission) }
    }

    /// Records a file whose bytes are on the disk.
    ///
    /// - Parameter done: called when the record is on the disk, too, on the committer's thread; or
    ///   with the refusal when nothing is recorded any more. After a failed store nobody knows
    ///   whether it was.
    func record(_ file: FileRecord, done: @escaping @Sendable (Result<FileOutcome, WireError>) -> Void) {
        let refusal = add { pending in
            let refusal = pending.queue.add { $0.files.append(file) }
            if refusal == nil { pending.callbacks.files.append(done) }
            return refusal
        }
        if let refusal { done(.failure(refusal)) }
    }

    /// Forgets the files without a message that were recorded before this moment: milliseconds
    /// since 1970-01-01 UTC. If the queue is full, nothing is forgotten.
    func forgetUnused(before: Int64) {
        _ = add { pending in pending.queue.add { $0.unusedBefore = before } }
    }

    /// Records what is known of the wall clock. If the queue is full, nothing is recorded.
    func note(_ clock: ClockRecord) {
        _ = add { pending in pending.queue.add { $0.clock = clock } }
    }

    /// Wipes messages that are past their time, at most as many as one commit may.
    ///
    /// - Parameter done: called on the committer's thread with how far that came, or why nothing
    ///   was done; not called after a failure.
    func expire(_ step: Expiry, done: @escaping @Sendable (Result<Expired, WireError>) -> Void) {
        _ = add { pending in
            let refusal = pending.queue.add { $0.expiry = step }
            if refusal == nil { pending.callbacks.expired = done }
            return refusal
        }
    }

    /// Does a step of a removal in a commit, and returns when it is on disk.
    func remove(_ step: Removal) async -> Result<Removed, WireError> {
        await withCheckedContinuation { done in
            let refusal = add { pending in
                let refusal = pending.queue.add { $0.removals.append(step) }
                if refusal == nil { pending.callbacks.removals.append(done) }
                return refusal
            }
            if let refusal { done.resume(returning: .failure(refusal)) }
        }
    }

    /// - Parameter remove: called on the committer's thread with the places of files that are no
    ///   longer in the log
    func onRemoval(_ remove: @escaping @Sendable ([FilePlace]) -> Void) {
        pending.withLockedValue { $0.onRemoval = remove }
    }

    /// Refuses requests from now on, and commits what was accepted.
    ///
    /// - Parameter done: called on the committer's thread when that is on disk
    func close(_ reason: WireError, done: @escaping @Sendable () -> Void) {
        pending.withLockedValue { $0.queue.close(reason) }
        queue.async {
            // A submission accepted just before closing may not have scheduled a drain, and a large
            // room no longer holds anything up.
            while let (batch, callbacks) = self.next() { _ = self.commit(batch, callbacks) }
            done()
        }
    }

    /// Refuses requests from now on, and returns when what was accepted is on disk.
    func close(_ reason: WireError) async {
        await withCheckedContinuation { done in close(reason) { done.resume() } }
    }

    var isAccepting: Bool { pending.withLockedValue { $0.queue.closed == nil } }

    var storeCondition: StoreCondition { store.condition }

    /// How long the commit that runs now has taken, in milliseconds; 0 if none runs.
    var runningCommit: Int64 {
        guard let begun = running.withLockedValue({ $0 }) else { return 0 }
        return max(clock.nanoseconds() - begun, 0) / 1_000_000
    }

    /// Whether the store does not answer: nothing is acknowledged until it does.
    var isStoreHanging: Bool { runningCommit >= Limits.storeDeadline }

    /// Whether the store is in another process.
    var isStoreRemote: Bool { store.isRemote }

    /// Whether the disk is so full that nothing is stored but deletions.
    var isReadOnly: Bool {
        let free = store.condition.freeBytes
        return pending.withLockedValue { $0.disk.forbids(free: free, at: clock.nanoseconds() / 1_000_000) }
    }

    /// Ends the read-only mode when the disk has room again, also if nobody sends. Any thread.
    func lookAtDisk() {
        // A commit under way looks by itself.
        guard pending.withLockedValue({ $0.disk.isReadOnly && !$0.isDraining }) else { return }
        queue.async {
            let disk = self.group.withLockedValue { group in
                group.lookAtDisk(of: self.store, at: self.clock.nanoseconds())
                return group.disk
            }
            let wasReadOnly = self.pending.withLockedValue { pending in
                defer { pending.disk = disk }
                return pending.disk.isReadOnly
            }
            if disk.isReadOnly != wasReadOnly { self.onReadOnly(disk.isReadOnly) }
        }
    }

    /// Asks a store in another process whether it can still append, if nobody has appended for a
    /// while. Any thread.
    ///
    /// A server that has lost its store, and does not know, would deliver nothing that another one
    /// appends.
    func askStore() {
        let now = clock.nanoseconds()
        let isSilent = pending.withLockedValue { pending in
            !pending.isDraining && now - pending.committed >= Int64(Limits.databaseSilence) * 1_000_000_000
        }
        guard store.isRemote, isSilent else { return }
        _ = add { pending in pending.queue.add { $0.asksStore = true } }
    }

    /// Reads and delivers what other servers have committed, if any share the log. Any thread.
    func catchUp() {
        guard store.isShared else { return }
        _ = add { pending in pending.queue.add { $0.catchesUp = true } }
    }

    /// Takes what was spent on another server, with the next commit. Any thread.
    func take(_ spending: Spending) { spentElsewhere.note(spending) }

    /// Whether the store still takes what this server commits. Returns when a commit has shown it.
    func confirms() async -> Bool {
        await withCheckedContinuation { asked in
            let refusal = add { pending in
                if let refusal = pending.queue.add({ $0.asksStore = true }) { return refusal }
                pending.callbacks.asked.append(asked)
                return nil
            }
            if refusal != nil { asked.resume(returning: false) }
        }
    }

    private func add(_ change: (inout Pending) -> WireError?) -> WireError? {
        let (refusal, start) = pending.withLockedValue { pending -> (WireError?, Bool) in
            if let refusal = change(&pending) { return (refusal, false) }
            defer { pending.isDraining = true }
            return (nil, !pending.isDraining)
        }
        if start { queue.async { self.drain() } }
        return refusal
    }

    /// Commits until nothing is left to commit, or a large room has to be told first: then it goes
    /// on when that is done. Meanwhile `isDraining` stays set, and what is submitted only waits.
    private func drain() {
        while let (batch, callbacks) = next() {
            guard commit(batch, callbacks) else { return }
        }
    }

    private func next() -> (CommitBatch, ChoreCallbacks)? {
        pending.withLockedValue { pending in
            guard let batch = pending.queue.next() else {
                pending.isDraining = false
                return nil
            }
            return (batch, pending.callbacks.takeNext())
        }
    }

    /// - Returns: whether the next commit may follow at once
    private func commit(_ batch: CommitBatch, _ callbacks: ChoreCallbacks) -> Bool {
        var callbacks = callbacks
        let begun = clock.nanoseconds()
        running.withLockedValue { $0 = begun }
        let (done, disk) = group.withLockedValue { group in
            if cluster != nil { for spending in spentElsewhere.takeAll() { group.take(spending, at: begun) } }
            return (group.commit(batch, to: store, at: begun, append: append), group.disk)
        }
        running.withLockedValue { $0 = nil }
        var committed = done
        let (onRemoval, wasReadOnly) = pending.withLockedValue { pending in
            let wasReadOnly = pending.disk.isReadOnly
            pending.disk = disk
            pending.committed = clock.nanoseconds()
            if let failure = committed.failure {
                committed.fail(pending.queue.fail(failure), failure)
                callbacks.files += pending.callbacks.files
                callbacks.removals += pending.callbacks.removals
                callbacks.asked += pending.callbacks.asked
                pending.callbacks = ChoreCallbacks()
            }
            return (pending.onRemoval, wasReadOnly)
        }
        if let expired = committed.expired { fanout.metrics.expired.increment(by: expired.messages) }
        if disk.isReadOnly != wasReadOnly { onReadOnly(disk.isReadOnly) }
        for error in committed.refusals { onRefusal(error) }
        for act in committed.administratorActs { onAdministratorAct(act) }
        // Before the answers are sent: when users hear that their read marks are private, no list
        // has their marks any more.
        for new in committed.events { presence.note(new.event) }
        let assembly = CommitAssembly(epoch: store.epoch, audience: fanout.audience, tables: fanout.count)
        let mayGoOn = fanout.deliver(assembly.assemble(committed)) { self.queue.async { self.drain() } }
        let removedRooms = committed.removedRooms
        if !removedRooms.isEmpty { fanout.onEachTable { $0.dismissMembers(of: removedRooms) } }
        if committed.eventsOfOthers > 0 {
            let times = committed.events.prefix(committed.eventsOfOthers).lazy.map(\.event.at)
            fanout.metrics.tookFromOthers(times, at: clock.milliseconds())
        }
        if committed.hasAppended { cluster?.announce(.appended) }
        for draft in committed.drafts {
            cluster?.announce(.draft(draft.kept.room, draft.kept.user, text: draft.kept.text))
        }
        for mark in committed.marks { presence.markRead(mark) }
        callbacks.call(committed)
        if !committed.removed.isEmpty { onRemoval?(committed.removed) }
        if let failure = committed.failure { onFailure(failure) }
        return mayGoOn
    }

    /// The store's append, measured and traced.
    private func append(_ batch: Batch) throws(StoreError) -> Appended {
        let begun = clock.nanoseconds()
        let span = traces.begin("martlet.commit")
        span?.attributes["martlet.commit.sends"] = batch.newEvents.count
        do throws(StoreError) {
            let appended = try store.append(batch)
            span?.end()
            record(appended, nanoseconds: clock.nanoseconds() - begun)
            return appended
        } catch {
            span?.fail(error)
            throw error
        }
    }

    private func record(_ appended: Appended, nanoseconds: Int64) {
        var events = 0
        for case .appended in appended.outcomes { events += 1 }
        for case .published in appended.decisions { events += 1 }
        fanout.metrics.committed(newEvents: appended.outcomes.count, appended: events, nanoseconds: nanoseconds)
    }
}
