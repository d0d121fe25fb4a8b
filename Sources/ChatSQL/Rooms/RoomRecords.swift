import ChatRooms
import ChatWire

/// The tables `room_record` and `place`: what follows from a room's `settings`, `membership`,
/// `pin` and `link` events, kept in the transactions that append these.
package enum RoomRecords {
    package static func read(_ room: Int64, _ db: any SQLDatabase) throws -> RoomRecord? {
        let find = try RawStatement("SELECT \(columns) FROM room_record WHERE room = ?", in: db)
        find.bind(room, at: 1)
        return try find.step() ? read(find, from: 0) : nil
    }

    static let columns = "room_record.room, settings, people, owners, pins, links"

    /// - Parameter first: the column of `room`, which those of ``columns`` follow
    static func read(_ select: borrowing RawStatement, from first: Int32) throws -> RoomRecord {
        guard let json = select.text(first + 1), let settings = try? SettingsChange(column: json),
            let pins = select.text(first + 4), let links = readLinks(select.text(first + 5))
        else { throw Damage("the settings of room number \(select.integer(first)) are damaged") }
        var record = RoomRecord()
        record.settings.apply(settings)
        record.people = UInt64(clamping: select.integer(first + 2))
        record.owners = UInt64(clamping: select.integer(first + 3))
        record.pins = readPins(pins)
        record.links = links
        return record
    }

    /// A room's record and a user's place there, in one statement.
    package static func read(
        _ name: RoomName, for user: UserID, _ db: any SQLDatabase
    ) throws -> (record: RoomRecord?, standing: Standing) {
        let find = try RawStatement(
            """
            SELECT place.user, membership, role, since, banned, muted, \(columns) FROM (SELECT \(idOrNone) AS id) AS named
            LEFT JOIN place ON place.room = named.id AND place.user = ?2
            LEFT JOIN room_record ON room_record.room = named.id
            """, in: db)
        try find.bind(name.text, at: 1)
        find.bind(user, at: 2)
        guard try find.step() else { return (nil, Standing()) }
        return (
            find.isNull(6) ? nil : try read(find, from: 6), find.isNull(0) ? Standing() : readStanding(find, from: 1)
        )
    }

    /// `nil` for a room without settings, and if they can't be read.
    package static func settings(of room: Int64, _ db: any SQLDatabase) throws -> RoomSettings? {
        let find = try RawStatement("SELECT settings FROM room_record WHERE room = ?", in: db)
        find.bind(room, at: 1)
        return try find.step() ? settings(json: find.text(0)) : nil
    }

    package static func settings(json: String?) -> RoomSettings? {
        guard let change = json.flatMap({ try? SettingsChange(column: $0) }) else { return nil }
        var settings = RoomSettings()
        settings.apply(change)
        return settings
    }

    /// Reads the column `links`, in which an empty text is an empty list. `nil` if it is damaged.
    private static func readLinks(_ json: String?) -> InviteLinks? {
        guard let json else { return nil }
        return json.isEmpty ? InviteLinks() : (try? InviteLink.links(json: Array(json.utf8))).map { InviteLinks($0) }
    }

    private static func readPins(_ text: String) -> [Seq] {
        text.split(separator: ",").compactMap { UInt64($0).map { Seq($0) } }
    }

    private static func text(_ pins: [Seq]) -> String { pins.map(\.description).joined(separator: ",") }

    package static func write(_ record: RoomRecord, _ room: Int64, _ db: any SQLDatabase) throws {
        let upsert = try RawStatement(
            """
            INSERT INTO room_record (room, settings, people, owners, pins, links) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (room) DO UPDATE SET settings = ?2, people = ?3, owners = ?4, pins = ?5, links = ?6
            """, in: db)
        upsert.bind(room, at: 1)
        try upsert.bind(record.settings.asChange.column, at: 2)
        upsert.bind(Int64(clamping: record.people), at: 3)
        upsert.bind(Int64(clamping: record.owners), at: 4)
        try upsert.bind(text(record.pins), at: 5)
        let links = record.links.all
        try upsert.bind(links.isEmpty ? "" : String(decoding: InviteLink.json(links), as: UTF8.self), at: 6)
        try upsert.run()
    }

    package static func standing(of user: UserID, in room: Int64, _ db: any SQLDatabase) throws -> Standing {
        let find = try RawStatement(
            "SELECT membership, role, since, banned, muted FROM place WHERE room = ? AND user = ?", in: db)
        find.bind(room, at: 1)
        find.bind(user, at: 2)
        return try find.step() ? readStanding(find, from: 0) : Standing()
    }

    /// The id of the room whose name is the first parameter; -1 if there is none. Then a place is
    /// looked up all the same, so that nobody learns from the time whether the room exists.
    private static let idOrNone = "coalesce((SELECT id FROM room WHERE name = ?1), -1)"

    /// A user's place in the room of this name, in one statement.
    package static func standing(of user: UserID, in room: RoomName, _ db: any SQLDatabase) throws -> Standing {
        let find = try RawStatement(
            """
            SELECT membership, role, since, banned, muted FROM place WHERE room = \(idOrNone) AND user = ?2
            """, in: db)
        try find.bind(room.text, at: 1)
        find.bind(user, at: 2)
        return try find.step() ? readStanding(find, from: 0) : Standing()
    }

    /// `membership` of the two people of a direct room. In groups it is a ``Standing/Membership``.
    private static let ofDirectRoom: Int64 = 4

    /// - Parameter first: the column of `membership`, which `role`, `since`, `banned` and `muted`
    ///   follow
    package static func readStanding(_ select: borrowing RawStatement, from first: Int32) -> Standing {
        let membership = select.integer(first)
        var standing = Standing(
            membership: membership == ofDirectRoom
                ? .member : UInt8(exactly: membership).flatMap(Standing.Membership.init) ?? .outsider,
            role: UInt8(exactly: select.integer(first + 1)).flatMap(RoomRole.init) ?? .member,
            since: select.seq(first + 2))
        if !select.isNull(first + 3) { standing.bannedUntil = select.integer(first + 3) }
        if !select.isNull(first + 4) { standing.mutedUntil = select.integer(first + 4) }
        return standing
    }

    /// - Parameter name: what the person is called; `nil` keeps the name that is known
    private static func keep(
        _ standing: Standing, of user: UserID, called name: String?, in room: Int64, _ db: any SQLDatabase
    ) throws {
        let upsert = try RawStatement(
            """
            INSERT INTO place (room, user, name, membership, role, since, banned, muted)
            VALUES (?1, ?2, coalesce(?3, ''), ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (room, user) DO UPDATE SET name = coalesce(?3, place.name), membership = ?4, role = ?5, since = ?6,
            banned = ?7, muted = ?8
            """, in: db)
        upsert.bind(room, at: 1)
        upsert.bind(user, at: 2)
        try upsert.bind(name, at: 3)
        upsert.bind(Int64(standing.membership.rawValue), at: 4)
        upsert.bind(Int64(standing.role.rawValue), at: 5)
        upsert.bind(seq: standing.since, at: 6)
        upsert.bind(standing.bannedUntil, at: 7)
        upsert.bind(standing.mutedUntil, at: 8)
        try upsert.run()
    }

    /// Keeps what follows from an event that is appended to a room.
    ///
    /// - Returns: the room's record after it
    package static func fold(
        _ event: Event, of name: RoomName, _ room: Int64, _ known: RoomRecord?, _ places: inout Places,
        _ ownFolds: inout OwnFolds, _ db: any SQLDatabase
    ) throws -> RoomRecord? {
        switch name.kind {
        case .direct(let one, let other):
            try meet(event, one, other, room, db)
            places.forgetOutsiders([one, other], in: room)
        case .own(let user): try ownFolds.fold(event, of: user, db)
        case .open, .group: break
        }
        guard event.content.makesRecord || known != nil && event.content.isDeletion else { return known }
        var record = known ?? RoomRecord()
        if let changed = try record.fold(event, of: name, standing: { try places.standing(of: $0, in: room, db) }) {
            try keep(changed.standing, of: changed.user, called: event.name(of: changed.user), in: room, db)
            places.changed(changed.standing, of: changed.user, in: room)
        }
        if record != known { try write(record, room, db) }
        return record
    }

    /// A direct room is on the lists of both from its first event on. Each has the name under which
    /// they last wrote there.
    private static func meet(
        _ event: Event, _ one: UserID, _ other: UserID, _ room: Int64, _ db: any SQLDatabase
    ) throws {
        guard event.seq == 1 || event.author.user == one || event.author.user == other else { return }
        let insert = try RawStatement(
            """
            INSERT INTO place (room, user, name, membership, role, since) VALUES (?1, ?2, ?3, \(ofDirectRoom), 0, 1)
            ON CONFLICT (room, user) DO UPDATE SET name = ?3 WHERE ?3 <> '' AND place.name <> ?3
            """, in: db)
        for user in event.seq == 1 ? [one, other] : [event.author.user] {
            insert.bind(room, at: 1)
            insert.bind(user, at: 2)
            try insert.bind(event.author.user == user ? event.author.name : "", at: 3)
            try insert.run()
        }
    }

    /// Forgets what is kept of a room that is removed.
    package static func remove(_ room: Int64, _ db: any SQLDatabase) throws {
        for table in ["room_record", "place"] {
            try db.run("DELETE FROM \(table) WHERE room = ?", room)
        }
    }

    /// Takes the pin off a message that is erased without the event of a deletion.
    static func unpin(_ message: EventKey, _ db: any SQLDatabase) throws {
        let find = try RawStatement("SELECT pins FROM room_record WHERE room = ? AND pins <> ''", in: db)
        find.bind(message.room, at: 1)
        guard try find.step() else { return }
        var pins = readPins(find.text(0) ?? "")
        find.reset()
        guard pins.contains(message.seq) else { return }
        pins.removeAll { $0 == message.seq }
        let update = try RawStatement("UPDATE room_record SET pins = ?2 WHERE room = ?1", in: db)
        update.bind(message.room, at: 1)
        try update.bind(text(pins), at: 2)
        try update.run()
    }

    /// A room's record; `nil` also if it is damaged. For what goes through many rooms: one that is
    /// damaged does not stop it.
    package static func readable(_ room: Int64, _ db: any SQLDatabase) throws -> RoomRecord? {
        do { return try read(room, db) } catch is Damage { return nil }
    }

    /// Forgets the invite links that a person has made in a room.
    package static func forgetLinks(of user: UserID, in room: Int64, _ db: any SQLDatabase) throws {
        guard var record = try readable(room, db), record.links.all.contains(where: { $0.maker == user }) else {
            return
        }
        record.links.forget(of: user)
        try write(record, room, db)
    }

    /// Forgets a room's picture, if it is this one.
    package static func forget(_ avatar: Attachment, in room: Int64, _ db: any SQLDatabase) throws {
        guard var record = try readable(room, db), record.settings.avatar?.id == avatar.id else { return }
        record.settings.avatar = nil
        try write(record, room, db)
    }

    /// Forgets what a person is called. Bans and roles stay: they are others' decisions.
    package static func forgetName(of user: UserID, _ db: any SQLDatabase) throws {
        let update = try RawStatement("UPDATE place SET name = '' WHERE user = ?", in: db)
        update.bind(user, at: 1)
        try update.run()
    }
}
