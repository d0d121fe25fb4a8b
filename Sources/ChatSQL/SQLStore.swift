import ChatRooms
import ChatWire

/// A store whose log is in the tables of this module, on any engine: the store writes batches with
/// ``BatchCommitter``, and everything is read here.
public protocol SQLStore: MessageStore {
    /// Reads in one snapshot. Any thread may call it.
    func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value

    /// How the log was not the one that was written last, when the store was opened; `nil` if it
    /// was.
    var continuityLoss: ContinuityLoss? { get }
    /// Whether the log may lack events that it had. Then a file that it does not know may be one of
    /// theirs.
    var mayLackEvents: Bool { get }
    /// The number of events in all rooms at opening.
    var eventsAtOpening: UInt64 { get }
    /// The damaged rows that were read so far.
    var damaged: DamagedRows { get }
    /// Where the log has no messages, as far as that was looked for.
    var messageGaps: MessageGaps { get }
}

extension SQLStore {
    /// Whether the log was not the one that was written last, when the store was opened. Then it
    /// got a new epoch, and every client reads it again.
    public var continuityLost: Bool { continuityLoss != nil }

    /// Whether it was not the one that was written last.
    public var mayLackEvents: Bool { continuityLost }

    /// How far a user has read a room; `nil` where no mark was kept.
    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try read { db in try MarkTable.read(user, in: room, db) }
    }

    /// The number of the room's newest event; 0 for a room that has none.
    public func head(of room: RoomName) throws(StoreError) -> Seq {
        try read { db in try EventReader.head(of: room, db) }
    }

    /// The store's epoch for rooms that were made before the first removal of rooms. Later rooms
    /// have an epoch that is derived from it.
    public func epoch(of room: RoomName) throws(StoreError) -> Epoch {
        try read { db in epoch.ofRooms(try RoomTable.generation(of: room, db)) }
    }

    /// Rooms without an event since a time, among the ``ChatWire/Limits/forgettingScan`` rooms
    /// behind `room`. Users' own logs are not among them.
    public func quietRooms(
        since: Int64, after room: RoomName?
    ) throws(StoreError) -> (rooms: [RoomName], last: RoomName?) {
        try read { db in try QuietRooms.read(since: since, after: room, db) }
    }

    /// A page of a room's log, folded, with the head and the epoch of the same snapshot. A damaged
    /// row is a damaged event in it.
    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try read { db in
            var page = try EventReader.page(of: room, at: anchor, limit: limit, damaged: damaged, db)
            let generation = try RoomTable.generation(of: room, db)
            if generation > 0 { page.epoch = epoch.ofRooms(generation) }
            return page
        }
    }

    /// What a user is told of a room besides its events; `nil` for a room without a record in which
    /// the user has no place.
    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try read { db in try RoomLists.info(of: room, for: user, db) }
    }

    /// What a server needs to know of each person and room; `nil` for what is damaged.
    public func arrivals(of people: [PersonInRoom]) throws(StoreError) -> [Arrival?] {
        try read { db in try Arrivals.read(people, epoch: epoch, db) }
    }

    /// What a user is in a room. Somebody without a place there has `Standing()`.
    public func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing {
        try read { db in try RoomRecords.standing(of: user, in: room, db) }
    }

    /// The rooms of a user, sorted by name, after `room`, each with its last message and
    /// the count of unread ones.
    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try read { db in try RoomLists.rooms(of: user, after: room, limit: limit, epoch: epoch, messageGaps, db) }
    }

    /// The rooms that stand first on a user's list, each with its last message and the count of
    /// unread ones.
    public func recentRooms(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64
    ) throws(StoreError) -> (rooms: [RoomEntry], areAll: Bool) {
        try read { db in try RoomLists.recent(of: user, role, limit: limit, at: time, epoch: epoch, messageGaps, db) }
    }

    /// The groups that a user is in, is invited to, or has asked to enter.
    public func groups(of user: UserID) throws(StoreError) -> [(room: RoomName, info: RoomInfo)] {
        try read { db in try RoomLists.groups(of: user, db) }
    }

    /// Counts the messages that mention a user.
    public func mentions(
        of reader: Author, in room: RoomName, after seq: Seq, most: Int
    ) throws(StoreError) -> (count: UInt64, scanned: Int) {
        try read { db in try Mentions.count(of: reader, in: room, after: seq, most: most, db) }
    }

    /// The people whom a user blocks, sorted by their ids.
    public func blocked(by user: UserID) throws(StoreError) -> [UserID] {
        try read { db in try Choices.blocked(by: user, db) }
    }

    /// A user's profile; empty if the user has not changed it.
    public func profile(of user: UserID) throws(StoreError) -> Profile {
        try read { db in try Choices.profile(of: user, db) }
    }

    /// The people who have a place in a room, a role, a ban or a mute, sorted by their ids, after
    /// `user`.
    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try read { db in try RoomLists.people(of: room, after: user, limit: limit, db) }
    }

    /// Messages that were reported and about which nobody has decided, after the place `after`.
    /// Read from an index of open reports.
    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try read { db in
            try ReportTable.queue(
                of: room, for: user, showingReporters: showingReporters, after: after, limit: limit, db)
        }
    }

    /// Messages that wait for a moderator, after the place `after`. Read from an index of
    /// waiting messages.
    public func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?) {
        try read { db in try HeldTable.queue(of: room, for: user, after: after, limit: limit, db) }
    }

    /// A room's moderation log, the newest entry first, before the place `before`.
    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try read { db in try ActionTable.log(of: room, for: user, before: before, limit: limit, db) }
    }

    /// The invite links of a group that have not been revoked or used up; none for a room without a
    /// record.
    public func links(of room: RoomName) throws(StoreError) -> InviteLinks {
        try read { db in
            guard let room = try EventReader.room(room, db) else { return InviteLinks() }
            return try RoomRecords.read(room, db)?.links ?? InviteLinks()
        }
    }

    /// Open rooms with an event that match a search, sorted by name, after `room`. Read
    /// from an index of open rooms.
    public func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?) {
        try read { db in try Directory.read(matching: search, after: room, limit: limit, scan: scan, db) }
    }

    /// The file of that id; `nil` where there is none, or it was deleted or forgotten.
    public func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        try read { db in try FileTable.read(id, db) }
    }

    /// The bytes of all files of a user, except those with one of these ids.
    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try read { db in try FileTable.chargedBytes(of: user, except: except, db) }
    }

    /// What was last recorded of the wall clock; else the newest time of an event that can be
    /// right.
    public func clockRecord(now: Int64) throws(StoreError) -> ClockRecord {
        try read { db in try ClockTable.read(now: now, db) }
    }

    /// The time of the newest file that no message has taken; `nil` where there is none.
    public func newestUnusedFile() throws(StoreError) -> Int64? {
        try read { db in try FileTable.newestUnused(db) }
    }

    /// Whether anything of a user is in the log. Reads the whole log if nothing is.
    public func knows(_ user: UserID) throws(StoreError) -> Bool? {
        try read { db in try PersonTraces.exist(of: user, db) }
    }

    /// The places of all files.
    public func filePlaces() throws(StoreError) -> Set<FilePlace> {
        try read { db in try FileTable.places(db) }
    }
}
