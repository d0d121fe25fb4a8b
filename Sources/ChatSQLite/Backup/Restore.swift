import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// Replaces the content of a data folder by a backup.
///
/// The whole archive is unpacked and checked first, in the folder `restoring` within the data
/// folder. Only then the old database and files are moved aside, and those of the backup get their
/// names. When a server starts, it notices that this is not the log it served last (``Watermark``),
/// and gives it a new epoch.
public struct Restore {
    /// What was restored.
    public struct Summary: Hashable, Sendable {
        /// Events of all rooms.
        public var events: UInt64 = 0
        /// Files whose bytes were in the archive.
        public var files: UInt64 = 0
        /// Files that messages name but the backup lacks.
        public var absent: UInt64 = 0
        /// Where the old content is, if there was any.
        public var former: String?
    }

    private let paths: DataPaths
    private let staging: DataPaths
    /// Whether an earlier restore moved the database aside and was interrupted before it put
    /// another in its place.
    private let isInterrupted: Bool

    /// Restores a backup.
    ///
    /// - Parameters:
    ///   - replacing: Whether the data folder may have content. It is moved aside, into a folder
    ///     within.
    ///   - progress: Called with the bytes read so far, and their total.
    /// - Throws: ``StoreError`` with what to do. Unless it says so, nothing in the folder has
    ///   changed.
    public static func run(
        _ archive: String, to paths: DataPaths, replacing: Bool,
        progress: (UInt64, UInt64) -> Void = { _, _ in }
    ) throws(StoreError) -> Summary {
        try paths.requireNoPostgres()
        let isNew = !ByteFile.exists(paths.folder)
        _ = try DataFolder(of: paths.database)
        let lock = try DataLock(database: paths.database)
        var isDone = false
        defer {
            lock.release()
            // Without the folder, too, if it was made here and has nothing else.
            if isNew, !isDone {
                unlink(paths.database + ".lock")
                rmdir(paths.folder)
            }
        }
        let restore = Restore(
            paths: paths, staging: DataPaths(paths.restoring), isInterrupted: paths.isRestoreInterrupted)
        guard replacing || !(restore.hasContent || restore.isInterrupted) else {
            throw .unusable(
                "\(paths.folder) is not empty. Choose another folder, or use --replace: the old content is kept beside."
            )
        }
        do {
            var summary = try restore.unpack(archive, progress)
            summary.former = try restore.swap()
            isDone = true
            return summary
        } catch let error as StoreError {
            throw error
        } catch {
            throw Restore.refusal(archive, paths.folder, error)
        }
    }

    private static func refusal(_ archive: String, _ folder: String, _ error: any Error) -> StoreError {
        switch error {
        case let damage as Damage: damaged(archive, damage.sentence)
        case let error as DatabaseError where error.isFullDisk:
            .unusable("The disk with \(folder) is full: free some space, then restore again.")
        case let error as DatabaseError where error.isDamage: damaged(archive, error.summary)
        default: Inspection.refusal(archive, error)
        }
    }

    private static func damaged(_ archive: String, _ sentence: String) -> StoreError {
        .unusable("The backup \(archive) is damaged (\(sentence)): use another one.")
    }

    private var hasContent: Bool {
        [paths.database, paths.files, paths.tokenKey, paths.accounts].contains { ByteFile.exists($0) }
    }

    // MARK: Unpacking

    private func unpack(_ archive: String, _ progress: (UInt64, UInt64) -> Void) throws -> Summary {
        try? FileManager.default.removeItem(atPath: staging.folder)
        for folder in [staging.folder, staging.files, staging.incoming] { try ByteFile.makeFolder(folder) }
        do {
            var reader = try BackupReader(archive)
            let total = UInt64(clamping: DataFolder.size(archive))
            guard try reader.next() == .database else { throw reader.damaged() }
            try copy(&reader, to: staging.database) { progress($0, total) }
            return try check(&reader) { progress($0, total) }
        } catch {
            try? FileManager.default.removeItem(atPath: staging.folder)
            throw error
        }
    }

    /// Unpacks the files behind the database, and checks them against the database.
    private func check(_ reader: inout BackupReader, _ progress: (UInt64) -> Void) throws -> Summary {
        try upgrade()
        let database = try Snapshot(staging.database)
        defer { try? database.close() }
        return try database.read { db in
            var summary = Summary()
            summary.events = try LogAudit.run(db)
            let records = try FileCursor(db)
            var absent: [FileID] = []
            while let member = try reader.next() {
                switch member {
                case .database: throw reader.damaged()
                case .accounts: try copy(&reader, to: staging.accounts, progress)
                case .tokenKey: try copy(&reader, to: staging.tokenKey, progress)
                case .file(let place):
                    try copy(&reader, to: staging.files + "/" + place.text, progress)
                    // Files come in the order of their records. Records in between have no file in
                    // the archive.
                    while let record = try records.next() {
                        if record.place == place {
                            guard record.digest == reader.memberDigest else { throw reader.damaged() }
                            summary.files += 1
                            break
                        }
                        absent.append(record.id)
                    }
                }
            }
            while let record = try records.next() { absent.append(record.id) }
            guard let manifest = reader.manifest, manifest.events == summary.events, manifest.absent == absent,
                manifest.files == summary.files
            else { throw reader.damaged() }
            summary.absent = UInt64(absent.count)
            return summary
        }
    }

    /// Migrates a backup of an older version to the current tables.
    private func upgrade() throws {
        let connection = try DatabaseQueue(path: staging.database)
        try connection.inDatabase(Schema.refuseNewer)
        if try connection.inDatabase({ try !Schema.migrator.hasCompletedMigrations($0) }) {
            try Schema.migrator.migrate(connection)
        }
        try connection.close()
    }

    private func copy(
        _ reader: inout BackupReader, to path: String, _ progress: (UInt64) -> Void
    ) throws(StoreError) {
        let file = try ByteFile.make(path)
        while case let bytes = try reader.read(), !bytes.isEmpty {
            try file.write(bytes)
            progress(reader.count)
        }
        try file.flush()
    }

    // MARK: Putting in place

    /// Moves the old content aside, and the backup into its place. The database is moved away first
    /// and put in place last, so that no server finds a database without its files. As long as
    /// there is a folder `restoring` and no database, no server starts.
    ///
    /// - Returns: Where the old content is, if there was any.
    private func swap() throws(StoreError) -> String? {
        for folder in [staging.files, staging.folder, paths.folder] { try ByteFile.flushFolder(folder) }
        let former = try moveAside()
        let pairs = [
            (staging.tokenKey, paths.tokenKey), (staging.accounts, paths.accounts), (staging.files, paths.files),
        ]
        for (new, place) in pairs where ByteFile.exists(new) { try ByteFile.rename(new, to: place) }
        try ByteFile.rename(staging.database, to: paths.database)
        try ByteFile.flushFolder(paths.folder)
        rmdir(staging.folder)
        try ByteFile.flushFolder(paths.folder)
        return former
    }

    private func moveAside() throws(StoreError) -> String? {
        let names = [
            "martlet.db", "martlet.db-wal", "martlet.db.watermark", "files", "token.key", "accounts.db",
            "accounts.db-wal",
        ]
        let unfinished = isInterrupted ? StampedFolder.replaced.all(in: paths).max() : nil
        let present = names.filter { ByteFile.exists(paths.folder + "/" + $0) }
        for database in [paths.database, paths.accounts] { unlink(database + "-shm") }
        guard !present.isEmpty else { return unfinished }
        let former: String
        if let unfinished { former = unfinished } else { former = try StampedFolder.replaced.make(in: paths) }
        for name in present {
            let (here, there) = (paths.folder + "/" + name, former + "/" + name)
            if ByteFile.exists(there) {
                // The old file was moved aside earlier; this one came from the interrupted restore.
                try? FileManager.default.removeItem(atPath: here)
            } else {
                try ByteFile.rename(here, to: there)
            }
        }
        try ByteFile.flushFolder(former)
        try ByteFile.flushFolder(paths.folder)
        return former
    }
}
