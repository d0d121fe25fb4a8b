/// The database: what is cached, its readers and its write-ahead log.
extension Limits {
    /// Damaged rows that are remembered, so that each is counted once.
    package static let damagedRowsKept = 10_000
    /// Rooms whose heads are cached.
    package static let headsKept = 16_384
    /// Places of people in groups that are cached.
    package static let standingsKnown = 65_536
    /// Read marks that are cached.
    package static let marksKnown = 65_536
    /// Users of whom it is cached whether their read marks are private.
    package static let readersKnown = 16_384
    /// Ends of rooms that the appender remembers between two commits.
    package static let appenderRooms = 10_000
    /// Last numbers of devices that the appender remembers between two commits. With more than
    /// 24,576 entries the table doubles, to 4.7 MB; the limit leaves room for one commit's devices.
    package static let appenderDevices = 24_576 - commitBatch
    /// Messages that were just changed and that the appender remembers between two commits. Many
    /// users may react to the same one.
    package static let appenderTargets = 256
    /// Messages of which the committer remembers that they take no more reactions of others.
    package static let fullTargets = 65_536
    /// Connections of the database that read: the history's two threads, the four of files, and the
    /// committer read at the same time.
    package static let databaseReaders = 8
    /// Seconds to wait for another process that writes to the database: a backup tool, a shell.
    package static let databaseBusy = 5
    /// Seconds that connecting to a PostgreSQL server may take.
    package static let databaseConnecting = 10
    /// Seconds without a sign of a PostgreSQL server until it is asked for one. After three times
    /// as many the connection is lost.
    public static let databaseSilence = 5
    /// Seconds of silence after which PostgreSQL takes a server for one that hangs. It ends that
    /// server's session, so that another one can take over.
    package static let databaseHang = 30
    /// Seconds that one statement may take in PostgreSQL.
    package static let databaseStatement = 60
    /// Executions that are sent to PostgreSQL before their results are read: neither side's buffer
    /// fills with results of so many.
    package static let databasePipeline = 64
    /// Rows that one statement reads by their keys.
    package static let databaseRows = 64
    /// Prepared statements of a connection to PostgreSQL.
    package static let databaseStatements = 512
    /// Rows that a cursor reads at once, when a whole log is read from PostgreSQL.
    package static let databaseCursor = 256
    /// Seconds for which servers that share a log can read one another's commits. One that is
    /// further behind has to start anew.
    package static let commitListKept = 60
    /// Events of other servers that a server may be behind: it holds all of them in memory.
    package static let commitListBehind = 262_144
    /// Seconds for which a server that shares its log may do nothing within a transaction. Others
    /// wait for its end. Then one of them ends its session.
    package static let sharedLogHang = 3
    /// Lists of types for which a statement is prepared in PostgreSQL.
    package static let databasePlans = 16
    /// Pages of the write-ahead log with which a checkpoint begins: 16 MiB. With fewer, the same
    /// pages would be copied more often.
    package static let checkpointPages = 4_096
    /// Pages that the appender may copy by itself, 1 MiB: it takes little longer than a commit.
    package static let checkpointPagesFew = 256
    /// Pages of the write-ahead log at which commits wait for a checkpoint: 64 MiB, and one
    /// commit's pages.
    package static let logPages = 16_384
}
