import ChatRooms

/// Forgets uploaded files that no message has taken. They leave the disk with their records.
struct UnusedFiles: Sendable {
    private let age: Int64
    private let ageClock: FileAgeClock
    private let committer: Committer
    private let clock: ServerClock

    /// Reads the time of the newest such file, so it may wait for the disk.
    ///
    /// - Parameter age: How long a file waits for its message, in milliseconds.
    init(
        age: Int64, _ store: any MessageStore, _ committer: Committer, clock: ServerClock
    ) throws(StoreError) {
        self.age = age
        self.committer = committer
        self.clock = clock
        let newest = try store.newestUnusedFile()
        ageClock = FileAgeClock(newest: newest, wall: clock.milliseconds(), uptime: clock.uptime())
    }

    /// Forgets as many as a commit should. Call it every ``ChatWire/Limits/unusedFilesInterval``
    /// seconds.
    func forget() {
        committer.forgetUnused(before: ageClock.time(wall: clock.milliseconds(), uptime: clock.uptime()) - age)
    }
}
