import ChatRooms
import ChatWire

/// Writes one event to the log, with what follows from it in the other tables. Holds a message that
/// the filter wants checked, and publishes or discards it when a moderator decides.
///
/// The ends of rooms are in a bounded table, so most events look up nothing. Like the tables of
/// ``Appender``, it is ahead of the disk during a transaction.
struct EventWriter {
    /// The store's.
    private let epoch: Epoch
    private var rooms: [RoomName: RoomEnd] = [:]
    private var targets = TargetCache()
    private var space = RoomSpace()
    /// Rooms without events, as this transaction leaves them.
    private var absent: Set<RoomName> = []
    /// Used by `access`.
    var places = Places()
    /// Used by `access`.
    var ownFolds = OwnFolds()
    private(set) var slowModeTimes: SlowModeTimes
    /// The events of this transaction, in their order.
    private(set) var written: [EventKey] = []
    /// The places of files that the events of this transaction delete.
    private(set) var removed: [FilePlace] = []
    /// The epochs of the rooms that this transaction appends to, if they are not the store's.
    private(set) var epochs: [RoomName: Epoch] = [:]
    /// The messages that wait for a moderator, if this transaction has counted them.
    private var waitingMessages: UInt64?
    /// Whether an event or a decision of this transaction erased a text.
    private(set) var hasErased = false
    /// Whether the current new event or decision has changed the log.
    private(set) var hasWritten = false

    init(epoch: Epoch, _ slowModeTimes: SlowModeTimes) { (self.epoch, self.slowModeTimes) = (epoch, slowModeTimes) }

    mutating func beginTransaction() {
        written.removeAll(keepingCapacity: true)
        removed = []
        waitingMessages = nil
        epochs = [:]
        absent.removeAll(keepingCapacity: true)
        hasErased = false
        slowModeTimes.beginTransaction()
        // Forgetting all is as good as forgetting the oldest: rooms in use are read back once.
        if rooms.count > Limits.appenderRooms { rooms.removeAll(keepingCapacity: true) }
    }

    /// Begins a new event or a decision: nothing is written for it yet.
    mutating func beginItem() { hasWritten = false }

    /// The events of this transaction are on disk.
    mutating func committed() { slowModeTimes.committed() }

    /// Takes in an event that another server has written to the same log.
    ///
    /// - Parameter delays: Whether its author must wait after it, in slow mode.
    mutating func note(_ event: Event, _ key: EventKey, in room: RoomName, delays: Bool) {
        rooms[room] = nil
        space.note(key.room)
        places.note(event, in: room, key.room)
        ownFolds.note(event, in: room)
        if delays { slowModeTimes.noteCommitted(event.author.user, at: event.at, in: key.room) }
        targets.forget(targetOf: event, key.room)
    }

    /// Takes in a message that another server has held.
    mutating func note(_ held: HeldTable.Sent) {
        if held.isRoomSlow { slowModeTimes.noteCommitted(held.user, at: held.at, in: held.room) }
    }

    /// Counts the rooms again, and reads again what users have chosen: some of both was removed.
    mutating func forgetRemoved() {
        space.forget()
        ownFolds = OwnFolds()
    }

    /// Forgets the target messages, and the ends of rooms with pinned ones, after messages were
    /// erased.
    mutating func forgetErased() {
        targets.removeAll()
        rooms = rooms.filter { $0.value.record?.pins.isEmpty ?? true }
    }

    /// The end of a room's log; `nil` for a room without events.
    func end(of room: RoomName, _ db: any SQLDatabase) throws -> RoomEnd? {
        if let known = rooms[room] { return known }
        return absent.contains(room) ? nil : try RoomEnd.find(room, db)
    }

    /// The id of a room; `nil` for a room without events.
    func id(of room: RoomName, _ db: any SQLDatabase) throws -> Int64? {
        if let known = rooms[room] { return known.id }
        return absent.contains(room) ? nil : try EventReader.room(room, db)
    }

    /// Reads what the batch's items need of rooms and of people's places there, a few statements
    /// for all of them. What it can't read is read again by the item that needs it.
    mutating func prepare(_ batch: Batch, _ db: any SQLDatabase) throws {
        var unknown: Set<RoomName> = []
        for newEvent in batch.newEvents where rooms[newEvent.room] == nil { unknown.insert(newEvent.room) }
        for mark in batch.marks where rooms[mark.room] == nil { unknown.insert(mark.room) }
        for change in batch.reports where rooms[change.room] == nil { unknown.insert(change.room) }
        for change in batch.decisions where rooms[change.room] == nil { unknown.insert(change.room) }
        for case (let room, .success(let end)) in try RoomEnd.find(Array(unknown), db) {
            if let end { rooms[room] = end } else { absent.insert(room) }
        }
        var wanted: [(room: Int64?, user: UserID)] = []
        var counted: Set<UserID> = []
        var asking: [NewEvent] = []
        for newEvent in batch.newEvents {
            let room = rooms[newEvent.room]
            guard newEvent.asksRoom(room?.record) else { continue }
            asking.append(newEvent)
            wanted.append((room?.id, newEvent.author.user))
            if case .membership(let change) = newEvent.mutation {
                wanted.append((room?.id, change.member))
                counted.formUnion([newEvent.author.user, change.member])
            }
            if case .settings = newEvent.mutation, room == nil { counted.insert(newEvent.author.user) }
        }
        try places.prepare(wanted, db)
        try places.prepareCounts(counted, db)
        try ownFolds.prepare(asking, db)
        try targets.prepare(
            batch.newEvents.compactMap { newEvent in
                guard let seq = newEvent.mutation.reference, let end = rooms[newEvent.room], seq <= end.head else {
                    return nil
                }
                return EventKey(room: end.id, seq: seq).map { ($0, newEvent) }
            }, db)
    }

    /// Writes one new event.
    ///
    /// - Parameters:
    ///   - device: Returns the row of the new event's device, and makes it if there is none; `nil`
    ///     for a new event without a device. Called only if the new event is written.
    ///   - isPublished: Whether it was held, and a moderator publishes it.
    /// - Returns: The result; with an appended event, its key.
    mutating func write(
        _ newEvent: NewEvent, device: () throws -> Int64?, isPublished: Bool = false,
        with insert: borrowing RawStatement,
        _ db: any SQLDatabase
    ) throws -> (outcome: AppendOutcome, key: EventKey?) {
        let known = try end(of: newEvent.room, db)
        let asked = try access(of: newEvent, known, isPublished: isPublished, db)
        let verdict = try newEvent.verdict(
            asked, isNewRoom: known == nil,
            find: { try targetMessage($0, of: newEvent, moderates: $1, db) },
            refusalOfRoom: { try space.refusal(of: newEvent.room, isGuest: newEvent.role == .guest, db) },
            fileRecord: { try FileTable.read($0, db) })
        switch verdict {
        case .refused(let refusal): return (.refused(refusal), nil)
        case .held:
            guard let known else { return (.refused(.filteredText), nil) }
            return (try hold(newEvent, known, device: device, db), nil)
        case .written(let target):
            var end = try known ?? RoomEnd.make(newEvent.room, &space, db)
            if known == nil { places.roomMade(end.id, by: newEvent.author.user) }
            end.head += 1
            guard let key = EventKey(room: end.id, seq: end.head) else {
                throw Damage("room \(newEvent.room.text) is full")
            }
            let last = try newEvent.lastTime(end.at, head: end.head - 1) {
                try EventReader.intactTime(of: $0, of: newEvent.room, end.id, db)
            }
            let event = newEvent.event(
                seq: end.head, after: last, about: target, by: newEvent.linkUse(asked?.access, end.record))
            end.at = event.at
            try append(event, key, to: newEvent.room, end, about: target, device: device, with: insert, db)
            // A published message has made its author wait when it was sent.
            if case .message = event.content, !isPublished {
                slowModeTimes.note(newEvent.author.user, at: newEvent.at, end)
            }
            return (.appended(event), key)
        }
    }

    /// Writes an event that nothing refuses, and what follows from it.
    ///
    /// - Parameter end: The room's, with this event, but not folded with it.
    private mutating func append(
        _ event: Event, _ key: EventKey, to room: RoomName, _ end: RoomEnd, about target: TargetMessage?,
        device: () throws -> Int64?, with insert: borrowing RawStatement, _ db: any SQLDatabase
    ) throws {
        // Read before anything is written: damage refuses this new event only, and the transaction
        // continues.
        let replaced = try event.content.replacedAvatar(end.record) {
            try ownFolds.profile(of: event.author.user, db)
        }
        let wiping = try wiping(by: event, room: room, end.id, db)
        hasWritten = true
        try EventRow.write(event, key: key, room: room, device: device(), with: insert)
        written.append(key)
        for file in event.content.files { try FileTable.give(file.id, to: key, db) }
        if let replaced { removed += try Avatars.forget(replaced, ofRoom: end.id, db) }
        try fold(event, into: end, of: room, db)
        if event.isModeration(ofMessageBy: target?.event.author.user) { try ActionTable.note(key, db) }
        targets.note(event, end.id)
        if let wiping {
            removed += try wiping.run(by: event.seq, db)
            hasErased = true
        }
    }

    /// Keeps the end of a room as an event leaves it, with the record that the event changes.
    private mutating func fold(_ event: Event, into end: RoomEnd, of room: RoomName, _ db: any SQLDatabase) throws {
        var end = end
        // Most events are messages in rooms that keep nothing but their log.
        if end.record != nil || event.content.makesRecord || room.kind != .open {
            end.record = try RoomRecords.fold(event, of: room, end.id, end.record, &places, &ownFolds, db)
        }
        rooms[room] = end
        absent.remove(room)
        if end.generation > 0, epochs[room] == nil { epochs[room] = epoch.ofRooms(end.generation) }
    }

    private mutating func hold(
        _ newEvent: NewEvent, _ room: RoomEnd, device: () throws -> Int64?, _ db: any SQLDatabase
    ) throws -> AppendOutcome {
        if let refusal = try HeldTable.keep(newEvent, in: room.id, device: device, &waitingMessages, db) {
            return .refused(refusal)
        }
        hasWritten = true
        slowModeTimes.note(newEvent.author.user, at: newEvent.at, room)
        return .held
    }

    /// Publishes or discards a held message.
    mutating func apply(
        _ change: HeldChange, with insert: borrowing RawStatement, _ db: any SQLDatabase
    ) throws -> HeldOutcome {
        let (end, access) = try access(to: change.room, of: change.author, change.role, db)
        let known = try change.outcome(access) { try end.flatMap { try HeldTable.find(change.place, in: $0.id, db) } }
        if let known { return known }
        guard let end, let newEvent = try HeldTable.newEvent(change.place, in: change.room, db) else {
            return .refused(.nothingHeld)
        }
        var outcome = HeldOutcome.discarded
        var key: EventKey?
        if change.decision.verdict == .publish {
            let (written, event) = try write(
                newEvent.published(by: change), device: { nil }, isPublished: true, with: insert, db)
            switch written.published {
            case .success(let event): outcome = .published(event)
            case .failure(let error): return .refused(error)
            }
            key = event
        }
        hasWritten = true
        try HeldTable.decide(change, db)
        waitingMessages = nil
        try ActionTable.note(change, about: newEvent.author, in: end.id, key, db)
        hasErased = true
        return outcome
    }

    /// The target message of a new event. It does not create a room.
    private mutating func targetMessage(
        _ seq: Seq, of newEvent: NewEvent, moderates: Bool, _ db: any SQLDatabase
    ) throws -> TargetMessage? {
        guard let end = try end(of: newEvent.room, db), seq <= end.head, let key = EventKey(room: end.id, seq: seq)
        else {
            return nil
        }
        return try targets.find(key, of: newEvent, moderates: moderates, db)
    }

    /// The message that a deletion erases; `nil` if the event is not a deletion.
    private func wiping(by event: Event, room: RoomName, _ id: Int64, _ db: any SQLDatabase) throws -> Wiping? {
        guard case .deletion(let target, _) = event.content, let key = EventKey(room: id, seq: target) else {
            return nil
        }
        return try Wiping(key, room: room, db)
    }
}
