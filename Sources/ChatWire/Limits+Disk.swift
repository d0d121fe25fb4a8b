/// Free space on the disk.
extension Limits {
    /// Disk space that files leave free for messages: 256 MiB.
    package static let diskReserve: UInt64 = 268_435_456
    /// Below this much free disk space nothing new is stored: 32 MiB, enough for a running commit
    /// and a checkpoint.
    package static let readOnlyReserve: UInt64 = 33_554_432
    /// From this much free disk space on, new messages are stored again. It is more than the
    /// reserve, so that the server does not switch back and forth.
    package static let readOnlyEnd: UInt64 = 50_331_648
    /// Milliseconds after which a client may retry what a full disk refused, and after which the
    /// server checks the disk again.
    package static let readOnlyRetry: Int64 = 10_000
}
