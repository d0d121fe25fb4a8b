import ChatRooms
import ChatWire

/// A store that passes each call to another store.
///
/// A test's store conforms to it and implements only the calls that it changes.
public protocol ForwardingStore: MessageStore {
    associatedtype Base: MessageStore
    /// The store that gets the calls.
    var base: Base { get }
}

extension ForwardingStore {
    public var epoch: Epoch { base.epoch }
    public var condition: StoreCondition { base.condition }

    public func epoch(of room: RoomName) throws(StoreError) -> Epoch { try base.epoch(of: room) }

    public func quietRooms(
        since: Int64, after room: RoomName?
    ) throws(StoreError) -> (rooms: [RoomName], last: RoomName?) {
        try base.quietRooms(since: since, after: room)
    }

    public func append(_ batch: Batch) throws(StoreError) -> Appended { try base.append(batch) }

    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try base.mark(of: user, in: room)
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 { try base.head(of: room) }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try base.history(of: room, at: anchor, limit: limit)
    }

    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try base.info(of: room, for: user)
    }

    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try base.rooms(of: user, after: room, limit: limit)
    }

    public func blocked(by user: UserID) throws(StoreError) -> [UserID] { try base.blocked(by: user) }

    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try base.people(of: room, after: user, limit: limit)
    }

    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try base.reports(of: room, for: user, showingReporters: showingReporters, after: after, limit: limit)
    }

    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try base.actions(of: room, for: user, before: before, limit: limit)
    }

    public func file(_ id: FileID) throws(StoreError) -> FileRecord? { try base.file(id) }

    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try base.fileBytes(of: user, except: except)
    }

    public func newestUnusedFile() throws(StoreError) -> Int64? { try base.newestUnusedFile() }
    public func lastKnownTime() throws(StoreError) -> Int64? { try base.lastKnownTime() }
    public func filePlaces() throws(StoreError) -> Set<FilePlace> { try base.filePlaces() }
    public func close() throws(StoreError) { try base.close() }
}
