/// Commands of the executable.
extension Limits {
    /// Bytes of a file with a token.
    package static let tokenFileBytes = 16_384
    /// Bytes of a line of an export: far more than an event needs.
    package static let exportLineBytes = 1_048_576
    /// Events that an export reads, or an import writes, in one transaction.
    package static let exportBatch = 1_000
    /// Bytes of the lines that an export reads, or an import writes, in one transaction: 4 MiB.
    package static let exportBatchBytes = 4_194_304
    /// Bytes of a backup's manifest: enough for the ids of 400,000 missing files.
    package static let backupManifestBytes = 16_777_216
    /// Rows of the log that `martlet check` reads in one transaction.
    package static let checkBatch = 4_096
    /// Records of files that `martlet check` reads in one transaction.
    package static let checkFileBatch = 256
    /// A damaged row with a number further than this behind the expected one does not prove that
    /// there were events in between. Neither does a reference to an event further than this behind
    /// the end of its room.
    package static let checkGap: Int = 1_024
    /// Findings of SQLite about its pages and indexes that are reported.
    package static let checkPageFindings = 100
    /// Connections to the control socket at once.
    package static let controlConnections = 4
    /// Bytes of a request to the control socket.
    package static let controlRequestBytes = 4_096
    /// Milliseconds until a request to the control socket must be complete.
    package static let controlDeadline: Int64 = 5_000
    /// Connections of `martlet bench`: loopback has about 28,000 ports.
    package static let benchConnections = 10_000
    /// Connections that `martlet bench` opens at once.
    package static let benchConnecting = 64
    /// Seconds after which `martlet bench` ends, however many messages were asked for.
    package static let benchSeconds = 3_600
}
