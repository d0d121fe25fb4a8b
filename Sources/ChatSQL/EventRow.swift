import ChatRooms
import ChatWire

/// An event as a row: which column is what, and the checksum over all of them.
package enum EventRow {
    package static let insert = """
        INSERT INTO event
        (id, event, at, user, name, device, number, kind, checksum, text, target, link, payload_type, payload,
        attachment)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Followed by a condition on `event`.
    package static let select = """
        SELECT event.id, event.event, at, event.user, name, device.device, number, kind, checksum, text, target, link,
        payload_type, payload, attachment
        FROM event LEFT JOIN device ON device.id = event.device
        """

    private static let rewrite = """
        UPDATE event SET kind = ?2, checksum = ?3, text = ?4, link = ?5, payload_type = NULL, payload = NULL,
        attachment = NULL, name = ?6 WHERE id = ?1
        """

    /// - Parameter device: the row of the device of the idempotency key, where there is one.
    package static func write(
        _ event: Event, key: EventKey, room: RoomName, device: Int64?, with insert: borrowing RawStatement
    ) throws {
        guard let columns = ContentColumns(event.content) else {
            throw Damage("there is no column for \(event.content)")
        }
        insert.bind(key.number, at: 1)
        insert.bind(event.id, at: 2)
        insert.bind(event.at, at: 3)
        insert.bind(event.author.user, at: 4)
        try insert.bind(event.author.name, at: 5)
        insert.bind(device, at: 6)
        insert.bind(event.idempotencyKey.map { Int64(clamping: $0.number) }, at: 7)
        insert.bind(columns.kind.rawValue, at: 8)
        insert.bind(checksum(event, columns, room: room), at: 9)
        try insert.bind(columns.text, at: 10)
        insert.bind(columns.target.flatMap { EventKey(room: key.room, seq: $0)?.number }, at: 11)
        insert.bind(seq: columns.link, at: 12)
        try insert.bind(columns.payload?.type, at: 13)
        try insert.bind(columns.payload?.data, at: 14)
        try insert.bind(columns.attachment?.json, at: 15)
        try insert.run()
    }

    /// Puts what a deletion left of an event in the place of what it said. Name, content and link
    /// may differ from those of the row.
    package static func wipe(_ event: Event, key: EventKey, room: RoomName, _ db: any SQLDatabase) throws {
        guard let columns = ContentColumns(event.content) else {
            throw Damage("there is no column for \(event.content)")
        }
        let update = try RawStatement(rewrite, in: db)
        update.bind(key.number, at: 1)
        update.bind(columns.kind.rawValue, at: 2)
        update.bind(checksum(event, columns, room: room), at: 3)
        try update.bind(columns.text, at: 4)
        update.bind(seq: columns.link, at: 5)
        try update.bind(event.author.name, at: 6)
        try update.run()
    }

    /// Removes what a damaged row says. Its checksum stays wrong, so it is still shown as damaged.
    package static func blank(_ key: EventKey, name: String, _ db: any SQLDatabase) throws {
        let update = try RawStatement(
            """
            UPDATE event SET name = ?2, text = '', payload_type = NULL, payload = NULL, attachment = NULL
            WHERE id = ?1
            """, in: db)
        update.bind(key.number, at: 1)
        try update.bind(name, at: 2)
        try update.run()
    }

    /// Puts an event without its idempotency key in the place of the one that had it.
    package static func dropIdempotencyKey(of event: Event, key: EventKey, room: RoomName, _ db: any SQLDatabase) throws
    {
        guard let columns = ContentColumns(event.content) else { return }
        let update = try RawStatement(
            "UPDATE event SET device = NULL, number = NULL, checksum = ?2 WHERE id = ?1", in: db)
        update.bind(key.number, at: 1)
        update.bind(checksum(event, columns, room: room), at: 2)
        try update.run()
    }

    /// Reads the row that `select` stands on: the event as it was said, or what a deletion left of
    /// it.
    ///
    /// - Throws: ``Damage`` when it is not, bit for bit, the row that was written.
    package static func read(_ select: borrowing RawStatement, room: RoomName) throws -> Event {
        let key = EventKey(number: select.integer(0))
        let damage = Damage("message \(key.seq) of room \(room.text) is damaged", key)
        guard let id: EventID = select.id(1), let user: UserID = select.id(3), let name = select.text(4),
            let columns = readColumns(select, of: key), let content = columns.content
        else { throw damage }
        var idempotencyKey: IdempotencyKey?
        if !select.isNull(6) {
            guard let device: DeviceID = select.id(5), let number = UInt64(exactly: select.integer(6)) else {
                throw damage
            }
            idempotencyKey = IdempotencyKey(device: device, number: number)
        }
        let event = Event(
            seq: key.seq, id: id, at: select.integer(2), author: Author(user: user, name: name),
            idempotencyKey: idempotencyKey,
            content: content)
        guard select.integer(8) == checksum(event, columns, room: room) else { throw damage }
        return event
    }

    /// What stands for the damaged row that `select` stands on: its id, author and time as far as
    /// they can be read.
    package static func damaged(_ select: borrowing RawStatement) -> Event {
        let key = EventKey(number: select.integer(0))
        let at = select.integer(2)
        return Event(
            seq: key.seq, id: select.id(1) ?? EventID(high: UInt64(bitPattern: key.room), low: key.seq.number),
            at: (0...Int64(Limits.largestInteger)).contains(at) ? at : 0,
            author: Author(user: select.id(3) ?? .nobody, name: select.text(4) ?? ""), idempotencyKey: nil,
            content: .damaged)
    }

    /// The damaged event in place of a row that is missing. It has the time of a row nearby.
    package static func missing(_ seq: Seq, ofRoom room: Int64, near: Event?) -> Event {
        Event(
            seq: seq, id: EventID(high: UInt64(bitPattern: room), low: seq.number), at: near?.at ?? 0,
            author: Author(user: .nobody, name: ""), idempotencyKey: nil, content: .damaged)
    }

    private static func readColumns(_ select: borrowing RawStatement, of key: EventKey) -> ContentColumns? {
        guard let kind = ContentColumns.Kind(rawValue: select.integer(7)), let text = select.text(9) else { return nil }
        var columns = ContentColumns(kind: kind, text: text, target: nil, link: nil, payload: nil)
        if !select.isNull(10) {
            let target = EventKey(number: select.integer(10))
            guard target.room == key.room else { return nil }
            columns.target = target.seq
        }
        if !select.isNull(11) {
            guard let link = UInt64(exactly: select.integer(11)) else { return nil }
            columns.link = Seq(link)
        }
        if !select.isNull(12) {
            guard let type = select.text(12), let data = select.text(13) else { return nil }
            columns.payload = Payload(type: type, data: data)
        }
        if !select.isNull(14) {
            guard let json = select.text(14), let attachment = try? Attachment(json: Array(json.utf8)) else {
                return nil
            }
            columns.attachment = attachment
        }
        return columns
    }

    private static func checksum(_ event: Event, _ columns: ContentColumns, room: RoomName) -> Int64 {
        var sum = Checksum()
        sum.add(room.text)
        sum.add(event.seq.number)
        sum.add(event.id)
        sum.add(UInt64(bitPattern: event.at))
        sum.add(event.author.user)
        sum.add(event.author.name)
        if let idempotencyKey = event.idempotencyKey {
            sum.add(idempotencyKey.device)
            sum.add(idempotencyKey.number)
        }
        columns.add(to: &sum)
        return sum.value
    }
}
