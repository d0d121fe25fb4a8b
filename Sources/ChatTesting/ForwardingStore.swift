import ChatRooms
import ChatWire

/// A store that passes each call to another store.
///
/// A test's store conforms to it and implements only the calls that it changes.
public protocol ForwardingStore: MessageStore {
    /// The type of the store that gets the calls.
    associatedtype Base: MessageStore
    /// The store that gets the calls.
    var base: Base { get }
}

extension ForwardingStore {
    /// The epoch of ``base``.
    public var epoch: Epoch { base.epoch }
    /// What ``base`` knows of its medium.
    public var condition: StoreCondition { base.condition }

    /// Asks ``base`` for a room's epoch.
    public func epoch(of room: RoomName) throws(StoreError) -> Epoch { try base.epoch(of: room) }

    /// Asks ``base`` for rooms without an event since a time.
    public func quietRooms(
        since: Int64, after room: RoomName?
    ) throws(StoreError) -> (rooms: [RoomName], last: RoomName?) {
        try base.quietRooms(since: since, after: room)
    }

    /// Whether ``base`` is in another process.
    public var isRemote: Bool { base.isRemote }

    /// Whether other servers append to the log of ``base``.
    public var isShared: Bool { base.isShared }

    /// Asks ``base`` for what other servers have committed.
    public func catchUp() throws(StoreError) -> OthersCommits { try base.catchUp() }

    /// Appends the batch to ``base``.
    public func append(_ batch: Batch) throws(StoreError) -> Appended { try base.append(batch) }

    /// Asks ``base`` for a user's read mark.
    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try base.mark(of: user, in: room)
    }

    /// Asks ``base`` for a room's head.
    public func head(of room: RoomName) throws(StoreError) -> Seq { try base.head(of: room) }

    /// Asks ``base`` for a page of a room's log.
    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try base.history(of: room, at: anchor, limit: limit)
    }

    /// Asks ``base`` for a room's settings and a user's place in it.
    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try base.info(of: room, for: user)
    }

    /// Asks ``base`` for a user's place in a room.
    public func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing {
        try base.standing(of: user, in: room)
    }

    /// Asks ``base`` for a page of a user's list of rooms.
    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try base.rooms(of: user, after: room, limit: limit)
    }

    /// Asks ``base`` for the rooms that stand first on a user's list.
    public func recentRooms(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64
    ) throws(StoreError) -> (rooms: [RoomEntry], areAll: Bool) {
        try base.recentRooms(of: user, role, limit: limit, at: time)
    }

    /// Asks ``base`` for the groups of a user.
    public func groups(of user: UserID) throws(StoreError) -> [(room: RoomName, info: RoomInfo)] {
        try base.groups(of: user)
    }

    /// Asks ``base`` for the number of messages that mention a user.
    public func mentions(
        of reader: Author, in room: RoomName, after seq: Seq, most: Int
    ) throws(StoreError) -> (count: UInt64, scanned: Int) {
        try base.mentions(of: reader, in: room, after: seq, most: most)
    }

    /// Asks ``base`` for the people whom a user blocks.
    public func blocked(by user: UserID) throws(StoreError) -> [UserID] { try base.blocked(by: user) }

    /// Asks ``base`` for a user's profile.
    public func profile(of user: UserID) throws(StoreError) -> Profile { try base.profile(of: user) }

    /// Asks ``base`` for a page of the people of a room.
    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try base.people(of: room, after: user, limit: limit)
    }

    /// Asks ``base`` for a page of open reports.
    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try base.reports(of: room, for: user, showingReporters: showingReporters, after: after, limit: limit)
    }

    /// Asks ``base`` for a page of held messages.
    public func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?) {
        try base.held(of: room, for: user, after: after, limit: limit)
    }

    /// Asks ``base`` for a page of a room's moderation log.
    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try base.actions(of: room, for: user, before: before, limit: limit)
    }

    /// Asks ``base`` for a group's invite links.
    public func links(of room: RoomName) throws(StoreError) -> InviteLinks { try base.links(of: room) }

    /// Asks ``base`` for a page of the directory.
    public func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?) {
        try base.directory(matching: search, after: room, limit: limit, scan: scan)
    }

    /// Asks ``base`` for the record of a file.
    public func file(_ id: FileID) throws(StoreError) -> FileRecord? { try base.file(id) }

    /// Asks ``base`` for the bytes that a user's files take.
    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try base.fileBytes(of: user, except: except)
    }

    /// Asks ``base`` for the time of the newest file that no message has.
    public func newestUnusedFile() throws(StoreError) -> Int64? { try base.newestUnusedFile() }
    /// Asks ``base`` for the latest time that is recorded.
    public func clockRecord(now: Int64) throws(StoreError) -> ClockRecord { try base.clockRecord(now: now) }
    /// Asks ``base`` whether anything of a user is in the log.
    public func knows(_ user: UserID) throws(StoreError) -> Bool? { try base.knows(user) }
    /// Asks ``base`` for the places of all files.
    public func filePlaces() throws(StoreError) -> Set<FilePlace> { try base.filePlaces() }
    /// Closes ``base``.
    public func close() throws(StoreError) { try base.close() }
}
