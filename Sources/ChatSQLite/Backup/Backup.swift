import ChatRooms
import ChatSQL
import ChatWire
import Crypto
import Foundation
import GRDB

/// Writes everything that a data folder must not lose into one archive. A server may run on the
/// folder meanwhile.
///
/// The archive is a plain tar file: `martlet.db`, `token.key`, `accounts.db`, `files/PLACE` in the
/// order of the files' ids, and last a ``BackupManifest``. The database is a snapshot of one
/// moment. Files are copied after it: their bytes never change, and every file recorded in the
/// snapshot was complete before it. A file deleted during the backup is left out.
///
/// The archive gets its name only after everything was checked: every page and row of the snapshot,
/// each file's digest, and the archive itself, read back.
public struct Backup {
    /// What is in the archive.
    public struct Summary: Hashable, Sendable {
        /// Events of all rooms.
        public var events: UInt64 = 0
        /// Files whose bytes are in the archive.
        public var files: UInt64 = 0
        /// Files of the database that are not in the archive.
        public var absent: UInt64 = 0
        /// The size of the archive in bytes.
        public var bytes: UInt64 = 0
    }

    private let paths: DataPaths
    private let remote: (any RemoteFiles)?
    private let progress: (UInt64, UInt64) -> Void
    private var digest = BackupDigest()
    private var summary = Summary()
    private var absent: [FileID] = []

    /// Writes a backup.
    ///
    /// - Parameters:
    ///   - remote: Files that are not in the folder; `nil` if all are.
    ///   - path: The archive's path. No file may exist there.
    ///   - progress: Called with the bytes written so far, and their total.
    /// - Throws: ``StoreError`` with what to do. Then there is no archive.
    public static func write(
        _ paths: DataPaths, remote: (any RemoteFiles)? = nil, to path: String,
        progress: @escaping (UInt64, UInt64) -> Void = { _, _ in }
    ) throws(StoreError) -> Summary {
        try paths.requireDatabase()
        guard !ByteFile.exists(path) else {
            throw .unusable("\(path) already exists. Choose another name, or remove it first.")
        }
        let unfinished = path + ".unfinished"
        guard let file = try ByteFile.makeLocked(unfinished) else { throw isBusy(path) }
        var isFinished = false
        defer {
            if !isFinished { unlink(unfinished) }
            // Until here the file is locked.
            withExtendedLifetime(file) {}
        }
        // Another backup may have ended before the lock was taken.
        guard !ByteFile.exists(path) else { throw isBusy(path) }
        unlink(unfinished + ".db")
        do {
            var backup = Backup(paths: paths, remote: remote, progress: progress)
            let snapshot = try Snapshot(of: paths.database, into: unfinished + ".db")
            defer { try? snapshot.discard() }
            let summary = try snapshot.read { db in try backup.write(db, snapshot.path, to: file) }
            _ = try BackupReader.verify(unfinished)
            try ByteFile.rename(unfinished, to: path)
            isFinished = true
            try ByteFile.flushFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
            return summary
        } catch {
            if case .full? = error as? StoreError {
                throw .unusable(
                    "The disk with \(path) is full. A backup needs about twice the database's size there, and the size of all files: free some space, or choose another disk."
                )
            }
            throw Backup.refusal(paths.database, error)
        }
    }

    private static func isBusy(_ path: String) -> StoreError {
        .unusable("Another backup is being written to \(path). Wait for its end, or choose another name.")
    }

    private init(
        paths: DataPaths, remote: (any RemoteFiles)?, progress: @escaping (UInt64, UInt64) -> Void
    ) {
        self.paths = paths
        self.remote = remote
        self.progress = progress
    }

    static func refusal(_ path: String, _ error: any Error) -> StoreError {
        guard let damage = error as? Damage else { return Inspection.refusal(path, error) }
        return .unusable(
            "\(path) is damaged (\(damage.sentence)): `martlet check` tells what else is; restore an earlier backup or "
                + "run `martlet check --repair`.")
    }

    private mutating func write(_ db: Database, _ snapshot: String, to archive: ByteFile) throws -> Summary {
        summary.events = try LogAudit.run(db)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        var writer = TarWriter(archive, at: UInt64(clamping: now / 1_000))
        let total = try Backup.total(db, snapshot)
        _ = try add("martlet.db", try Backup.source(snapshot), to: &writer, of: total)
        if let key = try ByteFile.open(paths.tokenKey) { _ = try add("token.key", key, to: &writer, of: total) }
        try addAccounts(to: &writer, beside: archive.path, of: total)
        let files = try FileCursor(db)
        while let file = try files.next() { try add(file, to: &writer, of: total) }
        let manifest = BackupManifest(
            at: now, epoch: try MetaTable.epoch(db).number, events: summary.events, files: summary.files,
            absent: absent,
            digest: digest.hexadecimal)
        try writer.begin(BackupManifest.name, size: UInt64(manifest.json.count))
        try writer.write(manifest.json)
        try writer.end(UInt64(manifest.json.count))
        try writer.finish()
        summary.absent = UInt64(absent.count)
        summary.bytes = writer.count
        return summary
    }

    /// Adds the database of accounts, if there is one, as it is at one moment.
    private mutating func addAccounts(to writer: inout TarWriter, beside path: String, of total: UInt64) throws {
        guard paths.hasAccounts else { return }
        let copy = path + ".accounts"
        unlink(copy)
        defer { unlink(copy) }
        _ = try ByteFile.make(copy)
        let source = try Snapshot.open(paths.accounts)
        try source.inDatabase { db in
            guard try !AccountSchema.migrator.hasBeenSuperseded(db) else { throw Inspection.Newer() }
            try Snapshot.copy(db, into: copy)
        }
        try source.close()
        _ = try add("accounts.db", try Backup.source(copy), to: &writer, of: total)
    }

    private mutating func add(_ file: FileCursor.Entry, to writer: inout TarWriter, of total: UInt64) throws {
        guard let bytes = try open(file) else {
            absent.append(file.id)
            return
        }
        let size = try bytes.size()
        guard size == file.size else { throw Damage("file \(file.id.text) has \(size) bytes instead of \(file.size)") }
        let digest = try add("files/" + file.place.text, bytes, to: &writer, of: total)
        guard digest == file.digest else { throw Damage("file \(file.id.text) is not what was uploaded") }
        summary.files += 1
    }

    private func open(_ file: FileCursor.Entry) throws(StoreError) -> ByteFile? {
        do throws(StoreError) {
            return try StoredFiles(paths: paths, remote: remote).open(file.place, size: file.size)
        } catch {
            // A file from a bucket is copied into the data folder: it is that disk which is full.
            if case .full(let sentence) = error { throw .unusable(sentence) }
            throw error
        }
    }

    /// Adds a member.
    ///
    /// - Returns: The SHA-256 of its bytes.
    private mutating func add(
        _ name: String, _ file: ByteFile, to writer: inout TarWriter, of total: UInt64
    ) throws(StoreError) -> [UInt8] {
        let size = try file.size()
        try writer.begin(name, size: size)
        var sum = SHA256()
        var left = size
        while left > 0 {
            let bytes = try file.read(Int(min(left, UInt64(Limits.fileCopyBytes))))
            guard !bytes.isEmpty else { throw .unusable("\(file.path) became shorter while it was read: try again.") }
            sum.update(data: bytes)
            try writer.write(bytes)
            left -= UInt64(bytes.count)
            progress(writer.count, total)
        }
        try writer.end(size)
        let result = Array(sum.finalize())
        digest.add(name, result)
        return result
    }

    private static func source(_ path: String) throws(StoreError) -> ByteFile {
        guard let file = try ByteFile.open(path) else { throw .unusable("\(path) was removed by another program.") }
        return file
    }

    private static func total(_ db: Database, _ snapshot: String) throws -> UInt64 {
        let files = try Int64.fetchOne(db, sql: "SELECT sum(size) FROM file") ?? 0
        return UInt64(clamping: files) + UInt64(clamping: DataFolder.size(snapshot))
    }
}
