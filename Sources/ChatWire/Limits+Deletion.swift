/// Retention, erasure and removal.
extension Limits {
    /// Messages erased in one transaction, because their time is over or for a person; likewise the
    /// person's files, and rooms with the person's invite links.
    package static let wipeBatch = 256
    /// Events examined in one transaction that erases messages, and rooms in one that removes a
    /// person's read marks.
    package static let wipeScan = 4_096
    /// Messages that are erased in one commit of a database on another machine, because their time
    /// is over or for a person: each waits for several round trips, and everybody for the commit.
    package static let remoteWipeBatch = 4
    /// Rooms with something whose time is over, that such a commit looks at.
    package static let remoteWipeRooms = 2
    /// Events of a room that such a commit looks at.
    package static let remoteWipeScan = 64
    /// How often the server looks for expired messages, in milliseconds.
    package static let retentionInterval: Int64 = 60_000
    /// Milliseconds after which the write-ahead log is truncated, so that it does not keep a
    /// deleted text; as long again while a reader of an old state prevents it.
    public static let logWipeInterval: Int64 = 20_000
    /// Milliseconds that commits may wait while the write-ahead log is truncated.
    package static let logWipePatience = 50
    /// A wall clock that has jumped ahead by more than this, in milliseconds, is doubted. Nothing
    /// expires until it has stayed ahead for ``clockPatience``.
    package static let clockJump: Int64 = 86_400_000
    /// Milliseconds for which a doubted clock must stay ahead before it is believed.
    package static let clockPatience: Int64 = 3_600_000
    /// Milliseconds until a refused step of a chore (wiping, removing) is tried again.
    package static let chorePause: Int64 = 10_000
    /// Events of deleted rooms that one transaction removes from the disk, and likewise drafts for
    /// them.
    package static let removalEvents: UInt64 = 1_024
    /// Rooms that one transaction deletes.
    package static let removalRooms = 64
    /// Milliseconds between two searches for unused rooms, at most.
    package static let forgettingInterval: Int64 = 3_600_000
    /// Rooms per read of a search for unused rooms.
    package static let forgettingScan = 4_096
}
