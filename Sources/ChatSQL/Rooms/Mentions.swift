import ChatRooms
import ChatWire

/// Counts the messages that mention a user.
///
/// The index `event_with_at` has the messages and edits with an `@`. Few have one, so a room's
/// unread messages need not be read.
enum Mentions {
    /// The condition of the index, in the words of migration v18. SQLite uses the index only for a
    /// query with the same condition, so another condition needs another migration.
    static let isIndexed = "kind IN (1, 3) AND instr(text, '@')"

    static func count(
        of reader: Author, in name: RoomName, after seq: Seq, most: Int, _ db: any SQLDatabase
    ) throws -> (count: UInt64, scanned: Int) {
        guard !reader.name.isEmpty, let room = try EventReader.room(name, db) else { return (0, 0) }
        let (keys, scanned) = try candidates(of: reader, in: room, after: seq, most: most, db)
        var count: UInt64 = 0
        for key in keys where count < Limits.unreadCount {
            // A damaged message does not count. The room's history shows that it is damaged.
            guard let event = try? EventReader.edited(key, room: name, db), event.author.user != reader.user,
                case .message(let message) = event.content
            else { continue }
            if MentionRule.mentions(reader.name, in: message.text) { count += 1 }
        }
        return (count, scanned)
    }

    /// Messages that had the name behind an `@` when they were sent, or after an edit.
    private static func candidates(
        of reader: Author, in room: Int64, after seq: Seq, most: Int, _ db: any SQLDatabase
    ) throws -> (keys: Set<EventKey>, scanned: Int) {
        guard let lower = EventKey(room: room, seq: seq) else { return ([], 0) }
        let find = try RawStatement(
            """
            SELECT coalesce(target, id), instr(lower(text), ?3), length(text) FROM event INDEXED BY event_with_at
            WHERE id > ?1 AND id < ?2 AND \(isIndexed) ORDER BY id DESC LIMIT ?4
            """, in: db)
        find.bind(lower.number, at: 1)
        find.bind((room + 1) << Int64(EventKey.seqBits), at: 2)
        // PostgreSQL's `lower` of a parameter would follow the database's locale, that of the
        // column does not.
        try find.bind("@" + reader.name.lowercasedASCII, at: 3)
        find.bind(Int64(most), at: 4)
        var keys: Set<EventKey> = []
        var scanned = 0
        var characters: Int64 = 0
        while try find.step() {
            scanned += 1
            characters += find.integer(2)
            if characters > Int64(most * Limits.mentionCharacters) { return (keys, most) }
            let key = EventKey(number: find.integer(0))
            if find.integer(1) > 0, key.number > lower.number { keys.insert(key) }
        }
        return (keys, scanned)
    }
}

extension String {
    /// What SQLite's `lower` returns, and PostgreSQL's with the collation "C".
    fileprivate var lowercasedASCII: String {
        String(
            decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
