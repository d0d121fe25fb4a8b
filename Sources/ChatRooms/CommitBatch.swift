import ChatWire

/// What one group commit does: the requests of connections, in the order in which they came, and
/// the server's own chores.
package struct CommitBatch: Sendable {
    package var submissions: [Submission]
    package var chores: CommitChores

    package init(_ submissions: [Submission] = [], chores: CommitChores = CommitChores()) {
        self.submissions = submissions
        self.chores = chores
    }

    package var isEmpty: Bool { submissions.isEmpty && chores.isEmpty }
}

/// What a commit does beside the requests of connections: it records files, and forgets what is
/// past its time.
package struct CommitChores: Sendable {
    /// Files to record, whose bytes are on the disk: as many as there may be uploads.
    package var files: [FileRecord] = []
    /// Forget files recorded before this that no message has. Milliseconds since 1970-01-01 UTC.
    package var unusedBefore: Int64?
    /// Wipe messages that are past their time.
    package var expiry: Expiry?
    /// Record what is known of the wall clock.
    package var clock: ClockRecord?
    /// Steps of removals. One goes into a commit; the others wait for the next ones.
    package var removals: [Removal] = []
    /// Commit although there may be nothing to store: it shows whether the store still can.
    package var asksStore = false
    /// Read what other servers have committed.
    package var catchesUp = false

    package init(
        files: [FileRecord] = [], unusedBefore: Int64? = nil, expiry: Expiry? = nil, removals: [Removal] = []
    ) {
        self.files = files
        self.unusedBefore = unusedBefore
        self.expiry = expiry
        self.removals = removals
    }

    package var isEmpty: Bool { !commits && !catchesUp }

    /// Whether the store is asked for a commit.
    var commits: Bool {
        !files.isEmpty || unusedBefore != nil || expiry != nil || clock != nil || !removals.isEmpty || asksStore
    }

    /// Takes what goes into the next commit.
    mutating func takeNext() -> CommitChores {
        var next = self
        self = CommitChores(removals: Array(next.removals.dropFirst()))
        next.removals = Array(next.removals.prefix(1))
        return next
    }
}
