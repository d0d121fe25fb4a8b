import ChatWire

/// What waits for the next group commit, bounded.
///
/// Appends may fill the whole queue and its budget of bytes. Joins, read marks and what users have
/// written and not sent may fill half of it, so that many joins at once leave room for sends.
///
/// If more waits than goes into one commit, each site (``ClientAddress/ofSite``) has the same share
/// of it. What one site asks for stays in its order. So nobody waits behind all that somebody else
/// sends.
package struct SubmissionQueue: Sendable {
    private var submissions: [Submission] = []
    private var chores = CommitChores()
    /// Bytes of the texts that wait.
    private var bytes = 0
    /// How many of them change messages, which may take thousands of rows each.
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

    package var isEmpty: Bool { submissions.isEmpty && chores.isEmpty }

    /// Adds a request; its reply comes with a later batch.
    ///
    /// - Returns: a refusal when there is no room for it; then no reply comes.
    package mutating func add(_ submission: Submission) -> WireError? {
        if let closed { return closed }
        if submission.isAppend {
            guard submissions.count < capacity, bytes < byteCapacity else { return .overloaded }
        } else if submissions.count >= capacity / 2 || bytes >= byteCapacity / 2 && submission.textBytes > 0 {
            return .overloaded
        }
        bytes += submission.textBytes
        if submission.changesMessage { changes += 1 }
        submissions.append(submission)
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

    /// Takes the next batch: as many submissions as go into one, and all chores but
    /// further removals.
    package mutating func next() -> CommitBatch? {
        guard !isEmpty else { return nil }
        var next = CommitBatch(chores: chores.takeNext())
        if submissions.count <= batch, changes <= Limits.changesPerCommit {
            swap(&next.submissions, &submissions)
            (bytes, changes) = (0, 0)
        } else {
            next.submissions = takeShares()
            bytes -= next.submissions.reduce(0) { $0 + $1.textBytes }
            changes -= next.submissions.count(where: \.changesMessage)
        }
        return next
    }

    /// Takes each site's share of a batch, the oldest of each.
    private mutating func takeShares() -> [Submission] {
        let sites = Set(submissions.map(\.client.ofSite)).count
        let most = (all: max(batch / sites, 1), changes: max(Limits.changesPerCommit / sites, 1))
        var taken: [Submission] = []
        var left: [Submission] = []
        var changesTaken = 0
        var counts: [ClientAddress: (all: Int, changes: Int, isOver: Bool)] = [:]
        for submission in submissions {
            var count = counts[submission.client.ofSite] ?? (0, 0, false)
            let isChange = submission.changesMessage
            // What follows something that is left is left, too.
            count.isOver =
                count.isOver || taken.count >= batch || count.all >= most.all
                || isChange && (count.changes >= most.changes || changesTaken >= Limits.changesPerCommit)
            if count.isOver {
                left.append(submission)
            } else {
                taken.append(submission)
                count.all += 1
                if isChange {
                    count.changes += 1
                    changesTaken += 1
                }
            }
            counts[submission.client.ofSite] = count
        }
        submissions = left
        return taken
    }

    /// Refuses what comes from now on. What waits is still committed.
    package mutating func close(_ reason: WireError) { closed = closed ?? reason }

    /// Refuses what comes from now on with the store's failure, whatever the reason was before.
    ///
    /// - Returns: what waited. Nothing of it is done.
    package mutating func fail(_ error: StoreError) -> CommitBatch {
        closed = error.refusal
        defer {
            submissions = []
            chores = CommitChores()
            (bytes, changes) = (0, 0)
        }
        return CommitBatch(submissions, chores: chores)
    }
}

extension WireError {
    /// A queue of the server is full.
    package static let overloaded = WireError(
        .overloaded, "The server has too much to do; try again in a second.", retry: 1_000)
}
