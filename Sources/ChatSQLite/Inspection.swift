import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// Checks whether a database may be opened for writing, before anything in it is changed.
enum Inspection {
    /// - Returns: The connection that was used. It stays open, so that the log beside the file is
    ///   not folded into it meanwhile.
    /// - Throws: ``StoreError/unusable(_:)`` with what to do.
    static func run(_ path: String, known: Watermark?) throws(StoreError) -> DatabaseQueue {
        do {
            let size = DataFolder.size(path)
            let logSize = DataFolder.size(path + "-wal")
            // SQLite takes such a short file for a new database, and discards a log beside it.
            guard size >= 512 || (size == 0 && logSize == 0) else { throw Damage("it is too short to be a database") }
            var configuration = Configuration()
            configuration.label = "martlet.inspection"
            let connection = try DatabaseQueue(path: path, configuration: configuration)
            try connection.inDatabase { db in
                // A truncated page reads as if it ended in zeros. If there is a log, the page may
                // be complete in the log.
                let page = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4_096
                guard logSize > 0 || size % page == 0 else { throw Damage("its last page is incomplete") }
                try quickCheck(db)
                try Schema.refuseNewer(db)
                if let version = try Schema.migrator.completedMigrations(db).last {
                    try verifySchema(db, version)
                    try verifyIndices(db)
                    try verifyChanges(db)
                } else if let known, known.events > 0 {
                    throw empty(path, known)
                } else {
                    try verifyNew(db)
                }
            }
            return connection
        } catch {
            throw refusal(path, error)
        }
    }

    static func refusal(_ path: String, _ error: any Error) -> StoreError {
        switch error {
        case is Newer:
            return .unusable(
                "\(path) was written by a newer martlet, and this one can't read all of it: use that version, or a newer one."
            )
        case is Foreign:
            return .unusable("\(path) is not a Martlet database. Choose another file.")
        case let damage as Damage:
            return damaged(path, damage.sentence)
        case let error as DatabaseError where error.isDamage: return damaged(path, error.summary)
        case let error as DatabaseError where error.isFullDisk:
            let folder = DataPaths(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            return .unusable(
                "The disk with \(path) is full: free some space, then try again. A server starts with a few MiB, and takes messages from \(Limits.readOnlyEnd >> 20) MiB on. \(folder.roomAdvice)"
            )
        case let error as DatabaseError:
            return .unusable("\(path) can't be opened (\(error.summary)): check the disk and who owns the file.")
        default:
            return (error as? StoreError) ?? .unusable("\(path) can't be opened (\(error)).")
        }
    }

    /// - Parameter known: what the watermark beside it says
    static func empty(_ path: String, _ known: Watermark?) -> StoreError {
        let count = known.map { ", and \($0.events) were written" } ?? ""
        return .unusable("\(path) has no messages\(count): restore it from a backup.")
    }

    static func damaged(_ path: String, _ sentence: String) -> StoreError {
        .unusable(
            "\(path) is damaged (\(sentence)): restore it from a backup, run `martlet check --repair`, or save what can be read with "
                + "`sqlite3 \(path) .recover | sqlite3 recovered.db` and start on that.")
    }

    /// A newer Martlet has served this database.
    struct Newer: Error {}
    struct Foreign: Error {}

    /// Reads every page and checks its structure.
    private static func quickCheck(_ db: Database) throws {
        let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        guard found == "ok" else { throw Damage(oneLine(found)) }
    }

    /// If the server was killed while it created the database, there may be the first tables of
    /// GRDB, and no others.
    static func verifyNew(_ db: Database) throws {
        let names = try String.fetchAll(db, sql: "SELECT tbl_name FROM sqlite_schema")
        guard names.allSatisfy({ $0.hasPrefix("grdb_") }) else { throw Foreign() }
    }

    /// A flipped bit in the text of the schema may still parse. Other programs' tables beside ours
    /// are allowed.
    static func verifySchema(_ db: Database, _ version: String) throws {
        let sql = "SELECT coalesce(sql, name) FROM sqlite_schema"
        let fresh = try DatabaseQueue()
        try Schema.migrator.migrate(fresh, upTo: version)
        let wanted = try fresh.inDatabase { try Set(String.fetchAll($0, sql: sql)) }
        guard try wanted.isSubset(of: Set(String.fetchAll(db, sql: sql))) else {
            throw Damage("its tables are not those this server makes")
        }
    }

    /// `quick_check` does not verify indices. Those that lead to a log must be right: a room that
    /// isn't found would look empty.
    private static func verifyIndices(_ db: Database) throws {
        for table in ["room", "device", "meta", "grdb_migrations", "file"] where try db.tableExists(table) {
            let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(\(table))")
            guard found == "ok" else { throw Damage(oneLine(found)) }
        }
    }

    /// An edit or a reaction that is missing in its index would be invisible. The sums differ if an
    /// entry is missing or wrong. It takes 0.2 s for a million messages, a third of the time of the
    /// check of all pages.
    private static func verifyChanges(_ db: Database) throws {
        guard try db.indexes(on: "event").contains(where: { $0.name == "event_by_target" }) else { return }
        let sums = try ["INDEXED BY event_by_target", "NOT INDEXED"].map { way in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*), sum(id % 65521), sum(target % 65521), sum(kind) FROM event \(way) WHERE target IS NOT NULL
                    """)
        }
        guard sums[0] == sums[1] else { throw Damage("its index of edits and reactions is wrong") }
    }

    private static func oneLine(_ found: String?) -> String {
        (found ?? "no answer from SQLite").split(separator: "\n").joined(separator: " ")
    }
}

extension DatabaseError {
    /// Whether the database is not what SQLite, or this build, wrote.
    var isDamage: Bool {
        switch resultCode.primaryResultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_SCHEMA, .SQLITE_MISMATCH: true
        default: false
        }
    }

    /// Whether SQLite noticed that the disk has no room. A full quota is not among these, and is
    /// only a failed write.
    var isFullDisk: Bool {
        // The second comes from the index of the write-ahead log, which SQLite makes as large as
        // it needs when it opens the database.
        resultCode.primaryResultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }

    /// Whether a file could not be written.
    var isFailedWrite: Bool {
        let codes: [ResultCode] = [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE]
        return codes.contains(extendedResultCode)
    }

    /// SQLite's message and code.
    var summary: String { "\(message ?? "no message"), SQLite error \(extendedResultCode.rawValue)" }
}
