import ChatWire
import Foundation

/// A log that lives as long as the process: for tests, demonstrations, and servers that are to remember nothing.
///
/// It keeps the duties of ``MessageStore`` but one: nothing survives the process. It is **not bounded**: it holds all that
/// was ever appended, so it is not for a server that runs for long.
///
/// Foundation is here for its lock alone: `Synchronization.Mutex` needs macOS 15.
public final class MemoryStore: MessageStore {
    public let epoch: Epoch

    // @unchecked: `log` is touched only in `withLog`, under `lock`.
    private final class Guarded: @unchecked Sendable {
        private let lock = NSLock()
        private var log = Log()

        func withLog<Value>(_ body: (inout Log) throws(StoreError) -> Value) throws(StoreError) -> Value {
            lock.lock()
            defer { lock.unlock() }
            guard !log.isClosed else { throw StoreError.closed }
            return try body(&log)
        }
    }

    private let guarded = Guarded()

    public init(epoch: Epoch) {
        self.epoch = epoch
    }

    /// A store with a random epoch.
    public convenience init() {
        var source = SystemRandomNumberGenerator()
        self.init(epoch: .random(using: &source))
    }

    public func append(_ drafts: [Draft]) throws(StoreError) -> [AppendOutcome] {
        try guarded.withLog { log throws(StoreError) in drafts.map { log.append($0) } }
    }

    public func head(of room: RoomName) throws(StoreError) -> UInt64 {
        try guarded.withLog { log throws(StoreError) in log.head(of: room) }
    }

    public func history(of room: RoomName, at anchor: HistoryAnchor, limit: Int) throws(StoreError) -> HistoryPage {
        try guarded.withLog { log throws(StoreError) in
            let head = log.head(of: room)
            let window = HistoryWindow(anchor, limit: limit, head: head)
            let older = window.older.map { log.events(of: room, $0).reversed() } ?? []
            let newer = window.newer.map { log.events(of: room, $0) } ?? []
            return HistoryPage(events: HistoryWindow.page(older: older, newer: newer), head: head)
        }
    }

    public func close() throws(StoreError) {
        try guarded.withLog { log throws(StoreError) in log.isClosed = true }
    }
}

/// The log as a value.
private struct Log {
    struct Device: Hashable {
        var user: UserID
        var device: DeviceID
    }

    struct Place {
        var room: RoomName
        var seq: UInt64
    }

    var isClosed = false
    private var rooms: [RoomName: [Event]] = [:]
    private var highest: [Device: UInt64] = [:]
    private var places: [Device: [UInt64: Place]] = [:]

    func head(of room: RoomName) -> UInt64 {
        UInt64(rooms[room]?.count ?? 0)
    }

    func events(of room: RoomName, _ range: ClosedRange<UInt64>) -> [Event] {
        guard let events = rooms[room] else { return [] }
        return range.compactMap { event(in: events, $0) }
    }

    mutating func append(_ draft: Draft) -> AppendOutcome {
        guard let intent = draft.intent else { return .appended(write(draft)) }
        let device = Device(user: draft.author.user, device: intent.device)
        guard intent.number > highest[device, default: 0] else {
            return draft.repeated(first(of: device, intent.number))
        }
        let event = write(draft)
        highest[device] = intent.number
        places[device, default: [:]][intent.number] = Place(room: draft.room, seq: event.seq)
        return .appended(event)
    }

    private mutating func write(_ draft: Draft) -> Event {
        let event = draft.event(seq: head(of: draft.room) + 1)
        rooms[draft.room, default: []].append(event)
        return event
    }

    private func first(of device: Device, _ number: UInt64) -> (room: RoomName, event: Event)? {
        guard let place = places[device]?[number], let events = rooms[place.room],
            let event = event(in: events, place.seq)
        else { return nil }
        return (place.room, event)
    }

    private func event(in events: [Event], _ seq: UInt64) -> Event? {
        guard seq >= 1, seq <= UInt64(events.count) else { return nil }
        return events[Int(seq - 1)]
    }
}
