import FuzzSupport
import ChatWire
import Foundation
import GRDB

@testable import ChatSQL
@testable import ChatSQLite

/// Rows of the database as a damaged or foreign file may have them.
enum Rows {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        if input.byte() & 1 == 0 { ForeignRow.run(&input) } else { DamagedRow.run(&input) }
    }
}

/// A row of any values: an event that can be read from it can be written.
enum ForeignRow {
    private static let database = try? DatabaseQueue()

    static func run(_ input: inout FuzzInput) {
        let values = (0..<15).map { _ in RowValue(&input) }
        try? database?.read { db in
            let columns = (1...15).map { "?\($0)" }.joined(separator: ", ")
            let select = try RawStatement("SELECT \(columns)", in: db)
            for (index, value) in values.enumerated() { try value.bind(to: select, at: Int32(index + 1)) }
            guard try select.step() else { return }
            guard let event = try? EventRow.read(select, room: .lobby) else { return }
            require(ContentColumns(event.content) != nil, "an event that was read can be written")
        }
    }
}

/// A row that was written, and of which one column was changed: it is read as the event that was
/// written, or not at all.
enum DamagedRow {
    private static let database = try? migrated()
    private static let columns = [
        "event", "at", "user", "name", "device", "number", "kind", "checksum", "text", "target", "link",
        "payload_type", "payload", "attachment",
    ]
    private static let author = Author(user: UserID(high: 1, low: 2), name: "ann")

    static func run(_ input: inout FuzzInput) {
        let column = columns[Int(input.byte()) % columns.count]
        let value = RowValue(&input)
        let hasKey = input.byte() & 1 == 0
        guard let key = EventKey(room: 1, seq: 7), let frame = try? ClientFrame(json: input.all()),
            case .mutate(_, let number, _, let mutation) = frame.request,
            // The server refuses a change of a message that can't be there.
            mutation.target?.number ?? 0 < 1 << EventKey.seqBits
        else { return }
        let idempotencyKey = IdempotencyKey(device: DeviceID(high: 3, low: 4), number: number ?? 1)
        let event = Event(
            seq: key.seq, id: EventID(high: 5, low: 6), at: 1_795_223_116_000, author: author,
            idempotencyKey: hasKey ? idempotencyKey : nil, content: mutation.content)
        try? database?.writeWithoutTransaction { db in
            try db.inTransaction {
                try write(event, key, db)
                require((try? read(key, db)).map(text) == text(event), "a row is read as it was written")
                try change(column, to: value, key, db)
                guard let found = try? read(key, db) else { return .rollback }
                require(text(found) == text(event), "a damaged row is not read as another event")
                return .rollback
            }
        }
    }

    private static func write(_ event: Event, _ key: EventKey, _ db: Database) throws {
        let insert = try RawStatement(EventRow.insert, in: db)
        try EventRow.write(
            event, key: key, room: .lobby, device: event.idempotencyKey == nil ? nil : 1, with: insert)
    }

    private static func read(_ key: EventKey, _ db: Database) throws -> Event {
        let select = try RawStatement(EventRow.select + " WHERE event.id = ?", in: db)
        select.bind(key.number, at: 1)
        require(try select.step(), "a row that was written is there")
        return try EventRow.read(select, room: .lobby)
    }

    private static func change(_ column: String, to value: RowValue, _ key: EventKey, _ db: Database) throws {
        let update = try RawStatement("UPDATE event SET \(column) = ?1 WHERE id = ?2", in: db)
        try value.bind(to: update, at: 1)
        update.bind(key.number, at: 2)
        try update.run()
    }

    /// Compared as bytes, since Swift takes composed and decomposed characters for the same.
    private static func text(_ event: Event) -> [UInt8] {
        var writer = JSONWriter()
        guard let epoch = Epoch(1) else { return [] }
        ServerFrame.event(room: .lobby, epoch: epoch, event).write(to: &writer)
        return writer.bytes
    }

    private static func migrated() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try Schema.migrator.migrate(database)
        try database.write { db in
            try db.execute(sql: "INSERT INTO room (id, name) VALUES (1, 'lobby')")
            try db.execute(
                literal: "INSERT INTO device (id, user, device) VALUES (1, \(blob(1, 2)), \(blob(3, 4)))")
        }
        return database
    }

    private static func blob(_ high: UInt8, _ low: UInt8) -> Data {
        Data([0, 0, 0, 0, 0, 0, 0, high, 0, 0, 0, 0, 0, 0, 0, low])
    }
}

/// What stands in a column.
enum RowValue {
    case null
    case integer(Int64)
    case bytes([UInt8])
    case text(String)

    init(_ input: inout FuzzInput) {
        self =
            switch input.byte() % 6 {
            case 0: .null
            case 1: .integer(Int64(input.byte()))
            case 2: .integer(Int64(bitPattern: input.number()))
            case 3: .bytes(input.bytes(16))
            case 4: .bytes(input.bytes(Int(input.byte() % 32)))
            default: .text(String(decoding: input.bytes(Int(input.byte() % 64)), as: UTF8.self))
            }
    }

    func bind(to statement: borrowing RawStatement, at index: Int32) throws {
        switch self {
        case .null: statement.bind(nil as Int64?, at: index)
        case .integer(let integer): statement.bind(integer, at: index)
        case .bytes(let bytes): statement.bind(bytes, at: index)
        case .text(let text): try statement.bind(text, at: index)
        }
    }
}
