import ChatRooms
import ChatWire

/// Writes batches to the log, and caches what it needs between two batches.
///
/// The ends of rooms (in ``EventWriter``) and the highest numbers of devices are in bounded tables,
/// so most appends look up nothing. During a transaction the tables are ahead of the disk. If it
/// fails, they are wrong, and the store appends no more.
struct Appender {
    private var writer: EventWriter
    /// How far devices have come.
    private(set) var devices: [DeviceEnd.Key: DeviceEnd] = [:]
    /// The reports about which nobody has decided, if this transaction has counted them.
    private var openReports: UInt64?
    /// Whether this transaction erased a text.
    private(set) var hasErased = false

    private static let deletedWithItsRoom = WireError(
        .messageDeleted, "The room of this message was deleted; if it is to be said, write it anew.")

    /// The batch item being written. An error concerns this one.
    private(set) var doing = BatchItem.nothing
    /// Whether what the whole batch needs is being read. An error may concern any item.
    private(set) var isReadingAhead = false

    init(epoch: Epoch, _ slowModeTimes: SlowModeTimes = SlowModeTimes()) {
        writer = EventWriter(epoch: epoch, slowModeTimes)
    }

    /// Appends a batch. Call it inside a transaction. After an error this appender must not be used
    /// any more: its tables are ahead of the disk.
    ///
    /// - Parameters:
    ///   - refused: The items to skip, and their replies.
    ///   - readsAhead: Whether what the items need is read with few statements for all of them.
    ///   - damaged: Records damaged rows that did not prevent the rest of the batch.
    mutating func append(
        _ batch: Batch, except refused: [BatchItem: WireError], readsAhead: Bool, damaged: DamagedRows,
        _ db: any SQLDatabase
    ) throws -> Appended {
        writer.beginTransaction()
        openReports = nil
        hasErased = false
        if readsAhead {
            isReadingAhead = true
            try writer.prepare(batch, db)
            try prepareDevices(batch, db)
            isReadingAhead = false
        }
        var appended = Appended()
        for (index, file) in batch.files.enumerated() {
            appended.files.append(
                try attempt(.file(index), refused, FileOutcome.refused) { _ in try FileTable.record(file, db) })
        }
        appended.outcomes = try append(batch.newEvents, except: refused, damaged: damaged, db)
        for (index, mark) in batch.marks.enumerated() {
            appended.refusedMarks[index] = try attempt(.mark(index), refused, { $0 }) { appender in
                try appender.keep(mark, db)
                return nil
            }
        }
        doing = .nothing
        for draft in batch.kept { try KeptDrafts.keep(draft, db) }
        for (index, change) in batch.reports.enumerated() {
            appended.reports.append(
                try attempt(.report(index), refused, ReportOutcome.refused, sparing: damaged) { appender in
                    let outcome = try appender.apply(change, db)
                    if case .resolve = change.act, outcome == .done { appender.hasErased = true }
                    return outcome
                })
        }
        appended.decisions = try decide(batch.decisions, except: refused, damaged: damaged, db)
        doing = .nothing
        appended.removed = writer.removed
        appended.epochs = writer.epochs
        if writer.hasErased { hasErased = true }
        if let before = batch.unusedBefore { appended.removed += try FileTable.forgetUnused(before: before, db) }
        if let clock = batch.clock { try ClockTable.write(clock, db) }
        if let expiry = batch.expiry {
            let expired = try Expiring.step(expiry, &appended.removed, db)
            if expired.messages > 0 { writer.forgetErased() }
            if expired.messages + expired.drafts > 0 { hasErased = true }
            appended.expired = expired
        }
        if let removal = batch.removal {
            appended.removal = try attempt(.removal, refused, { .failure($0) }) { _ in
                .success(try Removing.step(removal, &appended.removed, db))
            }
            doing = .nothing
            hasErased = true
            writer.forgetRemoved()
        }
        return appended
    }

    /// The events of the last batch, in their order.
    var written: [EventKey] { writer.written }

    /// What the next appender goes on with.
    var slowModeTimes: SlowModeTimes { writer.slowModeTimes }

    /// The last batch is on disk.
    mutating func committed() { writer.committed() }

    /// Takes in an event that another server has written to the same log.
    ///
    /// - Parameter delays: Whether its author must wait after it, in slow mode.
    mutating func note(_ event: Event, _ key: EventKey, in room: RoomName, delays: Bool) {
        writer.note(event, key, in: room, delays: delays)
        if let key = event.idempotencyKey {
            devices[DeviceEnd.Key(user: event.author.user, device: key.device)] = nil
        }
    }

    /// Takes in a message that another server has held.
    mutating func note(_ held: HeldTable.Sent) {
        writer.note(held)
        if let device = held.device { devices[DeviceEnd.Key(user: held.user, device: device)] = nil }
    }

    /// Writes an item of a batch, unless it is to be skipped.
    private mutating func attempt<Outcome>(
        _ item: BatchItem, _ refused: [BatchItem: WireError], _ refusal: (WireError) -> Outcome,
        _ body: (inout Appender) throws -> Outcome
    ) rethrows -> Outcome {
        if let error = refused[item] { return refusal(error) }
        doing = item
        return try body(&self)
    }

    /// The same, but damage refuses only this item if it was found before the item wrote anything.
    /// A report reads what it needs before it writes.
    private mutating func attempt<Outcome>(
        _ item: BatchItem, _ refused: [BatchItem: WireError], _ refusal: (WireError) -> Outcome,
        sparing damaged: DamagedRows, _ body: (inout Appender) throws -> Outcome
    ) throws -> Outcome {
        try attempt(item, refused, refusal) { appender in
            appender.writer.beginItem()
            do {
                return try body(&appender)
            } catch let damage as Damage where !appender.writer.hasWritten {
                damaged.note(damage)
                return refusal(StoreError.damaged(damage.sentence).refusal)
            }
        }
    }

    private mutating func append(
        _ newEvents: [NewEvent], except refused: [BatchItem: WireError], damaged: DamagedRows, _ db: any SQLDatabase
    ) throws -> [AppendOutcome] {
        let insert = try RawStatement(EventRow.insert, in: db)
        var outcomes: [AppendOutcome] = []
        outcomes.reserveCapacity(newEvents.count)
        for (index, newEvent) in newEvents.enumerated() {
            outcomes.append(
                try attempt(.newEvent(index), refused, AppendOutcome.refused, sparing: damaged) { appender in
                    try appender.append(newEvent, with: insert, db)
                })
        }
        return outcomes
    }

    /// Reads how far the batch's devices have come, many with one statement.
    private mutating func prepareDevices(_ batch: Batch, _ db: any SQLDatabase) throws {
        // Forgetting all is as good as forgetting the oldest: devices in use are read back once.
        if devices.count > Limits.appenderDevices { devices.removeAll(keepingCapacity: true) }
        var unknown: Set<DeviceEnd.Key> = []
        for newEvent in batch.newEvents {
            guard
                let key = newEvent.idempotencyKey.map({ DeviceEnd.Key(user: newEvent.author.user, device: $0.device) })
            else { continue }
            if devices[key] == nil { unknown.insert(key) }
        }
        // One query for many. A single unknown device is read with its event, and so is a damaged
        // one.
        guard unknown.count > 1 else { return }
        for case (let key, .success(let end)) in try DeviceEnd.find(Array(unknown), db) { devices[key] = end }
    }

    private mutating func decide(
        _ changes: [HeldChange], except refused: [BatchItem: WireError], damaged: DamagedRows, _ db: any SQLDatabase
    ) throws -> [HeldOutcome] {
        guard !changes.isEmpty else { return [] }
        let insert = try RawStatement(EventRow.insert, in: db)
        var outcomes: [HeldOutcome] = []
        for (index, change) in changes.enumerated() {
            outcomes.append(
                try attempt(.decision(index), refused, HeldOutcome.refused, sparing: damaged) { appender in
                    try appender.writer.apply(change, with: insert, db)
                })
        }
        return outcomes
    }

    /// Stores a read mark, if it is higher than the stored one.
    private func keep(_ mark: ReadMark, _ db: any SQLDatabase) throws {
        // A room without events has no row, and nothing to read.
        guard let room = try writer.id(of: mark.room, db) else { return }
        try MarkTable.keep(mark.user, mark.point, in: room, db)
    }

    private mutating func append(
        _ newEvent: NewEvent, with insert: borrowing RawStatement, _ db: any SQLDatabase
    ) throws -> AppendOutcome {
        guard let idempotencyKey = newEvent.idempotencyKey else {
            return try writer.write(newEvent, device: { nil }, with: insert, db).outcome
        }
        let key = DeviceEnd.Key(user: newEvent.author.user, device: idempotencyKey.device)
        var end = try devices[key] ?? DeviceEnd.find(key, db)
        defer { devices[key] = end }
        if let id = end.id, end.hasHeld, try HeldTable.contains(device: id, number: idempotencyKey.number, db) {
            return .held
        }
        guard idempotencyKey.number > end.last.highest else {
            switch try end.id.map({ try IdempotencyIndex.find(device: $0, number: idempotencyKey.number, db) })
                ?? .nothing
            {
            case .event(let room, let event): return newEvent.repeated((room, event))
            case .removed: return .refused(Appender.deletedWithItsRoom)
            // That message may have been accepted in a deleted room. Under a new number it could be
            // in the log twice.
            case .nothing where end.floor > 0 && idempotencyKey.number <= end.floor:
                return .refused(Appender.deletedWithItsRoom)
            case .nothing: return newEvent.repeated(nil)
            }
        }
        guard end.last.highest >= newEvent.after ?? 0 else { return .outOfTurn }
        var row = end.id
        let (outcome, written) = try writer.write(
            newEvent,
            device: {
                let id = try row ?? DeviceEnd.make(key, db)
                row = id
                return id
            }, with: insert, db)
        end.id = row
        if outcome == .held { end.hasHeld = true }
        if let written, let row {
            if written.block != end.last.block {
                try IdempotencyIndex.add(written, device: row, number: idempotencyKey.number, db)
            }
            end.last = IdempotencyIndex.Place(highest: idempotencyKey.number, block: written.block)
        }
        return outcome
    }

    private mutating func apply(_ change: ReportChange, _ db: any SQLDatabase) throws -> ReportOutcome {
        let (end, access) = try writer.access(to: change.room, of: change.author, change.role, db)
        let key = end.flatMap { end in change.seq <= end.head ? EventKey(room: end.id, seq: change.seq) : nil }
        let target = try change.target(access) { try key.flatMap { try EventReader.edited($0, room: change.room, db) } }
        switch (target, key) {
        case (.success(let event), let key?):
            return try ReportTable.apply(change, to: event, key, &openReports, db) {
                change.isOutranked(by: try RoomRecords.standing(of: event.author.user, in: key.room, db), access)
            }
        case (.failure(let error), _): return .refused(error)
        case (.success, nil): return .unchanged
        }
    }
}
