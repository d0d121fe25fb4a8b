import ChatWire

/// What waits for the next group commit, bounded.
///
/// Appends may fill the whole queue and its budget of bytes. Joins, read marks and drafts may fill
/// half of it, so that many joins at once leave room for sends.
///
/// If more waits than goes into one commit, sites and their connections take turns
/// (``SubmissionShares``). Then a site may take as much room as is free: one site alone half of the
/// queue, two a third each. So there is always room for somebody else.
package struct SubmissionQueue: Sendable {
    /// What goes into the next commit, in the order in which it came; empty while ``shares`` has
    /// anything.
    private var submissions: [Submission] = []
    private var shares = SubmissionShares()
    private var chores = CommitChores()
    private var count = 0
    /// Bytes of the texts that wait.
    private var bytes = 0
    /// How many of ``submissions`` change messages, which may take thousands of rows each.
    private var changes = 0
    private let capacity: Int
    private let byteCapacity: Int
    private let batch: Int
    /// Why nothing more is accepted; stays once it is set.
    package private(set) var closed: WireError?

    /// - Parameters:
    ///   - capacity: submissions that may wait
    ///   - byteCapacity: bytes of texts from which on no append is taken
    ///   - batch: submissions that go into one commit
    package init(
        capacity: Int = Limits.commitQueue, byteCapacity: Int = Limits.commitQueueBytes,
        batch: Int = Limits.commitBatch
    ) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
        self.batch = batch
    }

    package var isEmpty: Bool { count == 0 && chores.isEmpty }

    /// Adds a request; its reply comes with a later batch.
    ///
    /// - Returns: a refusal when there is no room for it; then no reply comes.
    package mutating func add(_ submission: Submission) -> WireError? {
        if let closed { return closed }
        let share = submission.isAppend ? 1 : 2
        let free = (count: capacity / share - count, bytes: byteCapacity / share - bytes)
        // A request without a text needs no budget of bytes.
        let needsBytes = submission.isAppend || submission.textBytes > 0
        guard free.count > 0, free.bytes > 0 || !needsBytes else { return .overloaded }
        if !shares.isEmpty {
            let site = shares.waiting(of: submission.client.ofSite)
            guard site.count < free.count, site.bytes < free.bytes || !needsBytes else { return .overloaded }
        }
        count += 1
        bytes += submission.textBytes
        if shares.isEmpty, submissions.count < batch,
            changes < Limits.changesPerCommit || !submission.changesMessage
        {
            if submission.changesMessage { changes += 1 }
            submissions.append(submission)
        } else {
            for waiting in submissions { shares.add(waiting) }
            (submissions, changes) = ([], 0)
            shares.add(submission)
        }
        return nil
    }

    /// Adds chores of the server itself, which it bounds elsewhere.
    ///
    /// - Returns: a refusal when nothing more is accepted
    package mutating func add(_ chore: (inout CommitChores) -> Void) -> WireError? {
        if let closed { return closed }
        chore(&chores)
        return nil
    }

    /// Takes the next batch: as many submissions as go into one, and all chores but further
    /// removals.
    package mutating func next() -> CommitBatch? {
        guard !isEmpty else { return nil }
        var next = CommitBatch(chores: chores.takeNext())
        if shares.isEmpty {
            swap(&next.submissions, &submissions)
            (count, bytes, changes) = (0, 0, 0)
        } else {
            next.submissions = shares.next(batch, changes: Limits.changesPerCommit)
            count -= next.submissions.count
            bytes -= next.submissions.reduce(0) { $0 + $1.textBytes }
        }
        return next
    }

    /// Refuses what comes from now on. What waits is still committed.
    package mutating func close(_ reason: WireError) { closed = closed ?? reason }

    /// Refuses what comes from now on with the store's failure, whatever the reason was before.
    ///
    /// - Returns: what waited. Nothing of it is done.
    package mutating func fail(_ error: StoreError) -> CommitBatch {
        closed = error.refusal
        defer {
            (submissions, shares) = ([], SubmissionShares())
            chores = CommitChores()
            (count, bytes, changes) = (0, 0, 0)
        }
        return CommitBatch(submissions + shares.next(count, changes: count), chores: chores)
    }
}

extension WireError {
    /// A queue of the server is full.
    package static let overloaded = WireError(
        .overloaded, "The server has too much to do; try again in a second.", retry: 1_000)
}
