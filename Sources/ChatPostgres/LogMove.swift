import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// Moves a log into a PostgreSQL database: with its epoch, its rooms and their numbers, all that is
/// known of people and devices, and the accounts. To clients nothing has changed.
///
/// Everything is copied in one transaction, so after an interruption the database has the whole log
/// or nothing of it. Run again, the move begins anew or ends what was left to do.
package struct LogMove {
    /// What a move has done.
    package struct Summary: Hashable {
        /// Events of all rooms.
        package var events: UInt64
        /// Whether an earlier move, which was interrupted at its end, had copied everything.
        package var wasThere: Bool
    }

    private let source: any SQLStore
    private let tables: [String]
    private let lastIds: [String: Int64]
    private let accounts: FolderAccounts
    private let watermark: String

    /// - Parameters:
    ///   - source: The log. Nobody may append to it meanwhile.
    ///   - tables: The names of its tables, in an order in which they can be filled.
    ///   - lastIds: The highest id that a table has given, where its rows may not tell.
    ///   - accounts: What goes along with the log.
    ///   - path: Beside it the watermark of the log in PostgreSQL is written, as it is for
    ///     ``PostgresStore``.
    package init(
        _ source: any SQLStore, tables: [String], lastIds: [String: Int64], accounts: FolderAccounts,
        watermark path: String
    ) {
        self.source = source
        self.accounts = accounts
        self.tables = tables
        self.lastIds = lastIds
        watermark = path
    }

    /// Copies the log. Blocks.
    ///
    /// - Parameter progress: called with the number of rows copied so far, and their total
    /// - Throws: ``StoreError`` with what to do. Then the source is as it was.
    package func run(
        to address: String, progress: @escaping (UInt64, UInt64) -> Void
    ) throws(StoreError) -> Summary {
        let writer = try PostgresStore.writer(at: PostgresAddress(address))
        return try source.read { log in
            do {
                return try move(log, writer, progress)
            } catch let error as PostgresError {
                throw StoreError(postgres: error, .committing)
            }
        }
    }

    private func move(
        _ log: any SQLDatabase, _ writer: PostgresConnection, _ progress: @escaping (UInt64, UInt64) -> Void
    ) throws -> Summary {
        let events = try LogReader.countEvents(log, damaged: source.damaged)
        let place = try DatabasePlace(writer)
        if try MetaTable.read(.epoch, writer) != nil {
            try requireCopy(of: events, in: writer)
            try writer.inTransaction(.writing) {
                try accounts.copy(to: writer)
                try write(try mark(events, at: place, writer))
            }
            return Summary(events: events, wasThere: true)
        }
        do {
            try writer.inTransaction(.writing) {
                let tables = try tables.map { try Self.table($0, writer) }
                var copy = LogCopy(from: log, to: writer, progress: progress)
                try copy.run(tables)
                for table in tables { try continueIds(of: table, writer) }
                guard try LogReader.countEvents(writer, damaged: DamagedRows()) == events else {
                    throw StoreError.unusable("Not all messages arrived in PostgreSQL: run the command again.")
                }
                try accounts.copy(to: writer)
                let mark = try mark(events, at: place, writer)
                // From here on no server starts on the log in SQLite. Otherwise it could take
                // messages after a commit of which nobody was told.
                try write(mark)
            }
        } catch let error as PostgresError where error.mayHaveCommitted {
            throw StoreError.unusable(
                "PostgreSQL did not say whether the commit happened (\(error)): run the command again.")
        } catch {
            unlink(watermark + ".watermark")
            throw error
        }
        // For the plans of the first statements. The server would do it by itself in a minute.
        _ = try? writer.execute("ANALYZE")
        return Summary(events: events, wasThere: false)
    }

    /// The watermark of the log in PostgreSQL, as if a server had served it.
    private func mark(_ events: UInt64, at place: DatabasePlace, _ writer: PostgresConnection) throws -> Watermark {
        let (term, _) = try ServerTerm.begin(place, writer)
        return Watermark(epoch: source.epoch, database: place.identity(term), events: events)
    }

    /// Throws unless the database has what an interrupted move has copied.
    private func requireCopy(of moved: UInt64, in writer: PostgresConnection) throws {
        let (epoch, events) = (
            try MetaTable.epoch(writer), try LogReader.countEvents(writer, damaged: DamagedRows())
        )
        guard epoch == source.epoch, events == moved,
            FileManager.default.fileExists(atPath: watermark + ".watermark")
        else {
            throw StoreError.unusable(
                "The database has a log already, with \(events) messages. Move into an empty one (createdb).")
        }
    }

    private func write(_ mark: Watermark) throws {
        guard try WatermarkFile(beside: watermark).write(mark, flushed: true) else {
            throw WatermarkFile.unwritable(watermark)
        }
    }

    /// A table with its columns, as the database has them.
    private static func table(_ name: String, _ db: PostgresConnection) throws -> LogCopy.Table {
        let select = try db.prepared(
            """
            SELECT column_name::TEXT, data_type::TEXT FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position
            """)
        try select.bind(name, at: 1)
        var columns: [LogCopy.Column] = []
        while try select.step() {
            let kind: LogCopy.Column.Kind =
                switch select.text(1) {
                case "bigint": .integer
                case "bytea": .bytes
                default: .text
                }
            columns.append(LogCopy.Column(name: select.text(0) ?? "", kind: kind))
        }
        return LogCopy.Table(name: name, columns: columns)
    }

    /// Makes PostgreSQL give ids behind those that were copied, and behind all that were ever given.
    private func continueIds(of table: LogCopy.Table, _ db: PostgresConnection) throws {
        guard table.columns.contains(where: { $0.name == "id" && $0.kind == .integer }) else { return }
        let find = try db.prepared("SELECT pg_get_serial_sequence(?, 'id')")
        try find.bind(table.name, at: 1)
        guard try find.step(), let sequence = find.text(0) else { return }
        find.reset()
        let last = max(try db.integer("SELECT max(id) FROM \(table.name)") ?? 0, lastIds[table.name] ?? 0)
        guard last > 0 else { return }
        let set = try db.prepared("SELECT setval(?::TEXT::regclass, ?)")
        try set.bind(sequence, at: 1)
        set.bind(last, at: 2)
        _ = try set.step()
        set.reset()
    }
}
