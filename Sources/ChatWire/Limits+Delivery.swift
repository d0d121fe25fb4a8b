/// Commits and their delivery.
extension Limits {
    /// Sends of all connections that wait for a commit. Joins, read marks and drafts may fill half
    /// of the queue.
    public static let commitQueue = 65_536
    /// Bytes of the texts that wait for a commit, 64 MiB: at this number, no further send is taken.
    package static let commitQueueBytes = 67_108_864
    /// Sends in one commit.
    public static let commitBatch = 1_024
    /// Edits, deletions and reactions in one commit: each may read or wipe thousands of rows, and
    /// those who only send wait for that.
    package static let changesPerCommit = 4
    /// How often a commit is tried again because something in it could not be read. Then all of it
    /// is refused.
    package static let commitAttempts = 16
    /// A room with this many readers on one event loop is a large room: the next commit waits until
    /// they were sent the last one.
    package static let largeRoom = 16
    /// Bytes of a write buffer. A reader for whom more wait for ``slowReaderGrace`` is cut.
    public static let writeBufferBytes = 262_144
    /// Milliseconds that a reader has to catch up.
    public static let slowReaderGrace: Int64 = 2_000
    /// A reader for whom this many times ``writeBufferBytes`` wait is cut at once.
    public static let writeBufferExcess = 16
    /// Bytes of answers to its own requests that may wait for a reader. With more, nothing further
    /// that it asks is read.
    package static let unreadAnswerBytes = 65_536
    /// Milliseconds that such a reader has to take them. Then the connection is closed with 4008.
    public static let unreadAnswerDeadline: Int64 = 30_000
    /// Bytes that the kernel buffers for a reader besides ``writeBufferBytes``.
    public static let unsentBytes = 131_072
    /// Bytes up to which a turn's writes to a connection are combined into one buffer.
    package static let coalescedBytes = 16_384
    /// Milliseconds between two signs of life of a server that shares its log with others.
    package static let serverTick: Int64 = 1_000
    /// Milliseconds of silence after which such a server has ended.
    package static let serverSilence: Int64 = 8_000
    /// Pings to the bus, one every ``serverTick``, that may stay unanswered before the connection
    /// is given up. That is sooner than the other servers drop this one.
    package static let busPings: Int32 = 5
    /// Milliseconds between two messages of a server to the others. What it has to say meanwhile
    /// goes into the next.
    package static let busInterval: Int64 = 5
    /// What a server has to say to the others in one message: with drafts as long as they may be,
    /// less than the megabyte that NATS takes.
    package static let busItems = 24
    /// Other servers of a cluster that a server listens to.
    package static let clusterServers = 64
    /// Milliseconds between two readings of accounts while the bus is away, and before one that has
    /// failed is done again. A reading begins with a ``serverTick``: so there is one every second,
    /// unless it takes longer than this.
    package static let accountReading: Int64 = 500
    /// Accounts that are read together. Sign-ins go in between.
    package static let accountsReadAtOnce = 512
    /// Effects of other servers' messages that a server performs in one turn of an event loop.
    package static let clusterEffects = 256
    /// Users and addresses of which a server tells the others in a tick that they have used much of
    /// their limits.
    package static let spendingsTold = 1_000
    /// Addresses and IPv6 sites of which a server tells the others in a tick how many connections
    /// they have.
    package static let busyAddressesTold = 500
    /// Bytes of a message between servers. A server ignores a longer one.
    package static let busMessageBytes = 1_048_576
    /// People whom a server tells the others in ``busInterval``, when it tells all of them.
    package static let busPeople = 480
    /// News that may wait for the other servers, besides all people. With more, all of them are
    /// dropped. The gap in the numbers makes the others ask for this server's people and read
    /// accounts again.
    package static let busQueue = 262_144
    /// Messages that may wait for the bus.
    package static let busMessages = 16_384
}
