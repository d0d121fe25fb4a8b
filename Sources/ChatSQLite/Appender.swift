import ChatRooms
import ChatWire
import GRDB

/// Writes batches to the log, and caches what it needs between two batches.
///
/// The ends of rooms and the highest numbers of devices are in bounded tables, so most appends look
/// up nothing. During a transaction the tables are ahead of the disk. If it fails, they are wrong,
/// and the store appends no more.
struct Appender {
    private struct RoomEnd {
        var id: Int64
        var generation: UInt64
        var head: UInt64
        /// The time of the newest event.
        var at: Int64
        /// `nil` for a room without settings, membership and pins.
        var record: RoomRecord?
    }

    private struct PlaceKey: Hashable {
        var room: Int64
        var user: UserID
    }

    private struct DeviceKey: Hashable {
        var user: UserID
        var device: DeviceID
    }

    private struct DeviceEnd {
        var id: Int64
        var last: IntentIndex.Place
        /// The highest number in deleted rooms.
        var floor: UInt64
        /// Whether the device has ever had rows in `held`. Most have none, and nothing is looked up.
        var hasHeld: Bool
    }

    /// The store's.
    private let epoch: Epoch
    private var rooms: [RoomName: RoomEnd] = [:]
    private var devices: [DeviceKey: DeviceEnd] = [:]
    private var subjects: [EventKey: TargetMessage] = [:]
    /// When people last sent a message to a room in slow mode. Forgetting it lets them write
    /// sooner.
    private var lastMessages: [PlaceKey: Int64] = [:]
    /// The places of files that this transaction deletes.
    private var removed: [FilePlace] = []
    /// The epochs of the rooms that this transaction appends to, if they are not the store's.
    private var epochs: [RoomName: Epoch] = [:]
    /// Whether this transaction erased a text.
    private(set) var hasErased = false
    /// Whether the current draft has changed the log.
    private var hasWritten = false

    private static let deletedWithItsRoom = WireError(
        .messageDeleted, "The room of this message was deleted; if it is to be said, write it anew.")

    /// The batch item being written. An error concerns this one.
    private(set) var doing = BatchItem.nothing

    init(epoch: Epoch) { self.epoch = epoch }

    /// Appends a batch. Call it inside a transaction. After an error this appender must not be used
    /// any more: its tables are ahead of the disk.
    ///
    /// - Parameters:
    ///   - refused: The items to skip, and their replies.
    ///   - damaged: Records damaged rows that did not prevent the rest of the batch.
    mutating func append(
        _ batch: Batch, except refused: [BatchItem: WireError], damaged: DamagedRows, _ db: Database
    ) throws -> Appended {
        removed = []
        epochs = [:]
        hasErased = false
        var appended = Appended()
        for (index, file) in batch.files.enumerated() {
            appended.files.append(
                try attempt(.file(index), refused, FileOutcome.refused) { _ in try FileTable.record(file, db) })
        }
        appended.outcomes = try append(batch.drafts, except: refused, damaged: damaged, db)
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
                try attempt(.report(index), refused, ReportOutcome.refused) { appender in
                    // What is read of the message is read before anything is written.
                    do {
                        return try appender.apply(change, db)
                    } catch let damage as Damage {
                        damaged.note(damage)
                        return .refused(StoreError.damaged(damage.sentence).refusal)
                    }
                })
        }
        appended.decisions = try decide(batch.decisions, except: refused, damaged: damaged, db)
        doing = .nothing
        if let before = batch.unusedBefore { removed += try FileTable.forgetUnused(before: before, db) }
        if let expiry = batch.expiry {
            let expired = try Expiring.step(expiry, &removed, db)
            if expired.messages > 0 { subjects.removeAll(keepingCapacity: true) }
            if expired.messages + expired.drafts > 0 { hasErased = true }
            appended.expired = expired
        }
        if let removal = batch.removal {
            appended.removal = try attempt(.removal, refused, { .failure($0) }) { appender in
                .success(try Removing.step(removal, &appender.removed, db))
            }
            doing = .nothing
            hasErased = true
        }
        appended.removed = removed
        appended.epochs = epochs
        return appended
    }

    private mutating func attempt<Outcome>(
        _ item: BatchItem, _ refused: [BatchItem: WireError], _ refusal: (WireError) -> Outcome,
        _ body: (inout Appender) throws -> Outcome
    ) rethrows -> Outcome {
        if let error = refused[item] { return refusal(error) }
        doing = item
        return try body(&self)
    }

    private mutating func append(
        _ drafts: [Draft], except refused: [BatchItem: WireError], damaged: DamagedRows, _ db: Database
    ) throws -> [AppendOutcome] {
        // Forgetting all is as good as forgetting the oldest: rooms in use are read back once.
        if rooms.count > Limits.appenderRooms { rooms.removeAll(keepingCapacity: true) }
        if devices.count > Limits.appenderDevices { devices.removeAll(keepingCapacity: true) }
        let insert = try RawStatement(EventRow.insert, in: db)
        var outcomes: [AppendOutcome] = []
        outcomes.reserveCapacity(drafts.count)
        for (index, draft) in drafts.enumerated() {
            outcomes.append(
                try attempt(.draft(index), refused, AppendOutcome.refused) { appender in
                    appender.hasWritten = false
                    do {
                        return try appender.append(draft, with: insert, db)
                    } catch let damage as Damage where !appender.hasWritten {
                        damaged.note(damage)
                        return .refused(StoreError.damaged(damage.sentence).refusal)
                    }
                })
        }
        return outcomes
    }

    private mutating func decide(
        _ changes: [HeldChange], except refused: [BatchItem: WireError], damaged: DamagedRows, _ db: Database
    ) throws -> [HeldOutcome] {
        guard !changes.isEmpty else { return [] }
        let insert = try RawStatement(EventRow.insert, in: db)
        var outcomes: [HeldOutcome] = []
        for (index, change) in changes.enumerated() {
            outcomes.append(
                try attempt(.decision(index), refused, HeldOutcome.refused) { appender in
                    appender.hasWritten = false
                    do {
                        return try appender.apply(change, with: insert, db)
                    } catch let damage as Damage where !appender.hasWritten {
                        damaged.note(damage)
                        return .refused(StoreError.damaged(damage.sentence).refusal)
                    }
                })
        }
        return outcomes
    }

    /// Stores a read mark, if it is higher than the stored one.
    private func keep(_ mark: ReadMark, _ db: Database) throws {
        // A room without events has no row, and nothing to read.
        guard let room = try rooms[mark.room]?.id ?? LogReader.room(mark.room, db) else { return }
        try MarkTable.keep(mark.user, mark.point, in: room, db)
    }

    private mutating func append(
        _ draft: Draft, with insert: borrowing RawStatement, _ db: Database
    ) throws -> AppendOutcome {
        guard let idempotencyKey = draft.idempotencyKey else {
            return try write(draft, device: nil, with: insert, db).outcome
        }
        let key = DeviceKey(user: draft.author.user, device: idempotencyKey.device)
        var end = try devices[key] ?? Appender.end(of: key, db)
        defer { devices[key] = end }
        if end.hasHeld, try HeldTable.contains(device: end.id, number: idempotencyKey.number, db) { return .held }
        guard idempotencyKey.number > end.last.highest else {
            switch try IntentIndex.find(device: end.id, number: idempotencyKey.number, db) {
            case .event(let room, let event): return draft.repeated((room, event))
            case .removed: return .refused(Appender.deletedWithItsRoom)
            // That message may have been accepted in a deleted room. Under a new number it could be
            // in the log twice.
            case .nothing where end.floor > 0 && idempotencyKey.number <= end.floor:
                return .refused(Appender.deletedWithItsRoom)
            case .nothing: return draft.repeated(nil)
            }
        }
        guard end.last.highest >= draft.after ?? 0 else { return .outOfTurn }
        let (outcome, written) = try write(draft, device: end.id, with: insert, db)
        if outcome == .held { end.hasHeld = true }
        if let written {
            if written.block != end.last.block {
                try IntentIndex.add(written, device: end.id, number: idempotencyKey.number, db)
            }
            end.last = IntentIndex.Place(highest: idempotencyKey.number, block: written.block)
        }
        return outcome
    }

    /// Writes one draft.
    ///
    /// - Parameter isPublished: Whether it was held, and a moderator publishes it.
    /// - Returns: The result; with an appended event, its key.
    private mutating func write(
        _ draft: Draft, device: Int64?, isPublished: Bool = false, with insert: borrowing RawStatement, _ db: Database
    ) throws -> (outcome: AppendOutcome, key: EventKey?) {
        let known = try rooms[draft.room] ?? Appender.end(of: draft.room, db)
        let asked = try access(of: draft, known, isPublished: isPublished, db)
        if let refusal = asked?.refusal { return (.refused(refusal), nil) }
        let filtered = draft.filtered
        if filtered == .refused { return (.refused(.filteredText), nil) }
        var target: UserID?
        if let reference = draft.mutation.reference {
            let subject = try subject(reference, of: draft, db)
            target = subject?.event.author.user
            let moderates = asked?.access.mayModerate ?? draft.moderatesOpenRoom
            if let refusal = TargetMessage.refusal(
                of: draft.mutation, by: draft.author.user, moderates: moderates, to: subject)
            {
                return (.refused(refusal), nil)
            }
        }
        if known == nil, let refusal = try draft.roomRefusal ?? Appender.refusal(ofRoom: draft.room, db) {
            return (.refused(refusal), nil)
        }
        if filtered == .held {
            // A held message makes no room.
            guard let known else { return (.refused(.filteredText), nil) }
            return (try hold(draft, known, device: device, db), nil)
        }
        let attachment = draft.mutation.attachment
        if let attachment,
            let refusal = FileRecord.refusal(
                of: attachment, by: draft.author.user, to: try FileTable.read(attachment.id, db))
        {
            return (.refused(refusal), nil)
        }
        var end = try known ?? Appender.make(draft.room, db)
        end.head += 1
        guard let key = EventKey(room: end.id, seq: end.head) else {
            throw Damage("room \(draft.room.text) is full")
        }
        let event = draft.event(seq: end.head, after: end.at, by: draft.linkUse(asked?.access, end.record))
        end.at = event.at
        let replaced = try event.content.replacedAvatar(end.record) {
            try Choices.profile(of: draft.author.user, db)
        }
        // Read before anything is written: damage refuses this draft only, and the transaction
        // continues.
        let wiping = try wiping(by: event, room: draft.room, end.id, db)
        hasWritten = true
        try EventRow.write(event, key: key, room: draft.room, device: device, with: insert)
        if let attachment { try FileTable.give(attachment.id, to: key, db) }
        if let replaced { removed += try Avatars.forget(replaced, ofRoom: end.id, db) }
        // Most events are messages in rooms that keep nothing but their log.
        if end.record != nil || event.content.makesRecord || draft.room.kind != .open {
            end.record = try RoomRecords.fold(event, of: draft.room, end.id, end.record, db)
            if case .message = event.content { noteTime(ofMessageBy: event.author.user, at: event.at, end) }
        }
        if event.isModeration(ofMessageBy: target) { try ActionTable.note(key, db) }
        rooms[draft.room] = end
        if end.generation > 0, epochs[draft.room] == nil { epochs[draft.room] = epoch.ofRooms(end.generation) }
        note(event, end.id)
        if let wiping {
            removed += try wiping.run(by: event.seq, db)
            hasErased = true
        }
        return (.appended(event), key)
    }

    private mutating func hold(
        _ draft: Draft, _ room: RoomEnd, device: Int64?, _ db: Database
    ) throws -> AppendOutcome {
        if let refusal = try HeldTable.keep(draft, in: room.id, device: device, db) { return .refused(refusal) }
        hasWritten = true
        noteTime(ofMessageBy: draft.author.user, at: draft.at, room)
        return .held
    }

    private mutating func apply(
        _ change: HeldChange, with insert: borrowing RawStatement, _ db: Database
    ) throws -> HeldOutcome {
        let (end, access) = try access(to: change.room, of: change.author, change.role, db)
        let known = try change.outcome(access) { try end.flatMap { try HeldTable.find(change.place, in: $0.id, db) } }
        if let known { return known }
        guard let end, let draft = try HeldTable.draft(change.place, in: change.room, db) else {
            return .refused(.nothingHeld)
        }
        var outcome = HeldOutcome.discarded
        var key: EventKey?
        if change.decision.verdict == .publish {
            let (written, event) = try write(
                draft.published(by: change), device: nil, isPublished: true, with: insert, db)
            switch written.published {
            case .success(let event): outcome = .published(event)
            case .failure(let error): return .refused(error)
            }
            key = event
        }
        hasWritten = true
        try HeldTable.decide(change, db)
        try ActionTable.note(change, about: draft.author, in: end.id, key, db)
        hasErased = true
        return outcome
    }

    /// What a user may do in a room, and the room's end; without one, the room has no event.
    private func access(
        to room: RoomName, of author: Author, _ role: ServerRole, _ db: Database
    ) throws -> (end: RoomEnd?, access: RoomAccess) {
        let end = try rooms[room] ?? Appender.end(of: room, db)
        let standing = try RoomRecords.standing(of: author.user, in: end?.id ?? -1, db)
        let info = end?.record?.info(standing) ?? RoomInfo(standing: standing)
        return (end, RoomAccess(room, author.user, role, exists: end != nil, info))
    }

    /// What the room says about the draft; `nil` where nothing needs to be asked.
    private func access(
        of draft: Draft, _ room: RoomEnd?, isPublished: Bool, _ db: Database
    ) throws -> (access: RoomAccess, refusal: WireError?)? {
        guard draft.asksRoom(room?.record) else { return nil }
        let id = room?.id ?? -1
        let standing = try RoomRecords.standing(of: draft.author.user, in: id, db)
        let access = try draft.access(exists: room.map { $0.head > 0 } ?? false, room?.record, standing) {
            try Choices.isBlocked(draft.author.user, by: $0, db)
        }
        var target = Standing()
        if case .membership(let change) = draft.mutation {
            target = try RoomRecords.standing(of: change.member, in: id, db)
        }
        // A published message has waited: slow mode does not delay it again.
        let last = isPublished ? nil : lastMessages[PlaceKey(room: id, user: draft.author.user)]
        let refusal = try draft.refusal(by: access, toward: target, room?.record, after: last) { counted in
            switch counted {
            case .groups(let user): try RoomRecords.groups(of: user, db)
            case .invitations(let user): try RoomRecords.invitations(of: user, db)
            case .choices(let room): try Choices.count(of: draft.author.user, besides: room, db)
            case .blocks(let person): try Choices.count(of: draft.author.user, besides: person, db)
            }
        }
        return (access, refusal)
    }

    private func apply(_ change: ReportChange, _ db: Database) throws -> ReportOutcome {
        let (end, access) = try access(to: change.room, of: change.author, change.role, db)
        let key = end.flatMap { end in change.seq <= end.head ? EventKey(room: end.id, seq: change.seq) : nil }
        let target = try change.target(access) { try key.flatMap { try LogReader.subject($0, room: change.room, db) } }
        switch (target, key) {
        case (.success(let event), let key?): return try ReportTable.apply(change, to: event, key, db)
        case (.failure(let error), _): return .refused(error)
        case (.success, nil): return .unchanged
        }
    }

    private mutating func noteTime(ofMessageBy user: UserID, at time: Int64, _ room: RoomEnd) {
        guard room.record?.settings.slowMode ?? 0 > 0 else { return }
        if lastMessages.count >= Limits.appenderDevices { lastMessages.removeAll(keepingCapacity: true) }
        lastMessages[PlaceKey(room: room.id, user: user)] = time
    }

    /// The target message of a draft. It does not create a room.
    private mutating func subject(_ target: UInt64, of draft: Draft, _ db: Database) throws -> TargetMessage? {
        guard let room = try rooms[draft.room]?.id ?? LogReader.room(draft.room, db),
            let key = EventKey(room: room, seq: target)
        else { return nil }
        if let known = subjects[key] { return known }
        // A reply does not depend on the state of its original.
        if draft.mutation.target == nil {
            return try LogReader.event(key, room: draft.room, db).flatMap { TargetMessage($0) }
        }
        let subject = try LogReader.subject(key, room: draft.room, db)
        if subjects.count >= Limits.appenderTargets { subjects.removeAll(keepingCapacity: true) }
        subjects[key] = subject
        return subject
    }

    /// Updates the cached target message.
    private mutating func note(_ event: Event, _ id: Int64) {
        guard let target = event.content.target, let key = EventKey(room: id, seq: target) else { return }
        subjects[key]?.fold(event)
    }

    /// The message that a deletion erases; `nil` if the event is not a deletion.
    private func wiping(by event: Event, room: RoomName, _ id: Int64, _ db: Database) throws -> Wiping? {
        guard case .deletion(let target, _) = event.content, let key = EventKey(room: id, seq: target) else {
            return nil
        }
        return try Wiping(key, room: room, db)
    }

    /// The end of a room's log; `nil` for a room without events.
    private static func end(of room: RoomName, _ db: Database) throws -> RoomEnd? {
        guard let entry = try RoomTable.find(room, db) else { return nil }
        let head = try LogReader.head(ofRoom: entry.id, db)
        let at = try LogReader.time(of: head, inRoom: entry.id, db)
        return RoomEnd(
            id: entry.id, generation: entry.generation, head: head, at: at, record: try RoomRecords.read(entry.id, db))
    }

    /// Why a room can't be created; `nil` if it can. The lobby can always be created, because two
    /// protocols need it.
    private static func refusal(ofRoom room: RoomName, _ db: Database) throws -> WireError? {
        guard room != .lobby, try RoomTable.isFull(for: room, db) else { return nil }
        return WireError(.roomsFull, "This server can have no more rooms. Use an existing one.")
    }

    /// Creates a room's row for its first event.
    private static func make(_ room: RoomName, _ db: Database) throws -> RoomEnd {
        let entry = try RoomTable.make(room, db)
        return RoomEnd(id: entry.id, generation: entry.generation, head: 0, at: .min)
    }

    /// The device's row. It is created with the device's first message.
    private static func end(of key: DeviceKey, _ db: Database) throws -> DeviceEnd {
        let find = try RawStatement(
            """
            SELECT id, floor, EXISTS (SELECT 1 FROM held WHERE held.device = device.id)
            FROM device WHERE user = ? AND device = ?
            """, in: db)
        find.bind(key.user, at: 1)
        find.bind(key.device, at: 2)
        if try find.step() {
            let (id, floor) = (find.integer(0), UInt64(clamping: find.integer(1)))
            let hasHeld = find.integer(2) != 0
            var last = try IntentIndex.last(of: id, db)
            last.highest = max(last.highest, floor)
            return DeviceEnd(id: id, last: last, floor: floor, hasHeld: hasHeld)
        }
        let insert = try RawStatement("INSERT INTO device (user, device) VALUES (?, ?)", in: db)
        insert.bind(key.user, at: 1)
        insert.bind(key.device, at: 2)
        try insert.run()
        return DeviceEnd(
            id: db.lastInsertedRowID, last: IntentIndex.Place(highest: 0, block: nil), floor: 0, hasHeld: false)
    }
}

/// A part of a batch, by its position.
enum BatchItem: Hashable {
    case nothing
    case file(Int)
    case draft(Int)
    case mark(Int)
    case report(Int)
    case decision(Int)
    case removal
}
