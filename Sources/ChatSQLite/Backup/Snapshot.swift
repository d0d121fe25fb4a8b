import ChatRooms
import ChatSQL
import ChatWire
import Crypto
import Foundation
import GRDB

/// A copy of the database in one file: the log at one moment, taken while others write to it.
final class Snapshot {
    let path: String
    private let connection: DatabaseQueue

    /// Takes a snapshot of `database` into the new file `path`. ``discard()`` removes it.
    ///
    /// `VACUUM INTO` copies only pages in use, and so nothing that was deleted. It reads one state
    /// of the log from start to end; meanwhile the write-ahead log can't be truncated.
    convenience init(of database: String, into path: String) throws {
        // SQLite would create the file readable for everyone. It keeps the mode of an existing
        // empty file.
        _ = try ByteFile.make(path)
        do {
            let source = try Snapshot.open(database)
            try source.inDatabase { db in
                try Snapshot.verifyVersion(db, database)
                try Snapshot.copy(db, into: path)
            }
            try source.close()
            try self.init(path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Opens a database that nobody else writes to.
    init(_ path: String) throws {
        self.path = path
        connection = try Snapshot.open(path)
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try connection.inDatabase(body) }

    /// Closes and removes the file.
    func discard() throws {
        try connection.close()
        unlink(path)
    }

    func close() throws { try connection.close() }

    /// Opens a database for reading. A server may write to it meanwhile.
    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "martlet.snapshot"
        configuration.readonly = true
        configuration.busyMode = .timeout(TimeInterval(Limits.databaseBusy))
        guard let reason = obstacle(path) else {
            return try DatabaseQueue(path: path, configuration: configuration)
        }
        // SQLite can't make the index of the write-ahead log. Without such a log none is needed, as
        // nobody writes to the database.
        let copy = "copy the data folder to a disk that can be written, and name the copy"
        guard DataFolder.size(path + "-wal") == 0 else {
            throw StoreError.unusable(
                "\(path) can't be read without writing beside it (\(reason)), because \(path)-wal has messages: \(copy)."
            )
        }
        do {
            return try DatabaseQueue(path: immutable(path), configuration: configuration)
        } catch {
            throw StoreError.unusable("\(path) can't be read without writing beside it (\(reason)): \(copy).")
        }
    }

    /// Why SQLite can't make the index of the write-ahead log; `nil` if it can, or need not.
    private static func obstacle(_ path: String) -> String? {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard !ByteFile.exists(path + "-shm"), ByteFile.exists(path), access(folder, W_OK) != 0,
            errno == EROFS || errno == EACCES
        else { return nil }
        return systemError()
    }

    private static func immutable(_ path: String) -> String {
        "file:\(path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)?immutable=1"
    }

    /// Copies a database into an empty file.
    ///
    /// - Throws: ``StoreError`` that names the file if it can't be written
    static func copy(_ db: Database, into path: String) throws {
        do {
            try db.execute(sql: "VACUUM INTO ?", arguments: [path])
        } catch let error as DatabaseError where error.isFullDisk {
            throw StoreError.full("\(path) can't be written (\(error.summary)): free some space, then try again.")
        } catch let error as DatabaseError where error.isFailedWrite {
            // Nothing else is written meanwhile.
            throw StoreError.unusable(
                "\(path) can't be written (\(error.summary)): check the disk and its quota, or choose another one.")
        }
    }

    /// Checks the version of a database that is opened for writing afterwards: that would change
    /// one of an older version. What else is wrong with it is left to the opening.
    static func verifyVersion(of path: String) throws(StoreError) {
        do {
            let connection = try open(path)
            try connection.inDatabase { db in try verifyVersion(db, path) }
            try connection.close()
        } catch let error as StoreError {
            throw error
        } catch {}
    }

    static func verifyVersion(_ db: Database, _ path: String) throws {
        try Schema.refuseNewer(db)
        guard try !Schema.migrator.appliedMigrations(db).isEmpty else {
            try Inspection.verifyNew(db)
            throw Inspection.empty(path, WatermarkFile.read(beside: path))
        }
        guard try Schema.migrator.hasCompletedMigrations(db) else {
            throw StoreError.unusable(
                "\(path) was last served by an older martlet: start the server of this version on it once, then try again."
            )
        }
    }
}

/// Iterates over the records of files in a database, in the order of their ids.
struct FileCursor: ~Copyable {
    private let rows: RawStatement

    init(_ db: Database) throws {
        rows = try RawStatement("SELECT id, place, size, sha256 FROM file ORDER BY id", in: db)
    }

    struct Entry: Hashable {
        var id: FileID
        var place: FilePlace
        var size: UInt64
        var digest: [UInt8]
    }

    borrowing func next() throws -> Entry? {
        guard try rows.step() else { return nil }
        guard let id: FileID = rows.id(0), let place: FilePlace = rows.id(1) else {
            throw Damage("the record of a file is damaged")
        }
        return Entry(id: id, place: place, size: UInt64(clamping: rows.integer(2)), digest: rows.bytes(3))
    }
}
