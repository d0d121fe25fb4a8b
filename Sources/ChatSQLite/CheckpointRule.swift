import ChatWire

/// Decides when the write-ahead log is folded into the database, and on which thread.
///
/// A commit must not wait for a checkpoint, so checkpoints run beside it. But while messages keep
/// coming, such a checkpoint never reaches the log's last page, and SQLite restarts the log only
/// then. So the appender folds the last few pages by itself, between two commits. It also folds
/// everything that is left when the log has reached `most`. Both rules bound the log. (A long-lived
/// reader can still make it grow, because the pages it reads must stay. The server's own readers
/// read one page of history at a time.)
struct CheckpointRule {
    enum Action: Hashable {
        case nothing
        /// Start a checkpoint beside the appender.
        case foldBeside
        /// Fold the rest before the next commit, after waiting for the running checkpoint.
        case foldNow
    }

    /// The pages of the log that are in the database.
    private var folded = 0
    private var isFolding = false

    /// A commit has left the log `pages` long.
    mutating func committed(pages: Int) -> Action {
        // The log was restarted.
        if pages < folded { folded = 0 }
        guard pages < Limits.logPages else { return .foldNow }
        guard pages >= Limits.checkpointPages, !isFolding else { return .nothing }
        guard pages - folded > Limits.checkpointPagesFew else { return .foldNow }
        isFolding = true
        return .foldBeside
    }

    /// A checkpoint has ended: this many pages of the log are in the database now.
    mutating func ended(folded pages: Int) {
        isFolding = false
        folded = pages
    }
}
