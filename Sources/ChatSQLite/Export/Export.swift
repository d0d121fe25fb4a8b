import ChatRooms
import ChatSQL
import ChatWire
import Crypto
import Foundation
import GRDB

/// Writes the log as lines of JSON, for other programs and for ``Import``. A server may run on it
/// meanwhile.
///
/// In a folder it writes `events.jsonl`, `files/ID` for each file, and the ``ExportCheckpoint``,
/// from which an interrupted export continues. Each room is exported up to its head at that moment.
public struct Export {
    /// What one run of an export has written.
    public struct Summary: Hashable, Sendable {
        /// Events that this run has written, without those of the run that it continued.
        public var events: UInt64 = 0
        /// Files of these events whose bytes are in the folder.
        public var files: UInt64 = 0
        /// Files whose bytes are missing.
        public var missing: UInt64 = 0
        /// Whether it continued an interrupted export.
        public var isContinued = false
    }

    private let database: DatabaseQueue
    private let lines: LogLines
    private let files: StoredFiles
    private let progress: (UInt64, UInt64) -> Void
    private var summary = Summary()

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - remote: Files that are not in the folder; `nil` if all are.
    ///   - rooms: The rooms to export; empty for all.
    ///   - progress: Called with the events written so far, those of a run that is continued
    ///     included, and their total.
    public init(
        of paths: DataPaths, remote: (any RemoteFiles)? = nil, rooms: [RoomName] = [],
        progress: @escaping (UInt64, UInt64) -> Void = { _, _ in }
    ) throws(StoreError) {
        try paths.requireDatabase()
        files = StoredFiles(paths: paths, remote: remote)
        self.progress = progress
        lines = LogLines(rooms: rooms)
        do {
            let database = try Snapshot.open(paths.database)
            try database.inDatabase { db in
                try Snapshot.verifyVersion(db, paths.database)
                for room in rooms where try EventReader.room(room, db) == nil {
                    throw StoreError.unusable("There is no room \(room.text) in \(paths.database).")
                }
            }
            self.database = database
        } catch {
            throw Backup.refusal(files.paths.database, error)
        }
    }

    /// Passes the lines to `write`, without the bytes of files.
    public mutating func write(to write: ([UInt8]) throws -> Void) throws(StoreError) -> Summary {
        do {
            let total = try database.inDatabase { try lines.count($0) }
            var batch = try database.inDatabase { try lines.next(after: nil, $0) }
            while let after = batch.after {
                try write(batch.bytes)
                summary.events += batch.events
                progress(summary.events, total)
                batch = try database.inDatabase { try lines.next(after: after, $0) }
            }
            return summary
        } catch {
            throw Backup.refusal(files.paths.database, error)
        }
    }

    /// Writes lines and files into `folder`, continuing an earlier export into it.
    public mutating func write(into folder: String) throws(StoreError) -> Summary {
        do {
            let names = lines.rooms.map(\.text).sorted()
            let (epoch, kinds) = try database.inDatabase { db in
                (try MetaTable.epoch(db).number, UInt64(clamping: try Schema.kinds(db)))
            }
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var checkpoint = try begin(folder, ExportCheckpoint(epoch: epoch, rooms: names, kinds: kinds))
            try ByteFile.makeFolder(folder + "/files")
            let file = try ByteFile.extend(folder + "/events.jsonl", from: checkpoint.bytes)
            let (before, total) = try database.inDatabase { db in
                (try checkpoint.after.map { try lines.count(upTo: $0, db) } ?? 0, try lines.count(db))
            }
            var kept = checkpoint.bytes
            var batch = try database.inDatabase { try lines.next(after: checkpoint.after, $0) }
            while let after = batch.after {
                for file in batch.files { try copy(file, to: folder + "/files") }
                try file.write(batch.bytes)
                checkpoint.bytes += UInt64(batch.bytes.count)
                checkpoint.after = after
                summary.events += batch.events
                progress(before + summary.events, total)
                if checkpoint.bytes - kept >= 16 * Limits.exportBatchBytes {
                    kept = checkpoint.bytes
                    try keep(checkpoint, file, folder)
                }
                batch = try database.inDatabase { try lines.next(after: after, $0) }
            }
            checkpoint.isDone = true
            try keep(checkpoint, file, folder)
            return summary
        } catch {
            throw Backup.refusal(files.paths.database, error)
        }
    }

    private mutating func begin(_ folder: String, _ fresh: ExportCheckpoint) throws(StoreError) -> ExportCheckpoint {
        guard let file = try ByteFile.open(folder + "/export.json") else {
            guard !ByteFile.exists(folder + "/events.jsonl") else {
                throw .unusable(
                    "\(folder) has an events.jsonl, and no export.json to go on from: choose another folder.")
            }
            try keep(fresh, nil, folder)
            return fresh
        }
        let json = try file.read(Limits.exportLineBytes)
        guard var known = ExportCheckpoint(json: json), known.epoch == fresh.epoch, known.rooms == fresh.rooms else {
            throw .unusable("\(folder) has an export of another log or of other rooms: choose another folder.")
        }
        guard !known.isDone else {
            throw .unusable("\(folder) has an export that is complete: choose another folder for a new one.")
        }
        summary.isContinued = known.after != nil
        // A newer Martlet may have served the log since.
        known.kinds = max(known.kinds, fresh.kinds)
        return known
    }

    /// Flushes everything written so far, and then the checkpoint.
    private func keep(_ checkpoint: ExportCheckpoint, _ lines: ByteFile?, _ folder: String) throws(StoreError) {
        try lines?.flush()
        let path = folder + "/export.json"
        unlink(path + ".unfinished")
        let file = try ByteFile.make(path + ".unfinished")
        try file.write(checkpoint.json)
        try file.flush()
        try ByteFile.rename(path + ".unfinished", to: path)
        try ByteFile.flushFolder(folder)
    }

    private mutating func copy(_ file: FileCursor.Entry, to folder: String) throws {
        let path = folder + "/" + file.id.text
        summary.files += 1
        // It gets its name after all of it was checked.
        if ByteFile.exists(path) { return }
        guard let source = try files.open(file.place, size: file.size) else {
            summary.files -= 1
            summary.missing += 1
            return
        }
        guard try source.copy(to: path, digest: file.digest) else {
            throw Damage("file \(file.id.text) is not what was uploaded")
        }
    }
}

extension ByteFile {
    /// Copies the rest of this file into a new one, which gets its name when it is on the disk.
    ///
    /// - Returns: `false` if the bytes have another SHA-256; then there is no copy.
    func copy(to path: String, digest: [UInt8]) throws(StoreError) -> Bool {
        let unfinished = path + ".unfinished"
        unlink(unfinished)
        let copy = try ByteFile.make(unfinished)
        var sum = SHA256()
        while case let bytes = try read(Limits.fileCopyBytes), !bytes.isEmpty {
            sum.update(data: bytes)
            try copy.write(bytes)
        }
        guard Array(sum.finalize()) == digest else {
            unlink(unfinished)
            return false
        }
        try copy.flush()
        try ByteFile.rename(unfinished, to: path)
        return true
    }
}
