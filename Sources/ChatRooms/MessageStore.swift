import ChatWire

/// The log of every room, on disk or in memory.
///
/// **One** thread appends. Any number of threads read at the same time. Calls block until they are
/// done, so none may be made on an event loop.
///
/// The duties of every implementation. `MessageStoreConformance` of ChatTesting checks those that
/// show from outside:
/// - *Atomic*: after any crash, the log has a batch as a whole or not at all.
/// - *Durable before it returns*: when `append` returns, the batch survives a power cut.
/// - *True to the byte*: every text and name comes back as it was. None has U+0000, which the rules
///   for texts refuse.
/// - *Ordered and gapless*: the store numbers the events of a room 1, 2, 3, … in the commit, in the
///   order of the new events. A batch that failed used no number.
/// - *Forward in time*: no event of a room is earlier than the one before
///   (``NewEvent/event(seq:after:by:)``).
/// - *Idempotent*: a new event whose (user, device, number) is in the log already is not appended
///   again. Its outcome is the first one (``AppendOutcome``).
/// - *Authorised*: ``NewEvent/refusal(by:toward:_:after:count:)`` decides whether a room takes a
///   new event, and ``TargetMessage`` whether the author may do this to a message. The store asks
///   both in the transaction that appends the new event.
/// - *Folded*: what follows from an event for the room and its people
///   (``RoomRecord/fold(_:of:standing:)``) is stored in the transaction that appends the event.
/// - *Erasing*: the transaction that appends a deletion wipes the message's text, edits, payload
///   and attachment, and the record of its file. The texts of reports are wiped with their message.
/// - *Expiring*: an expiry wipes old messages in the same way, and takes their pins off. Every
///   number stays (``Retention``).
/// - *Moderated*: ``ReportChange`` decides what becomes of a report, in the transaction that stores
///   it. An event that takes a moderator's rights (``ChatWire/Event/isModeration(ofMessageBy:)``),
///   and a decision about reports or a held message, is in the room's moderation log with its own
///   transaction.
/// - *Holding*: ``NewEvent/verdict`` says whether a new event is held, after it was checked like
///   any other. A repeated one stays held, also after the decision. ``HeldChange`` decides what
///   becomes of a decision, in the transaction that stores it.
/// - *One message per file*: ``FileRecord`` decides whether a message may carry a file, in the
///   transaction that appends the message.
/// - *One owner per file id*: after a file was deleted with its message, nobody but its owner can
///   record a file under its id.
/// - *Failing for good*: once `append` has thrown ``StoreError/failed(_:)``, every later `append`
///   throws it too. Nobody knows what a disk kept after a failed flush (fsync reports an error
///   once), so only a new process, which reads the log anew, may continue.
/// - *Refusing one by one*: a new event, a mark or a file that needs something unreadable is
///   refused by itself, and the rest of its batch is done. After every other error but
///   ``StoreError/failed(_:)`` everything is as it was.
/// - *Removing for good*: from the commit of the step that names a room (``Removed/rooms``), the
///   room is gone for everyone, and no send that was accepted there is accepted again. A store may
///   leave removals out: then ``Appended/removal`` is `nil`.
/// - *Showing damage*: in history, an event that is not what was written is
///   ``ChatWire/Event/Content/damaged``. A change of it is refused
///   (``ChatWire/WireError/Code/damaged``).
public protocol MessageStore: Sendable {
    /// The identity of the log; the same for as long as the store is open.
    var epoch: Epoch { get }

    /// The identity of one room's log: ``epoch``, until a room of this name was removed
    /// (``Removal``). A room that is made under the name of one that was removed has another epoch
    /// than that one had; as long as a room has no event, its epoch may change.
    func epoch(of room: RoomName) throws(StoreError) -> Epoch

    /// Rooms without an event since a time, sorted by name, after `room`.
    ///
    /// - Returns: those among as many rooms as one read should look at; and the last of these,
    ///   `nil` at the end
    func quietRooms(since: Int64, after room: RoomName?) throws(StoreError) -> (rooms: [RoomName], last: RoomName?)

    /// Does all that the batch asks for, in one transaction.
    func append(_ batch: Batch) throws(StoreError) -> Appended

    /// Whether the store is in another process, which can end while nobody appends. The server then
    /// appends an empty batch every ``Limits/databaseSilence`` seconds, and ends if that fails.
    var isRemote: Bool { get }

    /// Whether other servers append to the same log at the same time. All of them are ordered by
    /// the store: what `append` decides, it decides behind everything in ``Appended/others``.
    var isShared: Bool { get }

    /// What other servers have committed since the last call of this or of `append`. Called by the
    /// thread that appends.
    func catchUp() throws(StoreError) -> OthersCommits

    /// How far a user has read a room; `nil` where no mark was kept.
    func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint?

    /// The number of the room's newest event; 0 for a room that has none.
    func head(of room: RoomName) throws(StoreError) -> Seq

    /// A page of a room's log, oldest event first, together with the head at that moment. Its
    /// messages are as they stand at the head: everything about them in the log is folded in
    /// (``Event/fold(_:)``), in the same snapshot.
    ///
    /// - Parameter limit: at most this many events, clamped to 1…``Limits/pageEvents``. The page
    ///   is also cut, on the side away from the anchor, where its texts would pass
    ///   ``Limits/pageBytes``, and behind the event with which it took ``Limits/pageChanges``; it
    ///   has at least one event where there is one.
    func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage

    /// What a user is told of a room besides its events, ``RoomRecord/info(_:)``; `nil` for a room
    /// without a record in which the user has no place.
    func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo?

    /// What a server needs to know of each person and room. For a stranger, a group that exists
    /// takes as long as one that does not.
    ///
    /// - Returns: In the order of `people`; `nil` for one that can't be read. To learn why, read it
    ///   with the other functions.
    func arrivals(of people: [PersonInRoom]) throws(StoreError) -> [Arrival?]

    /// What a user is in a room. A stranger has `Standing()`, and so has everybody in a room that
    /// does not exist. Both answers take the same time, so that strangers do not learn which groups
    /// exist.
    func standing(of user: UserID, in room: RoomName) throws(StoreError) -> Standing

    /// The groups and direct rooms in which a user has a place, and the open rooms about which they
    /// have chosen something or for which they have a draft (``RoomName/isListed(byChoiceOf:)``),
    /// sorted by name, after `room`.
    ///
    /// - Returns: at most `limit` of them; and the last one, `nil` at the end
    func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?)

    /// Those of the same rooms that stand first on the user's list (``ChatWire/RoomRank``), in that
    /// order. What happened in a room last is its newest event; a room that the user may not enter
    /// counts as one where nothing happened.
    ///
    /// - Parameters:
    ///   - role: the user's, on the whole server
    ///   - time: the time now, in milliseconds since 1970-01-01 UTC
    /// - Returns: at most `limit` of them, and whether there are no others
    func recentRooms(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64
    ) throws(StoreError) -> (rooms: [RoomEntry], areAll: Bool)

    /// The groups that a user is in, is invited to, or has asked to enter, sorted by name.
    func groups(of user: UserID) throws(StoreError) -> [(room: RoomName, info: RoomInfo)]

    /// How many messages of others behind event `seq` mention a user, as they stand now
    /// (``ChatWire/MentionRule``); at most ``ChatWire/Limits/unreadCount``.
    ///
    /// - Parameter most: how many messages and edits with an `@` are looked at, the newest first.
    ///   Fewer may be, where they are long.
    /// - Returns: the count; and how many were looked at, or `most` if there may be others
    func mentions(
        of reader: Author, in room: RoomName, after seq: Seq, most: Int
    ) throws(StoreError) -> (count: UInt64, scanned: Int)

    /// The people whom a user blocks.
    func blocked(by user: UserID) throws(StoreError) -> [UserID]

    /// A user's profile; empty if the user has not changed it.
    func profile(of user: UserID) throws(StoreError) -> Profile

    /// The people who have a place in a room, a role, a ban or a mute, sorted by their ids, after
    /// `user`.
    ///
    /// - Returns: at most `limit` of them; and the last one, `nil` at the end
    func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?)

    /// Messages that were reported and about which nobody has decided, in the order in which they
    /// were first reported, after the place `after`. Without those of `user`.
    ///
    /// - Parameters:
    ///   - room: `nil` for all rooms
    ///   - showingReporters: whether the notes say who reported
    /// - Returns: at most `limit` of them; and the place of the last one, `nil` at the end
    func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?)

    /// Messages that wait for a moderator, in the order in which they were held, after the
    /// place `after`. Without those of `user`.
    ///
    /// - Parameter room: `nil` for all rooms
    /// - Returns: at most `limit` of them; and the place of the last one, `nil` at the end
    func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?)

    /// A room's moderation log, the newest entry first, before the place `before`. Without the
    /// decisions about messages of `user`.
    ///
    /// - Returns: at most `limit` entries; and the place of the last one, `nil` at the end
    func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?)
    /// The invite links of a group that have not been revoked or used up.
    func links(of room: RoomName) throws(StoreError) -> InviteLinks

    /// Open rooms with an event that match a search, sorted by name, after `room`, with
    /// their titles, topics and times. Groups and direct rooms are not looked at.
    ///
    /// - Parameters:
    ///   - limit: at most so many of them
    ///   - scan: at most so many rooms are looked at
    /// - Returns: the rooms; and the last one that was looked at, `nil` at the end
    func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?)

    /// The file of that id; `nil` where there is none, or it was deleted or forgotten.
    func file(_ id: FileID) throws(StoreError) -> FileRecord?

    /// Bytes of all files of a user, but of those with one of these ids. A file counts as
    /// ``ChatWire/Limits/fileChargeLeast`` at least.
    func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64

    /// The time of the newest file that no message has taken; `nil` where there is none.
    func newestUnusedFile() throws(StoreError) -> Int64?

    /// What was last recorded of the wall clock (``Batch/clock``). Where nothing was, the newest
    /// time of an event that is not more than ``ChatWire/Limits/clockJump`` later than `now` counts
    /// as believed.
    ///
    /// - Parameter now: the wall clock, in milliseconds since 1970-01-01 UTC
    func clockRecord(now: Int64) throws(StoreError) -> ClockRecord

    /// Whether anything of a user is in the log: a device, an event, a place in a room, a read
    /// mark. It may read the whole log.
    ///
    /// - Returns: `nil` if the store can't tell
    func knows(_ user: UserID) throws(StoreError) -> Bool?

    /// The places of all files: what else lies on the disk is left over.
    func filePlaces() throws(StoreError) -> Set<FilePlace>

    /// What is known of the medium, for those who watch over the server. Cheap enough for every
    /// commit.
    var condition: StoreCondition { get }

    /// Ends the use of the store. Later calls throw.
    func close() throws(StoreError)
}

/// What a store knows of its medium.
public struct StoreCondition: Hashable, Sendable {
    /// Rows met since the store was opened that are not what was written.
    public var damagedRows = 0
    /// Bytes that may still be written; `nil` where nothing limits them, or nobody knows.
    public var freeBytes: UInt64?

    /// Reads since the store was opened that had to wait for a free connection.
    public var readWaits = 0

    /// Creates the value. By default it is that of an intact medium without a limit.
    public init(damagedRows: Int = 0, freeBytes: UInt64? = nil, readWaits: Int = 0) {
        self.damagedRows = damagedRows
        self.freeBytes = freeBytes
        self.readWaits = readWaits
    }
}

/// How far a user has read a room.
public struct ReadMark: Hashable, Sendable {
    /// The room whose events were read.
    public var room: RoomName
    /// The reader.
    public var user: UserID
    /// The newest event that the user has read, and when.
    public var point: ReadPoint

    /// Creates the value.
    public init(room: RoomName, user: UserID, point: ReadPoint) {
        self.room = room
        self.user = user
        self.point = point
    }

    /// Whose mark it is, and of which room.
    var person: PersonInRoom { PersonInRoom(room: room, user: user) }
}

/// What became of a new event.
public enum AppendOutcome: Hashable, Sendable {
    /// It is in the log now.
    case appended(Event)
    /// It was in the log already, under the same (user, device, number), in the same room and with
    /// the same content; this is that event.
    case alreadyThere(Event)
    /// The device's number it was to come after has not been accepted
    /// (``WireError/Code/outOfTurn``). Nothing changed.
    case outOfTurn
    /// It is not in the log: a moderator decides about it first. The same (user, device, number) is
    /// held again, and its number does not count as accepted.
    case held
    /// It may not be done to the message it is about; see ``TargetMessage``. Nothing changed, and
    /// its number stays free.
    case refused(WireError)
    /// The same (user, device, number) stands for something else
    /// (``WireError/Code/numberConflict``). Nothing changed.
    case conflict
    /// The number is lower than one already accepted from this device and was never accepted itself
    /// (``WireError/Code/numberPassed``). Nothing changed.
    case passed
}

/// A part of a room's log, as a store reads it (``MessageStore/history(of:at:limit:)``).
public struct HistoryPage: Hashable, Sendable {
    /// The oldest first, with everything folded in that the log says about them.
    public var events: [Event]
    /// The number of the room's newest event at that moment; 0 for a room that has none.
    public var head: Seq
    /// The room's, where it is not the store's.
    public var epoch: Epoch?

    /// Creates the value.
    public init(events: [Event], head: Seq, epoch: Epoch? = nil) {
        self.events = events
        self.head = head
        self.epoch = epoch
    }
}

extension WireError {
    /// The operator's list does not allow a text. It does not say which entry: people who try must
    /// not learn the list.
    public static let filteredText = WireError(
        .filtered, "This has words or links that this server does not allow. Change it and try again.")
}

extension MessageStore {
    /// A store that removes no rooms has one epoch.
    public func epoch(of room: RoomName) throws(StoreError) -> Epoch { epoch }

    /// A store that removes no rooms finds none.
    public func quietRooms(
        since: Int64, after room: RoomName?
    ) throws(StoreError) -> (rooms: [RoomName], last: RoomName?) { ([], nil) }

    /// A store that holds no messages has none.
    public func held(
        of room: RoomName?, for user: UserID, after: UInt64, limit: Int
    ) throws(StoreError) -> (messages: [HeldMessage], next: UInt64?) { ([], nil) }

    /// A store without invite links has none.
    public func links(of room: RoomName) throws(StoreError) -> InviteLinks { InviteLinks() }

    /// A store without a directory shows no rooms.
    public func directory(
        matching search: WordSearch, after room: RoomName?, limit: Int, scan: Int
    ) throws(StoreError) -> (rooms: [DirectoryEntry], next: RoomName?) { ([], nil) }

    /// A store that begins empty in each process has none.
    public func newestUnusedFile() throws(StoreError) -> Int64? { nil }

    /// A store that begins empty in each process knows of no time.
    public func clockRecord(now: Int64) throws(StoreError) -> ClockRecord { ClockRecord() }

    /// A store without a look-up of people can't tell.
    public func knows(_ user: UserID) throws(StoreError) -> Bool? { nil }

    /// A store of this process is there as long as the process is.
    public var isRemote: Bool { false }
    /// A store has one server, if it says nothing else.
    public var isShared: Bool { false }
    /// There are no other servers.
    public func catchUp() throws(StoreError) -> OthersCommits { OthersCommits() }
    /// A store without a medium has no damage, and no limit.
    public var condition: StoreCondition { StoreCondition() }

    /// Appends new events and keeps marks, in one transaction; the new events' outcomes are in the
    /// same order.
    public func append(_ newEvents: [NewEvent], marks: [ReadMark] = []) throws(StoreError) -> [AppendOutcome] {
        try append(Batch(newEvents: newEvents, marks: marks)).outcomes
    }
}
