import ChatRooms
import ChatWire

/// Erases one person from the store, in steps:
/// 1. the person's messages, edits, reactions and other events, and what others' events say of
///    them;
/// 2. their name, choices, blocks, profile, drafts, reports and held messages, and the notes of
///    moderators about them;
/// 3. their read marks and invite links, room by room;
/// 4. their files.
///
/// Each event keeps its number and the person's id, which by itself says nothing. Messages are then
/// shown as deleted. A damaged row stays damaged, without its text and name.
public struct Erasure {
    /// The name of the person's events from then on.
    public static let name = "erased"

    package let user: UserID

    /// Read marks and files go last, so that those of events written meanwhile are removed, too.
    package func step(at place: Removal.Place?, _ places: inout [FilePlace], _ db: any SQLDatabase) throws -> Removed {
        switch place {
        case nil: try eraseEvents(after: EventKey(number: -1), db)
        case .events(let key): try eraseEvents(after: EventKey(number: key), db)
        case .marks(let room): try forgetMarks(after: room, db)
        case .files, .drafts, .remains: try forgetFiles(&places, db)
        }
    }

    private func eraseEvents(after key: EventKey, _ db: any SQLDatabase) throws -> Removed {
        let most = db.isRemote ? Limits.remoteWipeBatch : Limits.wipeBatch
        // Events of others may name the person, too: changes of the person's membership, and the
        // reasons for deleting the person's messages.
        let rows = try RawStatement(
            """
            WITH scan AS (
                SELECT id, user = ?1 OR kind = \(ContentColumns.Kind.membership.rawValue) AND instr(text, ?2)
                    OR kind = \(ContentColumns.Kind.deletion.rawValue) AND text <> ''
                        AND (SELECT said.user FROM event AS said WHERE said.id = event.target) = ?1 AS concerns
                FROM event WHERE id > ?3 ORDER BY id LIMIT \(Limits.wipeScan)
            )
            SELECT id, concerns FROM scan WHERE concerns OR id = (SELECT max(id) FROM scan) ORDER BY id LIMIT \(most)
            """, in: db)
        rows.bind(user, at: 1)
        try rows.bind(user.text, at: 2)
        rows.bind(key.number, at: 3)
        var keys: [EventKey] = []
        var last: EventKey?
        while try rows.step() {
            let key = EventKey(number: rows.integer(0))
            last = key
            if rows.integer(1) != 0 { keys.append(key) }
        }
        rows.reset()
        var removed = Removed()
        try erase(keys, &removed, db)
        removed.next = last.map { .events(after: $0.number) } ?? .marks(after: -1)
        return removed
    }

    private func erase(_ keys: [EventKey], _ removed: inout Removed, _ db: any SQLDatabase) throws {
        var names: [Int64: RoomName] = [:]
        // The events of a room that is being removed are removed with it.
        for room in Set(keys.map(\.room)).sorted() where try !RoomTable.isNameless(room, db) {
            names[room] = try EventReader.name(ofRoom: room, db)
        }
        let keys = keys.filter { names[$0.room] != nil }
        var rows = EventRows(keys, names: names)
        for key in keys {
            guard let room = names[key.room] else { continue }
            let row = Result { try rows.event(key, db) }
            try erase(key, row, room: room, &removed, db)
        }
    }

    private func erase(
        _ key: EventKey, _ row: Result<Event?, any Error>, room: RoomName, _ removed: inout Removed,
        _ db: any SQLDatabase
    ) throws {
        var event: Event
        do {
            guard let found = try row.get() else { return }
            event = found
        } catch is Damage {
            removed.events += 1
            try Wiping.forgetAbout(key, db)
            return try EventRow.blank(key, name: Erasure.name, db)
        }
        if event.author.user == user {
            removed.events += 1
            event.author.name = Erasure.name
            if case .message = event.content {
                removed.messages += 1
                try Wiping.forgetAbout(key, db)
            }
        } else if case .membership(let change) = event.content, change.member != user {
            // Its text has the id as part of a name or a reason.
            return
        }
        if case .settings(let change) = event.content, let avatar = change.avatar?.attachment {
            try RoomRecords.forget(avatar, in: key.room, db)
        }
        event.content = event.content.erased(seq: event.seq)
        try EventRow.wipe(event, key: key, room: room, db)
    }

    private func forgetMarks(after room: Int64, _ db: any SQLDatabase) throws -> Removed {
        if room < 0 {
            try RoomRecords.forgetName(of: user, db)
            try Choices.forget(user, db)
            try KeptDrafts.forget(user, db)
            try ReportTable.forget(of: user, db)
            try HeldTable.forget(of: user, db)
            try ActionTable.forgetName(of: user, db)
        }
        let rooms = try RawStatement(
            "SELECT id FROM room WHERE id > ? ORDER BY id LIMIT \(Limits.wipeScan)", in: db)
        rooms.bind(room, at: 1)
        var last: Int64?
        while try rooms.step() { last = rooms.integer(0) }
        rooms.reset()
        var removed = Removed()
        guard let end = try last.map({ try forgetLinks(after: room, upTo: $0, db) }) else {
            removed.next = .files
            return removed
        }
        let delete = try RawStatement(
            "DELETE FROM mark WHERE user = ? AND room IN (SELECT id FROM room WHERE id > ? AND id <= ?)", in: db)
        delete.bind(user, at: 1)
        delete.bind(room, at: 2)
        delete.bind(end, at: 3)
        try delete.run()
        removed.next = .marks(after: end)
        return removed
    }

    /// Forgets the person's invite links in some rooms. Only records that have the person's id are
    /// read: each is a round trip where the database is another machine.
    ///
    /// - Returns: the last room that was looked at
    private func forgetLinks(after room: Int64, upTo last: Int64, _ db: any SQLDatabase) throws -> Int64 {
        let most = db.isRemote ? Limits.remoteWipeBatch : Limits.wipeBatch
        let find = try RawStatement(
            "SELECT room FROM room_record WHERE room > ? AND room <= ? AND instr(links, ?) ORDER BY room LIMIT ?",
            in: db)
        find.bind(room, at: 1)
        find.bind(last, at: 2)
        try find.bind(user.text, at: 3)
        find.bind(Int64(most), at: 4)
        var found: [Int64] = []
        while try find.step() { found.append(find.integer(0)) }
        find.reset()
        for room in found { try RoomRecords.forgetLinks(of: user, in: room, db) }
        return found.count < most ? last : found.last ?? last
    }

    private func forgetFiles(_ places: inout [FilePlace], _ db: any SQLDatabase) throws -> Removed {
        let forgotten = try FileTable.forget(of: user, most: Limits.wipeBatch, db)
        places += forgotten
        var removed = Removed()
        removed.files = UInt64(forgotten.count)
        removed.next = forgotten.isEmpty ? nil : .files
        return removed
    }
}
