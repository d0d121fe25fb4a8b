import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// Moves a log into a PostgreSQL database: with its epoch, its rooms and their numbers, all that is
/// known of people and devices, and the accounts. To clients nothing has changed.
///
/// Everything is copied in one transaction, so after an interruption the database has the whole log
/// or nothing of it. If the move is run again, it begins anew, or finishes what the interrupted one
/// had left.
package struct LogMove {
    /// What a move has done.
    package struct Summary: Hashable {
        /// Events of all rooms.
        package var events: UInt64
        /// Whether an earlier move, which was interrupted at its end, had copied everything.
        package var wasThere: Bool
    }

    private let source: any SQLStore
    private let tables: [LogCopy.Table]
    private let lastIds: [String: Int64]
    private let accounts: FolderAccounts
    private let watermark: String

    /// - Parameters:
    ///   - source: The log. Nobody may append to it meanwhile.
    ///   - tables: Its tables, in an order in which they can be filled.
    ///   - lastIds: The highest id that a table has given, where its rows may not tell.
    ///   - accounts: What goes along with the log.
    ///   - path: The path, without `.watermark`, of the file for the watermark of the log in
    ///     PostgreSQL (``PostgresStore``).
    package init(
        _ source: any SQLStore, tables: [LogCopy.Table], lastIds: [String: Int64], accounts: FolderAccounts,
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
    /// - Parameters:
    ///   - address: the database, such as postgres://USER@HOST/DATABASE. It must have no log yet.
    ///   - progress: called with the number of rows copied so far, and their total
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
        let events = try EventReader.countEvents(log, damaged: source.damaged)
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
                // A count of a large table takes long.
                try writer.execute("SET LOCAL statement_timeout = 0")
                var copy = LogCopy(from: log, to: writer, progress: progress)
                try copy.run(tables)
                for table in tables { try continueIds(of: table, writer) }
                guard try EventReader.countEvents(writer, damaged: DamagedRows()) == events else {
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
            try MetaTable.epoch(writer), try EventReader.countEvents(writer, damaged: DamagedRows())
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

    /// Makes PostgreSQL give ids behind those that were copied, and behind all that were ever
    /// given.
    private func continueIds(of table: LogCopy.Table, _ db: PostgresConnection) throws {
        guard table.columns.contains(where: { $0.name == "id" && $0.kind == .integer }),
            let sequence = try IdentitySequence(of: table.name, db)
        else { return }
        let last = max(try db.integer("SELECT max(id) FROM \(table.name)") ?? 0, lastIds[table.name] ?? 0)
        if last > 0 { try sequence.set(last, db) }
    }
}
