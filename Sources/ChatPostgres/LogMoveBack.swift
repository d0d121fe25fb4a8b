import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// Moves a log and its accounts out of a PostgreSQL database. Clients notice nothing.
///
/// The database keeps everything, and notes that the log was moved. Until that note, the database
/// has the log, whatever was copied, and an interrupted move begins anew. From the note on, the
/// copy has the log, and no server starts on the database.
package struct LogMoveBack {
    /// What a move has done.
    package struct Summary: Hashable {
        /// Events of all rooms.
        package var events: UInt64
        /// Records of files. Their bytes are not in the database.
        package var files: UInt64
        /// The number of the copy that has the log now.
        package var copy: Int64
        /// Whether an earlier move had copied everything.
        package var wasThere: Bool
        /// Whether the log was not the one that this machine served last. Then it got a new epoch.
        package var continuityLost: Bool
    }

    private let writer: PostgresConnection
    private let damaged = DamagedRows()

    /// Connects, and keeps servers away from the database as long as this value is there. Blocks.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` as ``PostgresStore`` does, and for a database without
    ///   a log
    package init(from address: String) throws(StoreError) {
        writer = try PostgresStore.writer(at: PostgresAddress(address), .withLog)
    }

    /// What an earlier move has done; `nil` while the log is here.
    package func moved() throws(StoreError) -> Summary? {
        do {
            guard let copy = try MetaTable.read(.moved, writer) else { return nil }
            return try readingAll {
                try summary(EventReader.countEvents(writer, damaged: damaged), copy: copy, wasThere: true)
            }
        } catch {
            throw StoreError(postgres: error, .reading)
        }
    }

    /// Copies the log, and notes that it was moved. Blocks.
    ///
    /// It begins as a server does, so that a log that went back gets a new epoch here, too, and
    /// former servers can't change accounts any more.
    ///
    /// - Parameters:
    ///   - path: Beside it lies the watermark of the log in PostgreSQL, as it does for
    ///     ``PostgresStore``.
    ///   - copy: Copies everything to where it is safe from a power cut. Returns the copy's number.
    ///   - discard: Removes a copy that is not wanted any more.
    /// - Throws: ``StoreError`` with what to do. The database still has the log, except where the
    ///   sentence says that the outcome of the commit is not known.
    package func run(
        watermark path: String, copy: (DepartingLog) throws -> Int64, discard: () -> Void
    ) throws(StoreError) -> Summary {
        let isNew = !FileManager.default.fileExists(atPath: path + ".watermark")
        if !isNew { try requireFolder(ofWatermark: path) }
        do {
            let opened = try PostgresStore.beginTerm(writer, watermark: path, damaged: damaged)
            var made = try readingAll {
                let log = DepartingLog(
                    PostgresCursors(writer), epoch: opened.watermark.epoch, events: opened.watermark.events,
                    tokenKey: try SecretTable.read(.tokenKey, writer),
                    lastId: { [writer] table in
                        do { return try IdentitySequence(of: table, writer)?.last(writer) } catch {
                            throw StoreError(postgres: error, .reading)
                        }
                    })
                return try summary(opened.watermark.events, copy: copy(log), wasThere: false)
            }
            made.continuityLost = opened.loss != nil
            try note(made.copy)
            return made
        } catch let error as PostgresError where error.mayHaveCommitted {
            throw .unusable("PostgreSQL did not say whether the commit happened (\(error)): run the command again.")
        } catch {
            discard()
            // Left in a folder that had no watermark, it would say that the folder's log is in
            // PostgreSQL.
            if isNew { unlink(path + ".watermark") }
            throw StoreError(postgres: error, .committing)
        }
    }

    /// Makes sure that the folder's watermark names this log. Files of another log must not be in
    /// the folder: a server removes files that its log does not know.
    private func requireFolder(ofWatermark path: String) throws(StoreError) {
        do {
            guard let known = try WatermarkFile(beside: path).read() else { return }
            let isHere = try DatabasePlace(writer).isPlace(of: known.database)
            // A database that was dumped and loaded elsewhere has the epoch, and another place.
            guard try isHere || known.epoch == MetaTable.epoch(writer) else {
                throw StoreError.unusable(
                    "The log of this folder is in another PostgreSQL database. Pass the folder of this log. If this is the right one, move postgres.watermark out of it."
                )
            }
        } catch {
            throw StoreError(postgres: error, .reading)
        }
    }

    /// Reads in one snapshot. Counting a large table takes long.
    private func readingAll<Value>(_ body: () throws -> Value) throws -> Value {
        try writer.inTransaction(.reading) {
            try writer.execute("SET LOCAL statement_timeout = 0")
            return try body()
        }
    }

    private func summary(_ events: UInt64, copy: Int64, wasThere: Bool) throws -> Summary {
        let files = UInt64(clamping: try writer.integer("SELECT count(*) FROM file") ?? 0)
        return Summary(events: events, files: files, copy: copy, wasThere: wasThere, continuityLost: false)
    }

    /// Notes that the copy has the log. The log that stays here gets another epoch, so that clients
    /// notice it if somebody serves it all the same.
    private func note(_ copy: Int64) throws {
        try writer.inTransaction(.writing) {
            try MetaTable.write(.moved, copy, writer)
            try MetaTable.setEpoch(.random(), writer)
        }
    }
}
