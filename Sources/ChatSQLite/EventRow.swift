import ChatRooms
import ChatWire
import GRDB

/// An event as a row: which column is what, and the checksum over all of them.
enum EventRow {
    static let insert = """
        INSERT INTO event (id, event, at, user, name, device, number, kind, checksum, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Followed by a condition on `event`.
    static let select = """
        SELECT event.id, event.event, at, event.user, name, device.device, number, kind, checksum, text
        FROM event LEFT JOIN device ON device.id = event.device
        """

    /// The only kind there is so far.
    static let message: Int64 = 1

    /// - Parameter device: the row of the intent's device, where there is an intent.
    static func write(
        _ event: Event, text: String, key: EventKey, room: RoomName, device: Int64?, with insert: borrowing RawStatement
    ) throws {
        insert.bind(key.number, at: 1)
        insert.bind(event.id, at: 2)
        insert.bind(event.at, at: 3)
        insert.bind(event.author.user, at: 4)
        try insert.bind(event.author.name, at: 5)
        insert.bind(device, at: 6)
        insert.bind(event.intent.map { Int64(clamping: $0.number) }, at: 7)
        insert.bind(message, at: 8)
        insert.bind(checksum(event, text: text, room: room), at: 9)
        try insert.bind(text, at: 10)
        try insert.run()
    }

    /// Reads the row that `select` stands on.
    ///
    /// - Throws: ``Damage`` when it is not, bit for bit, the row that was written.
    static func read(_ select: borrowing RawStatement, room: RoomName) throws -> Event {
        let key = EventKey(number: select.integer(0))
        let damage = Damage("message \(key.seq) of room \(room.text) is damaged")
        guard let id = select.id(1), let user = select.id(3), let name = select.text(4), let text = select.text(9),
            select.integer(7) == message
        else { throw damage }
        var intent: Intent?
        if !select.isNull(6) {
            guard let device = select.id(5), let number = UInt64(exactly: select.integer(6)) else { throw damage }
            intent = Intent(device: device, number: number)
        }
        let event = Event(
            seq: key.seq, id: id, at: select.integer(2), author: Author(user: user, name: name), intent: intent,
            content: .message(Message(text: text)))
        guard select.integer(8) == checksum(event, text: text, room: room) else { throw damage }
        return event
    }

    private static func checksum(_ event: Event, text: String, room: RoomName) -> Int64 {
        var sum = Checksum()
        sum.add(room.text)
        sum.add(event.seq)
        sum.add(event.id)
        sum.add(UInt64(bitPattern: event.at))
        sum.add(event.author.user)
        sum.add(event.author.name)
        if let intent = event.intent {
            sum.add(intent.device)
            sum.add(intent.number)
        }
        sum.add(UInt64(message))
        sum.add(text)
        return sum.value
    }
}

/// What is wrong with the database, to stand in brackets or after a colon.
struct Damage: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}
