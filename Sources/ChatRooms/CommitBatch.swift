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
    /// To be recorded; their bytes are on the disk. As many as there may be uploads.
    package var files: [FileRecord] = []
    /// Forget files recorded before this that no message has. Milliseconds since 1970-01-01 UTC.
    package var unusedBefore: Int64?
    /// Wipe messages that are past their time.
    package var expiry: Expiry?

    package init(files: [FileRecord] = [], unusedBefore: Int64? = nil, expiry: Expiry? = nil) {
        self.files = files
        self.unusedBefore = unusedBefore
        self.expiry = expiry
    }

    package var isEmpty: Bool { files.isEmpty && unusedBefore == nil && expiry == nil }
}
