import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Maps the event numbers of an exported room to those in this log's room of the same name.
struct ImportedRoom {
    /// From `first` on, the source's numbers plus `shift` are this log's.
    private struct Run {
        var first: Seq
        var shift: Int
    }

    let name: RoomName
    /// The id of the source's first event. It identifies that log, wherever it was copied.
    let source: EventID
    /// `nil` until the room has an event.
    private(set) var id: Int64?
    private(set) var head: Seq
    private var runs: [Run] = []
    /// The source's last number so far.
    private(set) var last: Seq = 0

    /// - Parameter first: The id of the source's first event.
    init(_ name: RoomName, first: EventID, _ db: Database) throws {
        self.name = name
        source = first
        id = try EventReader.room(name, db)
        head = try id.map { try EventReader.head(ofRoom: $0, db) } ?? 0
        guard let id else { return }
        let find = try RawStatement(
            "SELECT first, shift FROM imported WHERE room = ? AND source = ? ORDER BY first", in: db)
        find.bind(id, at: 1)
        find.bind(first, at: 2)
        while try find.step() {
            runs.append(Run(first: find.seq(0), shift: Int(find.integer(1))))
        }
        // The source is this very log: its own export, or that of a copy.
        if runs.isEmpty, let key = EventKey(room: id, seq: 1), try EventReader.event(key, room: name, db)?.id == first {
            runs = [Run(first: 1, shift: 0)]
        }
    }

    /// The number in this log of the source's event `number`; `nil` if it can't be here.
    func position(of number: Seq) -> Seq? {
        guard let run = runs.last(where: { $0.first <= number }) else { return nil }
        let position = number + run.shift
        return position > 0 && position <= head ? position : nil
    }

    /// Whether the event is already here.
    func has(_ event: Event, _ db: Database) throws -> Bool {
        guard let id, let position = position(of: event.seq), let key = EventKey(room: id, seq: position) else {
            return false
        }
        return try EventReader.event(key, room: name, db)?.id == event.id
    }

    mutating func passed(_ event: Event) { last = event.seq }

    /// Assigns the key after the room's last event.
    mutating func place(_ event: Event, _ db: Database) throws -> EventKey {
        let room = try id ?? makeRoom(db)
        id = room
        guard let key = EventKey(room: room, seq: head + 1) else { throw Damage("room \(name.text) is full") }
        let shift = key.seq - event.seq
        if runs.last?.shift != shift {
            let insert = try RawStatement(
                "INSERT INTO imported (room, source, first, shift) VALUES (?, ?, ?, ?)", in: db)
            insert.bind(room, at: 1)
            insert.bind(source, at: 2)
            insert.bind(seq: event.seq, at: 3)
            insert.bind(Int64(shift), at: 4)
            try insert.run()
            runs.append(Run(first: event.seq, shift: shift))
        }
        head += 1
        return key
    }

    /// Stores a read mark of the source, unless the user has read further here.
    func keep(_ mark: ReadMark, _ db: Database) throws {
        guard let id, let seq = position(of: mark.point.seq) else { return }
        try MarkTable.keep(mark.user, ReadPoint(seq, at: mark.point.at), in: id, db)
    }

    private func makeRoom(_ db: Database) throws -> Int64 {
        guard try RoomTable.left(for: name, isGuest: false, db) != 0 else {
            throw StoreError.unusable("This log has \(Limits.rooms) rooms, which is the maximum.")
        }
        return try RoomTable.make(name, db).id
    }
}
