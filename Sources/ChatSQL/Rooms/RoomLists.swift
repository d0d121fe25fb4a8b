import ChatRooms
import ChatWire

/// Reads what users are told of rooms and of the people in them. Each function runs within one
/// snapshot.
package enum RoomLists {
    package static func info(of name: RoomName, for user: UserID, _ db: any SQLDatabase) throws -> RoomInfo? {
        let (record, standing) = try RoomRecords.read(name, for: user, db)
        return record?.info(standing) ?? (standing.isNotable ? RoomInfo(standing: standing) : nil)
    }

    /// The groups that a user is in, is invited to, or has asked to enter, in one statement.
    package static func groups(
        of user: UserID, _ db: any SQLDatabase
    ) throws -> [(room: RoomName, info: RoomInfo)] {
        let find = try RawStatement(
            """
            SELECT room.name, membership, role, since, banned, muted, \(RoomRecords.columns) FROM place
            JOIN room ON room.id = place.room JOIN room_record ON room_record.room = room.id
            WHERE place.user = ? AND membership BETWEEN ? AND ? AND \(RoomTable.isNamed) ORDER BY room.name
            """, in: db)
        find.bind(user, at: 1)
        find.bind(Int64(Standing.Membership.invited.rawValue), at: 2)
        find.bind(Int64(Standing.Membership.member.rawValue), at: 3)
        var groups: [(room: RoomName, info: RoomInfo)] = []
        while try find.step() {
            guard let name = find.text(0).flatMap({ RoomName($0) }) else { continue }
            let standing = RoomRecords.readStanding(find, from: 1)
            do {
                groups.append((name, try RoomRecords.read(find, from: 6).info(standing)))
            } catch is Damage {
                groups.append((name, RoomInfo(standing: standing)))
            }
        }
        return groups
    }

    static func rooms(
        of user: UserID, after room: RoomName?, limit: Int, epoch: Epoch, _ gaps: MessageGaps,
        _ db: any SQLDatabase
    ) throws -> (rooms: [RoomEntry], next: RoomName?) {
        let limit = max(1, limit)
        var (entries, last): ([RoomEntry], String) = ([], room?.text ?? "")
        var (scanned, lasts) = (0, LastMessages(gaps))
        while true {
            // One more tells whether there are more. Some may be names of rooms that do not exist.
            let page = try places(of: user, after: last, most: limit + 1, db)
            for (text, place) in page.rows {
                last = text
                guard let place, let room = try RoomTable.find(place.name, db) else { continue }
                if entries.count == limit { return (entries, entries.last?.room) }
                entries.append(try entry(place.name, room, for: user, epoch, &scanned, &lasts, db))
            }
            if page.isLast { return (entries, nil) }
        }
    }

    /// The rooms that stand first on a user's list. Of more rooms than a client lists, the first by
    /// name are looked at.
    static func recent(
        of user: UserID, _ role: ServerRole, limit: Int, at time: Int64, epoch: Epoch, _ gaps: MessageGaps,
        _ db: any SQLDatabase
    ) throws -> (rooms: [RoomEntry], areAll: Bool) {
        let limit = max(1, limit)
        let page = try places(of: user, after: "", most: Limits.roomsListed, db)
        let ranks = try ranks(of: page.rows.compactMap(\.place), for: user, role, at: time, db).sorted()
        var rooms: [RoomEntry] = []
        var (scanned, lasts) = (0, LastMessages(gaps))
        for rank in ranks {
            if rooms.count == limit { return (rooms, false) }
            guard let room = try RoomTable.find(rank.room, db) else { continue }
            rooms.append(try entry(rank.room, room, for: user, epoch, &scanned, &lasts, db))
        }
        return (rooms, page.isLast)
    }

    /// Where the rooms stand on the list. Rooms that do not exist are left out.
    private static func ranks(
        of places: [ListedPlace], for user: UserID, _ role: ServerRole, at time: Int64, _ db: any SQLDatabase
    ) throws -> [RoomRank] {
        let places = Dictionary(places.map { ($0.name.text, $0) }) { first, _ in first }
        return try Rows.groups(of: Array(places.keys)).flatMap { names in
            let find = try RawStatement(
                """
                SELECT room.name, (
                    SELECT at FROM event
                    WHERE id > room.id << \(EventKey.seqBits) AND id < (room.id + 1) << \(EventKey.seqBits)
                    ORDER BY id DESC LIMIT 1
                ), place.banned FROM room LEFT JOIN place ON place.room = room.id AND place.user = ?
                WHERE room.name IN (\(Rows.parameters(names.count)))
                """, in: db)
            find.bind(user, at: 1)
            for (index, name) in names.enumerated() { try find.bind(name, at: Int32(index + 2)) }
            var ranks: [RoomRank] = []
            while try find.step() {
                guard let place = find.text(0).flatMap({ places[$0] }) else { continue }
                var standing = Standing(membership: place.membership)
                if !find.isNull(2) { standing.bannedUntil = find.integer(2) }
                ranks.append(
                    RoomRank(
                        RoomAccess(place.name, user, role, standing: standing), isPinned: place.isPinned,
                        newest: find.isNull(1) ? nil : find.integer(1), at: time))
            }
            return ranks
        }
    }

    /// A room that may be on a user's list, if it exists.
    private struct ListedPlace {
        var name: RoomName
        var membership: Standing.Membership
        var isPinned: Bool
    }

    /// The rooms that may be on a user's list, behind `name`. No room has been looked up yet, so
    /// the time does not tell a stranger whether a room exists.
    ///
    /// - Returns: by name, at most `most`, without a place where the room is not on the list; and
    ///   whether there are no others
    private static func places(
        of user: UserID, after name: String, most: Int, _ db: any SQLDatabase
    ) throws -> (rows: [(text: String, place: ListedPlace?)], isLast: Bool) {
        let find = try RawStatement(
            """
            SELECT name, max(place), (SELECT change FROM choice WHERE choice.user = ?1 AND choice.room = named.name)
            FROM (
                SELECT room.name AS name, membership AS place FROM place JOIN room ON room.id = place.room
                WHERE place.user = ?1 AND membership > 0 AND \(RoomTable.isNamed)
                UNION ALL
                SELECT room, 0 FROM choice WHERE user = ?1
                UNION ALL
                SELECT room, 0 FROM draft WHERE user = ?1
            ) AS named WHERE name > ?2 GROUP BY name ORDER BY name LIMIT ?3
            """, in: db)
        find.bind(user, at: 1)
        try find.bind(name, at: 2)
        find.bind(Int64(most), at: 3)
        var rows: [(text: String, place: ListedPlace?)] = []
        while try find.step() {
            guard let text = find.text(0) else { continue }
            let membership = find.integer(1)
            guard let name = RoomName(text), membership > 0 || name.isListed(byChoiceOf: user) else {
                rows.append((text, nil))
                continue
            }
            let choice = find.text(2).map { Choices.choice(json: $0) }
            let place = ListedPlace(
                name: name, membership: UInt8(exactly: membership).flatMap(Standing.Membership.init) ?? .outsider,
                isPinned: choice?.isPinned ?? false)
            rows.append((text, place))
        }
        return (rows, rows.count < most)
    }

    /// - Parameter scanned: the events that were looked at to count what is unread
    private static func entry(
        _ name: RoomName, _ room: RoomTable.Entry, for user: UserID, _ epoch: Epoch, _ scanned: inout Int,
        _ lasts: inout LastMessages, _ db: any SQLDatabase
    ) throws -> RoomEntry {
        let id = room.id
        let standing = try RoomRecords.standing(of: user, in: id, db)
        let info = try RoomRecords.readable(id, db)?.info(standing) ?? RoomInfo(standing: standing)
        let head = try EventReader.head(ofRoom: id, db)
        var entry = RoomEntry(
            room: name, info: info, epoch: epoch.ofRooms(room.generation), head: head,
            read: try MarkTable.read(user, in: name, db)?.seq)
        if let other = name.other(than: user) {
            entry.with = Author(user: other, name: try self.name(of: other, in: id, db))
        }
        entry.choice = try Choices.read(of: user, name, db)
        entry.draft = try KeptDrafts.read(of: user, name, db)
        if standing.membership == .invited, let key = EventKey(room: id, seq: standing.since) {
            // The list is read, even if the invitation's event is damaged or was removed.
            entry.inviter = (try? EventReader.event(key, room: name, db))?.author
        }
        guard standing.membership == .member || name.kind == .open else { return entry.fromOutside }
        let first = RoomAccess(name, user, .user, exists: true, info).firstReadable
        (entry.unread, entry.isExact) = try unread(
            id, after: max(first - 1, entry.read ?? 0), head: head, for: user, &scanned, db)
        entry.last = try lasts.find(
            in: MessageGaps.Log(room: id, epoch: entry.epoch), name, from: first, head: head, db)
        return entry
    }

    private static func name(of user: UserID, in room: Int64, _ db: any SQLDatabase) throws -> String {
        let find = try RawStatement("SELECT name FROM place WHERE room = ? AND user = ?", in: db)
        find.bind(room, at: 1)
        find.bind(user, at: 2)
        return try find.step() ? find.text(0) ?? "" : ""
    }

    /// Counts the messages of others behind `seq`, from the newest event on.
    ///
    /// - Parameter scanned: the events that were looked at for this page
    /// - Returns: at most ``Limits/unreadCount``; and whether all events behind `seq` were looked
    ///   at, or as many counted. If not, 1 at least: the room must not look read.
    private static func unread(
        _ room: Int64, after seq: Seq, head: Seq, for user: UserID, _ scanned: inout Int, _ db: any SQLDatabase
    ) throws -> (count: UInt64, isExact: Bool) {
        let left = Limits.unreadScanOfPage - scanned
        let start = max(seq, head - max(Limits.unreadScanLeast, min(Limits.unreadScan, left)))
        guard start < head, let lower = EventKey(room: room, seq: start), let upper = EventKey(room: room, seq: head)
        else { return (0, true) }
        let count = try RawStatement(
            """
            SELECT count(*), min(id) FROM (
                SELECT id FROM event WHERE id > ?1 AND id <= ?2 AND kind = ?3 AND user <> ?4
                ORDER BY id DESC LIMIT \(Limits.unreadCount)
            ) AS unread
            """, in: db)
        count.bind(lower.number, at: 1)
        count.bind(upper.number, at: 2)
        count.bind(ContentColumns.Kind.message.rawValue, at: 3)
        count.bind(user, at: 4)
        guard try count.step() else { return (0, true) }
        let unread = UInt64(clamping: count.integer(0))
        if unread >= Limits.unreadCount {
            scanned += Int(clamping: upper.number - count.integer(1)) + 1
            return (Limits.unreadCount, true)
        }
        scanned += head - start
        return start == seq ? (unread, true) : (max(1, unread), false)
    }

    static func people(
        of name: RoomName, after user: UserID?, limit: Int, _ db: any SQLDatabase
    ) throws -> (people: [Person], next: UserID?) {
        let limit = max(1, limit)
        guard let room = try EventReader.room(name, db) else { return ([], nil) }
        let find = try RawStatement(
            """
            SELECT user, name, membership, role, since, banned, muted FROM place
            WHERE room = ?1 AND (?2 = 1 OR user > ?3) AND (membership <> 0 OR role <> 0 OR banned IS NOT NULL OR muted IS NOT NULL)
            ORDER BY user LIMIT ?4
            """, in: db)
        find.bind(room, at: 1)
        find.bind(user == nil ? 1 : 0, at: 2)
        find.bind(user ?? .nobody, at: 3)
        find.bind(Int64(limit + 1), at: 4)
        var people: [Person] = []
        while try find.step() {
            guard let id: UserID = find.id(0), let name = find.text(1) else { continue }
            people.append(
                Person(author: Author(user: id, name: name), standing: RoomRecords.readStanding(find, from: 2)))
        }
        let page = Array(people.prefix(limit))
        return (page, people.count > limit ? page.last?.author.user : nil)
    }
}
