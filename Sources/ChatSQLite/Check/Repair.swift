import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// Repairs a data folder on which no server runs, in one transaction, after making a copy.
///
/// Each damaged or missing row is replaced by a tombstone with its number. Indexes are rebuilt.
/// Records of files are removed if their bytes are missing or wrong. Intact rows are not touched.
public struct Repair {
    /// What a repair found, and what it left.
    public struct Summary: Hashable, Sendable {
        /// The number of findings before.
        public var found: UInt64
        /// Where the copy of the database and the wrong bytes of files are; `nil` if there was
        /// nothing to do.
        public var copy: String?
        /// The number of findings afterwards.
        public var remaining: UInt64 = 0
    }

    private let paths: DataPaths
    private let lost: (Finding) -> Void

    /// Runs the repair.
    ///
    /// - Parameters:
    ///   - remote: Files that are not in the folder; `nil` if all are.
    ///   - progress: Called with the bytes read so far, and their total.
    ///   - found: Called with each finding, of the check before and of the one after.
    ///   - lost: Called with everything that is lost for good.
    /// - Throws: ``StoreError`` with what to do. If the check before or the repair itself failed,
    ///   the database is unchanged. If only the check afterwards failed, the database is repaired.
    public static func run(
        _ paths: DataPaths, remote: (any RemoteFiles)? = nil,
        progress: @escaping (UInt64, UInt64) -> Void = { _, _ in },
        found: @escaping (Finding) -> Void, lost: @escaping (Finding) -> Void
    ) throws(StoreError) -> Summary {
        try paths.requireDatabase()
        let lock = try DataLock(database: paths.database)
        defer { lock.release() }
        let before = try Check.run(paths, remote: remote, progress: progress, found: found)
        guard before.findings > 0 else { return Summary(found: 0) }
        if let obstacle = before.obstacle {
            throw .unusable(
                "\(paths.database) can't be repaired row by row (\(obstacle)): restore it from a backup. Nothing was changed."
            )
        }
        let repair = Repair(paths: paths, lost: lost)
        let copy: String
        do {
            copy = try repair.keepCopy()
            try repair.run(before.flawedFiles)
            for flaw in before.flawedFiles { repair.moveBytes(of: flaw, to: copy) }
        } catch {
            throw (error as? StoreError) ?? Backup.refusal(paths.database, error)
        }
        let after = try Check.run(paths, remote: remote, progress: progress, found: found)
        return Summary(found: before.findings, copy: copy, remaining: after.findings)
    }

    private func run(_ files: [FileAudit.Flaw]) throws {
        var configuration = Configuration()
        configuration.label = "martlet.repair"
        // Rows with references to them are replaced. The log's own rules are checked afterwards.
        configuration.foreignKeysEnabled = false
        let connection = try DatabaseQueue(path: paths.database, configuration: configuration)
        try connection.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            var losses: [Finding] = []
            try db.inTransaction(.immediate) {
                try db.execute(sql: "REINDEX")
                losses += try Tombstones.put(db)
                try IdempotencyIndex.rebuild(db)
                losses += try MarkAudit.remove(db)
                losses += try ReportAudit.remove(db)
                losses += try HeldAudit.remove(db)
                try ChoiceAudit.restore(db)
                try RoomAudit.restore(db)
                for file in files {
                    switch (file.remedy, file.message) {
                    case (.restore, let message?): try FileRecordAudit.restore(file.id, from: message, db)
                    default: losses.append(try drop(file, db))
                    }
                }
                return .commit
            }
            for loss in losses { lost(loss) }
        }
        try connection.close()
    }

    private func drop(_ file: FileAudit.Flaw, _ db: Database) throws -> Finding {
        let keep = try RawStatement(
            "INSERT OR IGNORE INTO deleted_file (id, user) SELECT id, user FROM file WHERE id = ? AND length(id) = 16",
            in: db)
        keep.bind(file.id, at: 1)
        try keep.run()
        let delete = try RawStatement("DELETE FROM file WHERE id = ?", in: db)
        delete.bind(file.id, at: 1)
        try delete.run()
        return file.finding(db).lost
    }

    /// Copies the database as it is, with its write-ahead log if there is one.
    private func keepCopy() throws -> String {
        let folder = try StampedFolder.repaired.make(in: paths)
        for path in [paths.database, paths.database + "-wal"] {
            guard let source = try ByteFile.open(path) else { continue }
            let copy = try ByteFile.make(folder + "/" + URL(fileURLWithPath: path).lastPathComponent)
            while case let bytes = try source.read(Limits.fileCopyBytes), !bytes.isEmpty { try copy.write(bytes) }
            try copy.flush()
        }
        try ByteFile.flushFolder(folder)
        try ByteFile.flushFolder(paths.folder)
        return folder
    }

    /// Moves bytes without a record: the next start of a server would delete them.
    private func moveBytes(of file: FileAudit.Flaw, to folder: String) {
        guard let place = file.place else { return }
        try? ByteFile.rename(paths.files + "/" + place.text, to: folder + "/" + place.text)
    }
}
