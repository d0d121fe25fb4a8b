import ChatRooms
import ChatWire
import Foundation
import GRDB

/// Makes good what can be made good in a data folder on which no server runs, in one transaction, beside a copy of what there was.
///
/// A tombstone that keeps the number takes the place of each damaged or missing row; indexes are made anew; records of files are
/// dropped whose bytes are missing or wrong. Sound rows are not touched.
public struct Repair {
    public struct Summary: Hashable, Sendable {
        /// What the check found before.
        public var found: UInt64
        /// Where the database was copied to, and wrong bytes of files were moved; `nil` where there was nothing to do.
        public var copy: String?
        /// What a second check still found.
        public var remaining: UInt64 = 0
    }

    private let paths: DataPaths
    private let lost: (Finding) -> Void

    /// - Parameters:
    ///   - progress: bytes read so far, of how many.
    ///   - found: told of each finding, of the check before and of the one after.
    ///   - lost: told of each thing that is lost for good.
    /// - Throws: ``StoreError`` with what to do. Then nothing was changed.
    public static func run(
        _ paths: DataPaths, progress: @escaping (UInt64, UInt64) -> Void = { _, _ in },
        found: @escaping (Finding) -> Void, lost: @escaping (Finding) -> Void
    ) throws(StoreError) -> Summary {
        guard ByteFile.exists(paths.database) else {
            throw .unusable("There is no database \(paths.database): name the server's data folder with --data.")
        }
        let lock = try DataLock(database: paths.database)
        defer { lock.release() }
        let before = try Check.run(paths, progress: progress, found: found)
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
        let after = try Check.run(paths, progress: progress, found: found)
        return Summary(found: before.findings, copy: copy, remaining: after.findings)
    }

    private func run(_ files: [FileAudit.Flaw]) throws {
        var configuration = Configuration()
        configuration.label = "martlet.repair"
        // Rows are replaced to which others lead; the log's own rules are what is checked afterwards.
        configuration.foreignKeysEnabled = false
        let connection = try DatabaseQueue(path: paths.database, configuration: configuration)
        try connection.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
            var losses: [Finding] = []
            try db.inTransaction(.immediate) {
                try db.execute(sql: "REINDEX")
                losses += try Tombstones.put(db)
                try IntentIndex.rebuild(db)
                for file in files { losses.append(try drop(file, db)) }
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
        var loss = file.finding(db)
        loss.what = "lost: \(file.what)"
        return loss
    }

    /// Copies the database as it is, with the write-ahead log beside it where one is left.
    private func keepCopy() throws -> String {
        let stamp = paths.folder + "/repaired-" + Date().ISO8601Format().filter { $0 != ":" && $0 != "-" }
        var folder = stamp
        var number = 1
        while ByteFile.exists(folder) {
            number += 1
            folder = "\(stamp)-\(number)"
        }
        try ByteFile.makeFolder(folder)
        for path in [paths.database, paths.database + "-wal"] {
            guard let source = try ByteFile.open(path) else { continue }
            let copy = try ByteFile.make(folder + "/" + URL(fileURLWithPath: path).lastPathComponent)
            while case let bytes = try source.read(ByteFile.part), !bytes.isEmpty { try copy.write(bytes) }
            try copy.flush()
        }
        try ByteFile.flushFolder(folder)
        try ByteFile.flushFolder(paths.folder)
        return folder
    }

    /// Nothing has a record of the bytes any more: the next start of a server would remove them.
    private func moveBytes(of file: FileAudit.Flaw, to folder: String) {
        guard let place = file.place else { return }
        try? ByteFile.rename(paths.files + "/" + place.text, to: folder + "/" + place.text)
    }
}
