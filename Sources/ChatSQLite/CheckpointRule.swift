/// When the write-ahead log is folded into the database, and on whose time.
///
/// A commit must not wait for a checkpoint, so the checkpoint runs beside it. But then the log is never folded to its last
/// page while messages keep coming, and SQLite begins it anew only when it is: so the last few pages are folded by
/// the appender itself, between two commits, when few are left. That, and that it folds whatever is left when the log
/// has reached `most`, is what bounds the log. (A reader of an old state does unbind it: what it reads must stay. The
/// server's own readers read one page of history at a time.)
struct CheckpointRule {
    /// How many pages begin a checkpoint: 16 MiB. Fewer would fold the same pages more often.
    static let begin = 4_096
    /// How many pages the appender may fold by itself, 1 MiB: it takes little longer than a commit.
    static let few = 256
    /// How long the log gets where the disk takes pages more slowly than they come: 64 MiB, and what one commit adds.
    static let most = 16_384

    enum Action: Hashable {
        case nothing
        /// Begin a checkpoint beside the appender.
        case foldBeside
        /// Fold what is left before the next commit, waiting for the checkpoint under way.
        case foldNow
    }

    /// Pages of the log that are in the database.
    private var folded = 0
    private var isFolding = false

    /// A commit has left the log `pages` long.
    mutating func committed(pages: Int) -> Action {
        // It has begun anew.
        if pages < folded { folded = 0 }
        guard pages < CheckpointRule.most else { return .foldNow }
        guard pages >= CheckpointRule.begin, !isFolding else { return .nothing }
        guard pages - folded > CheckpointRule.few else { return .foldNow }
        isFolding = true
        return .foldBeside
    }

    /// A checkpoint has ended: so many pages of the log are in the database now.
    mutating func ended(folded pages: Int) {
        isFolding = false
        folded = pages
    }
}
