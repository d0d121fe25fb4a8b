import ChatWire

/// A log that lives as long as the process: for tests, demonstrations, and servers that are to
/// remember nothing.
///
/// It keeps the duties of ``MessageStore`` but one: nothing survives the process. It is **not
/// bounded**: it holds all that was ever appended, so it is not for a server that runs for long.
public final class MemoryStore: MessageStore {
    /// The epoch of all rooms.
    public let epoch: Epoch

    private let log = Locked(MemoryLog())

    /// Creates an empty store.
    public init(epoch: Epoch) {
        self.epoch = epoch
    }

    /// A store with a random epoch.
    public convenience init() {
        var source = SystemRandomNumberGenerator()
        self.init(epoch: .random(using: &source))
    }

    /// Does all that the batch asks for, but no removal: ``Appended/removal`` is `nil`.
    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        try withLog { log throws(StoreError) in log.append(batch) }
    }

    /// What was last recorded of the wall clock; else the newest time of an event that can be
    /// right.
    public func clockRecord(now: Int64) throws(StoreError) -> ClockRecord {
        try withLog { log throws(StoreError) in log.clockRecord(now: now) }
    }

    /// How far a user has read a room; `nil` where no mark was kept.
    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try withLog { log throws(StoreError) in log.mark(of: user, in: room) }
    }

    /// The number of the room's newest event; 0 for a room that has none.
    public func head(of room: RoomName) throws(StoreError) -> Seq {
        try withLog { log throws(StoreError) in log.head(of: room) }
    }

    /// A page of a room's log, folded, with the head at that moment.
    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try withLog { log throws(StoreError) in
            let head = log.head(of: room)
            let window = HistoryWindow(anchor, limit: limit, head: head) { log.time(of: $0, in: room) }
            let older = window.older.map { log.events(of: room, $0.reversed()) } ?? []
            let newer = window.newer.map { log.events(of: room, $0) } ?? []
            return HistoryPage(events: HistoryWindow.page(older: older, newer: newer), head: head)
        }
    }

    /// What a user is told of a room besides its events; `nil` for a room without a record in which
    /// the user has no place.
    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try withLog { log throws(StoreError) in log.info(of: room, for: user) }
    }

    /// What a user is in a room. Somebody without a place there has `Standing()`.
    public func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing {
        try withLog { log throws(StoreError) in log.standing(of: user, in: room) }
    }

    /// The rooms of a user, sorted by name, after `room`. Each call looks at all rooms.
    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try withLog { log throws(StoreError) in log.rooms(of: user, after: room, limit: limit, epoch) }
    }

    /// The rooms that stand first on a user's list. Each call looks at all rooms.
    public func recentRooms(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64
    ) throws(StoreError) -> (rooms: [RoomEntry], areAll: Bool) {
        try withLog { log throws(StoreError) in log.recentRooms(of: user, role, limit: limit, at: time, epoch) }
    }

    /// The groups that a user is in, is invited to, or has asked to enter. Looks at all rooms.
    public func groups(of user: UserID) throws(StoreError) -> [(room: RoomName, info: RoomInfo)] {
        try withLog { log throws(StoreError) in log.groups(of: user) }
    }

    /// Counts the messages that mention a user.
    public func mentions(
        of reader: Author, in room: RoomName, after seq: Seq, most: Int
    ) throws(StoreError) -> (count: UInt64, scanned: Int) {
        try withLog { log throws(StoreError) in log.mentions(of: reader, in: room, after: seq, most: most) }
    }

    /// The people whom a user blocks, sorted by their ids.
    public func blocked(by user: UserID) throws(StoreError) -> [UserID] {
        try withLog { log throws(StoreError) in log.blocked(by: user) }
    }

    /// A user's profile; empty if the user has not changed it.
    public func profile(of user: UserID) throws(StoreError) -> Profile {
        try withLog { log throws(StoreError) in log.profile(of: user) }
    }

    /// The people who have a place in a room, a role, a ban or a mute, sorted by their ids, after
    /// `user`.
    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try withLog { log throws(StoreError) in log.people(of: room, after: user, limit: limit) }
    }

    /// Messages that were reported and about which nobody has decided, after the place `after`.
    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try withLog { log throws(StoreError) in
            log.reports(of: room, for: user, showingReporters: showingReporters, after: after, limit: limit)
        }
    }

    /// Messages that wait for a moderator, after the place `after`.
    public func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?) {
        try withLog { log throws(StoreError) in log.held(of: room, for: user, after: after, limit: limit) }
    }

    /// A room's moderation log, the newest entry first, before the place `before`.
    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try withLog { log throws(StoreError) in log.actions(of: room, for: user, before: before, limit: limit) }
    }

    /// The invite links of a group that have not been revoked or used up; none for a room without a
    /// record.
    public func links(of room: RoomName) throws(StoreError) -> InviteLinks {
        try withLog { log throws(StoreError) in log.links(of: room) }
    }

    /// Open rooms with an event that match a search, sorted by name, after `room`. Each
    /// call sorts the names of all open rooms.
    public func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?) {
        try withLog { log throws(StoreError) in
            log.directory(matching: search, after: room, limit: limit, scan: scan)
        }
    }

    /// The file of that id; `nil` where there is none, or it was deleted or forgotten.
    public func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        try withLog { log throws(StoreError) in log.files[id] }
    }

    /// Bytes of all files of a user, but of those with one of these ids.
    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try withLog { log throws(StoreError) in log.files.bytes(of: user, except: except) }
    }

    /// The time of the newest file that no message has taken; `nil` where there is none.
    public func newestUnusedFile() throws(StoreError) -> Int64? {
        try withLog { log throws(StoreError) in log.files.newestUnused }
    }

    /// The places of all files.
    public func filePlaces() throws(StoreError) -> Set<FilePlace> {
        try withLog { log throws(StoreError) in log.files.places }
    }

    /// Ends the use of the store. After that, whatever reads, appends or closes throws
    /// ``StoreError/closed``. The events stay in memory as long as the store.
    public func close() throws(StoreError) {
        try withLog { log throws(StoreError) in log.isClosed = true }
    }

    /// - Throws: ``StoreError/closed`` once the store is closed.
    private func withLog<Value>(_ body: (inout MemoryLog) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try log.withLock { log throws(StoreError) in
            guard !log.isClosed else { throw StoreError.closed }
            return try body(&log)
        }
    }
}
