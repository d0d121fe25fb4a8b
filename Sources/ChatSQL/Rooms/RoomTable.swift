import ChatRooms
import ChatWire

/// The table of rooms: the id under which the events of a room are, and its generation.
///
/// A room's **generation** is how often rooms had been removed when it was made. Two rooms that had
/// the same name one after the other differ in it, and so do their epochs.
///
/// A room that is being removed is **nameless** from the first commit of its removal on: its row
/// has a name that no room can have, and keeps the id from being given to another one until its
/// events are gone.
package enum RoomTable {
    package struct Entry: Hashable {
        package var id: Int64
        package var generation: UInt64
    }

    /// A condition on `room`.
    package static let isNamed = "room.name <> '~' || room.id"

    /// A column of a room's newest event, within a statement on `room`; NULL without one.
    static func ofHead(_ column: String) -> String {
        let events = 1 << Int64(EventKey.seqBits)
        return """
            (SELECT event.\(column) FROM event
            WHERE event.id BETWEEN room.id * \(events) AND room.id * \(events) + \(events - 1)
            ORDER BY event.id DESC LIMIT 1)
            """
    }

    package static func find(_ name: RoomName, _ db: any SQLDatabase) throws -> Entry? {
        let find = try RawStatement("SELECT id, generation FROM room WHERE name = ?", in: db)
        try find.bind(name.text, at: 1)
        return try find.step() ? Entry(id: find.integer(0), generation: UInt64(clamping: find.integer(1))) : nil
    }

    /// The name and the generation of the room with this id, and whether it is in slow mode; `nil`
    /// if it is nameless, or not there.
    static func entry(
        _ id: Int64, _ db: any SQLDatabase
    ) throws -> (name: RoomName, generation: UInt64, isSlow: Bool)? {
        let find = try RawStatement(
            """
            SELECT name, generation, settings FROM room LEFT JOIN room_record ON room_record.room = room.id WHERE id = ?
            """, in: db)
        find.bind(id, at: 1)
        guard try find.step(), let name = find.text(0).flatMap({ RoomName($0) }) else { return nil }
        let slowMode = RoomRecords.settings(json: find.text(2))?.slowMode ?? 0
        return (name, UInt64(clamping: find.integer(1)), slowMode > 0)
    }

    /// A room's generation; of a room that is not there, the one it would be made with.
    package static func generation(of name: RoomName, _ db: any SQLDatabase) throws -> UInt64 {
        try find(name, db)?.generation ?? nextGeneration(db)
    }

    /// Makes a room. Ids are given in order, and none is given again: another server may read the
    /// commit list late, and must not take a removed room's events for those of another room. Only
    /// after the last id, those of removed rooms are used again.
    ///
    /// - Parameter newest: of ``newest(_:)``, if the caller knows it
    package static func make(_ name: RoomName, after newest: Entry? = nil, _ db: any SQLDatabase) throws -> Entry {
        let newest = try newest ?? self.newest(db)
        let generation = newest.generation
        let id = newest.id < lastID ? newest.id + 1 : try unusedID(db)
        let insert = try RawStatement("INSERT INTO room (id, name, generation, open) VALUES (?, ?, ?, ?)", in: db)
        insert.bind(id, at: 1)
        try insert.bind(name.text, at: 2)
        insert.bind(Int64(clamping: generation), at: 3)
        insert.bind(name.kind == .open ? 1 : 0, at: 4)
        try insert.run()
        return Entry(id: id, generation: generation)
    }

    /// How many more rooms may be made, or own logs of users: these have a limit of their own, so
    /// that neither keeps the other from being made. `nil` while no limit can be reached.
    package static func left(for room: RoomName, isGuest: Bool, _ db: any SQLDatabase) throws -> Int? {
        // Counted only if a limit may be reached: deleted rooms leave gaps in the ids.
        guard mayBeFull(try highestID(db)) else { return nil }
        if case .own = room.kind {
            let limit = isGuest ? Limits.ownLogsWithGuests : Limits.ownLogs
            return max(0, limit - (try count("BETWEEN '@' AND '@z'", db)))
        }
        return max(0, Limits.rooms - (try count("NOT BETWEEN '@' AND '@z'", db)))
    }

    /// Whether a limit of rooms may be reached in a log whose highest id is this.
    static func mayBeFull(_ highest: Int64) -> Bool { highest >= Int64(min(Limits.rooms, Limits.ownLogsWithGuests)) }

    private static func count(_ names: String, _ db: any SQLDatabase) throws -> Int {
        let count = try RawStatement("SELECT count(*) FROM room WHERE name \(names)", in: db)
        return try count.step() ? Int(clamping: count.integer(0)) : 0
    }

    /// Takes the names of rooms away: from the commit of this transaction on they are not there any
    /// more.
    package static func takeNames(of rooms: [Entry], _ db: any SQLDatabase) throws {
        let generation = Int64(clamping: try nextGeneration(db)) + 1
        try MetaTable.write(.generation, generation, db)
        for room in rooms {
            let update = try RawStatement("UPDATE room SET name = '~' || id, open = 0 WHERE id = ?", in: db)
            update.bind(room.id, at: 1)
            try update.run()
        }
    }

    /// A room that is being removed, if there is any.
    package static func firstNameless(_ db: any SQLDatabase) throws -> Int64? {
        let find = try RawStatement(
            "SELECT id FROM room WHERE name >= '~' AND NOT (\(isNamed)) ORDER BY name LIMIT 1", in: db)
        return try find.step() ? find.integer(0) : nil
    }

    /// `nil` for a room that is being removed, or not there.
    package static func name(of id: Int64, _ db: any SQLDatabase) throws -> RoomName? {
        let find = try RawStatement("SELECT name FROM room WHERE id = ? AND \(isNamed)", in: db)
        find.bind(id, at: 1)
        return try find.step() ? find.text(0).flatMap { RoomName($0) } : nil
    }

    package static func isNameless(_ id: Int64, _ db: any SQLDatabase) throws -> Bool {
        let find = try RawStatement("SELECT 1 FROM room WHERE id = ? AND NOT (\(isNamed))", in: db)
        find.bind(id, at: 1)
        return try find.step()
    }

    /// The first room after `name` in the order of names.
    package static func next(_ name: RoomName?, _ db: any SQLDatabase) throws -> String? {
        let find = try RawStatement(
            "SELECT name FROM room WHERE name > ? AND \(isNamed) ORDER BY name LIMIT 1", in: db)
        try find.bind(name?.text ?? "", at: 1)
        return try find.step() ? find.text(0) ?? "" : nil
    }

    /// Takes groups, direct rooms and users' own logs out of the directory.
    package static func closeOthers(_ db: any SQLDatabase) throws {
        let find = try RawStatement(
            """
            SELECT id, name FROM room
            WHERE name BETWEEN '@' AND '@z' OR name BETWEEN 'd-' AND 'd-z' OR name BETWEEN 'g-' AND 'g-z'
            """, in: db)
        var others: [Int64] = []
        while try find.step() {
            if let name = find.text(1).flatMap({ RoomName($0) }), name.kind != .open { others.append(find.integer(0)) }
        }
        find.reset()
        let update = try RawStatement("UPDATE room SET open = 0 WHERE id = ?", in: db)
        for room in others {
            update.bind(room, at: 1)
            try update.run()
        }
    }

    private static func nextGeneration(_ db: any SQLDatabase) throws -> UInt64 {
        UInt64(clamping: try MetaTable.read(.generation, db) ?? 0)
    }

    /// No room has a higher id.
    private static let lastID: Int64 = 1 << Int64(EventKey.roomBits) - 1

    /// The highest id that a room ever had, 0 without rooms, and the generation of rooms that are
    /// made now.
    static func newest(_ db: any SQLDatabase) throws -> Entry {
        Entry(id: try highestID(db), generation: try nextGeneration(db))
    }

    private static func highestID(_ db: any SQLDatabase) throws -> Int64 {
        try db.integer(
            """
            SELECT max(id) FROM (
                SELECT max(id) AS id FROM room UNION ALL SELECT value FROM meta WHERE key = '\(MetaTable.Key.room.rawValue)'
            ) AS given
            """) ?? 0
    }

    /// Removes a room that has nothing any more. Its id is not given again.
    static func remove(_ id: Int64, _ db: any SQLDatabase) throws {
        try db.run(
            """
            INSERT INTO meta (key, value) VALUES ('\(MetaTable.Key.room.rawValue)', ?)
            ON CONFLICT (key) DO UPDATE SET value = max(meta.value, excluded.value)
            """, id)
        try db.run("DELETE FROM room WHERE id = ?", id)
    }

    /// The id of a room that was removed.
    private static func unusedID(_ db: any SQLDatabase) throws -> Int64 {
        // The statement below finds an unused id only directly after a used one.
        guard try db.integer("SELECT 1 FROM room WHERE id = 1") != nil else { return 1 }
        let gap = try RawStatement(
            """
            SELECT id + 1 FROM room AS low WHERE NOT EXISTS (SELECT 1 FROM room WHERE id = low.id + 1) ORDER BY id LIMIT 1
            """, in: db)
        guard try gap.step(), gap.integer(0) <= lastID else { throw Damage("there are more rooms than there can be") }
        return gap.integer(0)
    }
}

extension Epoch {
    /// The epoch of the rooms of a generation, in a log with this epoch.
    package func ofRooms(_ generation: UInt64) -> Epoch {
        guard generation > 0 else { return self }
        // SplitMix64.
        var mixed = number &+ generation &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed = (mixed ^ (mixed >> 31)) & Limits.largestInteger
        return Epoch(mixed) ?? self
    }
}
