import ChatRooms
import ChatSQL
import Foundation
import GRDB

/// The database of a data folder into which a log comes from another engine.
///
/// Everything is put together in the folder `moving` within the data folder. It gets its place when
/// it is complete, and the other engine has noted that the log is here. In between, both have the
/// log. No server with its log in SQLite starts on the folder then, because there is
/// `postgres.watermark` or the folder `moving`. A server with its log in the other engine starts
/// until that engine has the note.
package struct ArrivingDatabase {
    private let paths: DataPaths
    private let staging: DataPaths
    private let lock: DataLock

    /// Takes the lock of the folder, which is made if necessary.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if a server runs on it
    package init(_ paths: DataPaths) throws(StoreError) {
        self.paths = paths
        staging = DataPaths(paths.moving)
        _ = try DataFolder(of: paths.database)
        lock = try DataLock(of: paths)
    }

    /// - Throws: ``StoreError/unusable(_:)`` with what to do if the folder has a log or accounts
    package func requireRoom() throws(StoreError) {
        guard !paths.isRestoreInterrupted else {
            throw .unusable("A restore into \(paths.folder) was not finished. Choose another folder.")
        }
        guard !paths.isMoveInterrupted else {
            throw .unusable(
                "A move of the log of \(paths.folder) to PostgreSQL was not finished: finish that one first, with martlet move --from \(paths.folder)."
            )
        }
        guard !paths.hasDatabase else {
            throw .unusable(
                "\(paths.folder) has a log in SQLite, which is not the one in PostgreSQL. Choose another folder, or move martlet.db and the files whose names begin with it out of this one."
            )
        }
        guard !paths.hasAccounts, !ByteFile.exists(paths.tokenKey) else {
            throw .unusable(
                "\(paths.folder) has accounts or a key of guest tokens (accounts.db, token.key), and the database may have others. Start the server with --store once, which takes them into the database, or move token.key and all files whose names begin with accounts.db out of the folder."
            )
        }
        // SQLite would take it for a part of the database that gets this name.
        let journals = [paths.database, paths.accounts].flatMap { [$0 + "-wal", $0 + "-journal"] }
        if let left = journals.first(where: ByteFile.exists) {
            throw .unusable("\(left) is left of another database. Move it out of the folder.")
        }
    }

    /// Copies everything. Returns when it is on the disk.
    ///
    /// - Parameter progress: called with the number of rows copied so far, and their total
    /// - Returns: A number by which ``putInPlace(_:)`` recognizes the copy.
    /// - Throws: ``StoreError``. Then nothing of the copy is left.
    package func copy(_ log: DepartingLog, progress: @escaping (UInt64, UInt64) -> Void) throws -> Int64 {
        do {
            try paths.discardMoving()
            try ByteFile.makeFolder(staging.folder)
            let number = Int64.random(in: 1...Int64(Int32.max))
            try copyLog(log, number, progress)
            try copyAccounts(log)
            if let key = log.tokenKey {
                let file = try ByteFile.make(staging.tokenKey)
                try file.write(key)
                try file.flush()
            }
            // The data folder may be new, too.
            let parent = URL(fileURLWithPath: paths.folder).deletingLastPathComponent().path
            for folder in [staging.folder, paths.folder, parent] { try ByteFile.flushFolder(folder) }
            return number
        } catch {
            discard()
            throw StoreError(error, .writing)
        }
    }

    /// Removes the copy, as far as the disk allows. What is left is no log: PostgreSQL has it.
    package func discard() { try? paths.discardMoving() }

    private func copyLog(
        _ log: DepartingLog, _ number: Int64, _ progress: @escaping (UInt64, UInt64) -> Void
    ) throws {
        let identity = try DataFolder.makeFile(staging.database).file
        var configuration = Configuration()
        configuration.label = "martlet.moving"
        // While a room is being removed, rows of it may lead to what is gone.
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        // Without a write-ahead log: it would take as much room on the disk as the database.
        let queue = try DatabaseQueue(path: staging.database, configuration: configuration)
        try Schema.migrator.migrate(queue)
        try queue.write { db in
            // New tables have rows of their own there, such as an epoch.
            try db.execute(sql: "DELETE FROM meta")
            var copy = LogCopy(from: log.database, to: db, progress: progress)
            try copy.run(Schema.tables())
            for table in try Schema.tablesWithLastIds(db) {
                if let last = try log.lastId(table) { try keepLastId(last, of: table, db) }
            }
            guard try EventReader.countEvents(db, damaged: DamagedRows()) == log.events else {
                throw StoreError.unusable("Not all messages arrived in SQLite: run the command again.")
            }
            try db.execute(sql: "PRAGMA user_version = \(number)")
        }
        try queue.close()
        let watermark = Watermark(epoch: log.epoch, database: identity, events: log.events)
        guard try WatermarkFile(beside: staging.database).write(watermark, flushed: true) else {
            throw WatermarkFile.unwritable(staging.database)
        }
    }

    /// The table gives ids behind `last`.
    private func keepLastId(_ last: Int64, of table: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
                WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
                """, arguments: [table])
        try db.execute(
            sql: "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", arguments: [table, last])
    }

    /// Copies the accounts. If there are none, no database of accounts is made.
    private func copyAccounts(_ log: DepartingLog) throws {
        guard try FolderAccounts.tables.contains(where: { try LogCopy.count($0, log.database) > 0 }) else { return }
        let store = try SQLiteAccounts(path: staging.accounts)
        try store.write { db in
            var copy = LogCopy(from: log.database, to: db) { _, _ in }
            try copy.run(FolderAccounts.tables)
        }
        try store.close()
        // SQLite is silent if it could not write everything into the database as it closed it.
        guard DataFolder.size(staging.accounts + "-wal") == 0 else {
            throw StoreError.full("There is no room for the accounts: make some, and run the command again.")
        }
    }

    /// Moves the copy into its place. Called again after an interruption, it does what is left.
    ///
    /// The database comes last, and `postgres.watermark` is removed after it, so that no server
    /// starts before everything is there.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if the folder does not have this copy
    package func putInPlace(_ number: Int64) throws(StoreError) {
        guard try hasCopy(number) else {
            throw .unusable(
                "The log of this database was moved into another folder, or \(paths.folder) has lost it since. Pass the folder into which it was moved. If that is lost, see “Move it back into SQLite” in docs/postgres.md."
            )
        }
        guard paths.isMoveBackInterrupted else { return lock.release() }  // an earlier call did all of it
        for (new, place) in [
            (staging.tokenKey, paths.tokenKey), (staging.accounts, paths.accounts),
            (staging.database + ".watermark", paths.database + ".watermark"), (staging.database, paths.database),
        ] where ByteFile.exists(new) { try ByteFile.rename(new, to: place) }
        for folder in [staging.folder, paths.folder] { try ByteFile.flushFolder(folder) }
        try ByteFile.remove(paths.postgres + ".watermark")
        try ByteFile.flushFolder(paths.folder)
        try paths.discardMoving()
        try ByteFile.flushFolder(paths.folder)
        lock.release()
    }

    /// Whether the folder has the copy with this number, in its place or not yet.
    private func hasCopy(_ number: Int64) throws(StoreError) -> Bool {
        let path = ByteFile.exists(staging.database) ? staging.database : paths.database
        guard ByteFile.exists(path) else { return false }
        do {
            let connection = try Snapshot.open(path)
            let found = try connection.inDatabase { db in try db.integer("PRAGMA user_version") }
            try connection.close()
            return found == number
        } catch {
            throw Inspection.refusal(path, error)
        }
    }

    /// Whether the folder has neither files nor the name of a bucket with them.
    package var lacksFiles: Bool { !ByteFile.exists(paths.files) && !ByteFile.exists(paths.bucket) }
}
