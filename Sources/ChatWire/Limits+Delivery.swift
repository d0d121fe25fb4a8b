/// Commits and their delivery.
extension Limits {
    /// Sends of all connections that wait for a commit. Joins, read marks and drafts may fill half
    /// of the queue.
    public static let commitQueue = 65_536
    /// Bytes of the texts that wait for a commit, 64 MiB: at this number, no further send is taken.
    public static let commitQueueBytes = 67_108_864
    /// Sends in one commit.
    public static let commitBatch = 1_024
    /// How often a commit is tried again because something in it could not be read. Then all of it
    /// is refused.
    public static let commitAttempts = 16
    /// A room with this many readers on one event loop is a large room: the next commit waits until
    /// they were sent the last one.
    public static let largeRoom = 16
    /// Bytes of a write buffer. With more, its reader is cut.
    public static let writeBufferBytes = 262_144
    /// Bytes that the kernel buffers for a reader besides ``writeBufferBytes``.
    public static let unsentBytes = 131_072
    /// Bytes up to which a turn's writes to a connection are combined into one buffer.
    public static let coalescedBytes = 16_384
}
