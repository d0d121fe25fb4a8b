import ChatWire

/// A log that lives as long as the process: for tests, demonstrations, and servers that are to remember nothing.
///
/// It keeps the duties of ``MessageStore`` but one: nothing survives the process. It is **not bounded**: it holds all that
/// was ever appended, so it is not for a server that runs for long.
public final class MemoryStore: MessageStore {
    public let epoch: Epoch

    private let log = Locked(MemoryLog())

    public init(epoch: Epoch) {
        self.epoch = epoch
    }

    /// A store with a random epoch.
    public convenience init() {
        var source = SystemRandomNumberGenerator()
        self.init(epoch: .random(using: &source))
    }

    public func append(_ batch: Batch) throws(StoreError) -> Appended {
        try withLog { log throws(StoreError) in log.append(batch) }
    }

    public func mark(of user: UserID, in room: RoomName) throws(StoreError) -> ReadPoint? {
        try withLog { log throws(StoreError) in log.mark(of: user, in: room) }
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 {
        try withLog { log throws(StoreError) in log.head(of: room) }
    }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try withLog { log throws(StoreError) in
            let head = log.head(of: room)
            let window = HistoryWindow(anchor, limit: limit, head: head)
            let older = window.older.map { log.events(of: room, $0.reversed()) } ?? []
            let newer = window.newer.map { log.events(of: room, $0) } ?? []
            return HistoryPage(events: HistoryWindow.page(older: older, newer: newer), head: head)
        }
    }

    public func info(of room: RoomName, for user: UserID) throws(StoreError) -> RoomInfo? {
        try withLog { log throws(StoreError) in log.info(of: room, for: user) }
    }

    public func rooms(
        of user: UserID, after room: RoomName?, limit: Int
    ) throws(StoreError) -> (rooms: [RoomEntry], next: RoomName?) {
        try withLog { log throws(StoreError) in log.rooms(of: user, after: room, limit: limit, epoch) }
    }

    public func blocked(by user: UserID) throws(StoreError) -> [UserID] {
        try withLog { log throws(StoreError) in log.blocked(by: user) }
    }

    public func people(
        of room: RoomName, after user: UserID?, limit: Int
    ) throws(StoreError) -> (people: [Person], next: UserID?) {
        try withLog { log throws(StoreError) in log.people(of: room, after: user, limit: limit) }
    }

    public func reports(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int
    ) throws(StoreError) -> (reports: [ReportedMessage], next: UInt64?) {
        try withLog { log throws(StoreError) in
            log.reports(of: room, for: user, showingReporters: showingReporters, after: after, limit: limit)
        }
    }

    public func actions(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int
    ) throws(StoreError) -> (actions: [ModerationAction], next: UInt64?) {
        try withLog { log throws(StoreError) in log.actions(of: room, for: user, before: before, limit: limit) }
    }

    public func file(_ id: FileID) throws(StoreError) -> FileRecord? {
        try withLog { log throws(StoreError) in log.files[id] }
    }

    public func fileBytes(of user: UserID, except: [FileID]) throws(StoreError) -> UInt64 {
        try withLog { log throws(StoreError) in log.files.bytes(of: user, except: except) }
    }

    public func newestUnusedFile() throws(StoreError) -> Int64? {
        try withLog { log throws(StoreError) in log.files.newestUnused }
    }

    public func filePlaces() throws(StoreError) -> Set<FilePlace> {
        try withLog { log throws(StoreError) in log.files.places }
    }

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
