import ChatRooms
import ChatSQL
import ChatWire
import Foundation
import GRDB

/// Appends an export to the log of a data folder on which no server runs.
///
/// Times, authors, ids and the order within a room stay. Numbers are assigned anew, and replies,
/// edits, deletions, reactions and read marks follow them. A read mark never goes back. An event
/// that is already there, identified by its room's first event and its own id, is not appended
/// again. So an import that was interrupted, or is run twice, continues where it stopped.
///
/// Until it has ended, the index of idempotency keys does not match the log, and no server starts
/// on the folder (``SQLiteStore/isImporting()``).
public struct Import {
    /// What one run of an import has done.
    public struct Summary: Hashable, Sendable {
        /// Events that were appended.
        public var events: UInt64 = 0
        /// Events that were already there.
        public var known: UInt64 = 0
        /// Files that were recorded with their message.
        public var files: UInt64 = 0
        /// Files that the export names but does not contain.
        public var missing: UInt64 = 0
    }

    /// Where the lines come from.
    public enum Source {
        /// `events.jsonl` and `files/` in a folder.
        case folder(String)
        /// The process's standard input, without the bytes of files: each file counts as
        /// ``Import/Summary/missing``.
        case standardInput
    }

    private let paths: DataPaths
    private let store: SQLiteStore
    private let folder: String?
    private var lines: ExportLineReader
    private var room: ImportedRoom?
    /// The files of the next event.
    private var files: [FileRecord] = []
    /// The places of files that this batch has removed from the log, or has not taken into it.
    private var removed: [FilePlace] = []
    private var places = Places()
    private var ownFolds = OwnFolds()
    private var summary = Summary()

    /// Runs the import.
    ///
    /// - Parameter progress: Called with the bytes of lines read so far, and their total (0 if
    ///   unknown).
    public static func run(
        _ source: Source, into paths: DataPaths, progress: (UInt64, UInt64) -> Void = { _, _ in }
    ) throws(StoreError) -> Summary {
        let lines: ByteFile
        var files: String?
        switch source {
        case .standardInput: lines = .standardInput()
        case .folder(let folder):
            guard let file = try ByteFile.open(folder + "/events.jsonl") else {
                throw .unusable("There is no events.jsonl in \(folder). Pass a folder that martlet export wrote.")
            }
            try refuseNewer(folder)
            lines = file
            files = folder + "/files"
        }
        let total = files == nil ? 0 : try lines.size()
        guard !paths.isRestoreInterrupted else {
            throw .unusable(
                "A restore into \(paths.folder) was not finished: run martlet restore with --replace again first.")
        }
        try paths.requireNoPostgres()
        let store = try SQLiteStore(path: paths.database)
        do {
            for folder in [paths.files, paths.incoming] { try ByteFile.makeFolder(folder) }
            _ = try store.remove(.remains) { for place in $0 { unlink(paths.files + "/" + place.text) } }
            try store.pool.write { try Schema.setImporting(true, $0) }
            var importing = Import(paths: paths, store: store, files: files, lines: ExportLineReader(lines))
            while try importing.batch() { progress(importing.lines.bytes, total) }
            try store.pool.write { db in
                try IdempotencyIndex.rebuild(db)
                try Schema.setImporting(false, db)
            }
            try store.close()
            return importing.summary
        } catch {
            try? store.close()
            throw (error as? StoreError) ?? Backup.refusal(paths.database, error)
        }
    }

    /// Refuses an export that this Martlet can't import to its end, before anything is imported.
    private static func refuseNewer(_ folder: String) throws(StoreError) {
        guard let file = try ByteFile.open(folder + "/export.json"),
            let checkpoint = ExportCheckpoint(json: try file.read(Limits.exportLineBytes)),
            checkpoint.kinds > ContentColumns.Kind.highest
        else { return }
        throw .unusable(
            "\(folder) was exported by a newer martlet, and this one can't read all of it: use that version, or a newer one."
        )
    }

    private init(paths: DataPaths, store: SQLiteStore, files: String?, lines: ExportLineReader) {
        self.paths = paths
        self.store = store
        folder = files
        self.lines = lines
    }

    /// Imports one transaction's lines.
    ///
    /// - Returns: Whether there were any.
    private mutating func batch() throws -> Bool {
        let begun = lines.bytes
        let isMore = try store.pool.write { db in
            var count = 0
            while count < Limits.exportBatch, lines.bytes - begun < UInt64(Limits.exportBatchBytes) {
                guard let json = try lines.next() else { break }
                do {
                    try take(ExportLine(json: json), db)
                } catch let error as WireError {
                    throw refusal(error.text)
                } catch let unknown as ImportedEvent.UnknownKind {
                    throw StoreError.unusable(
                        "Line \(lines.number) has an event of the kind \"\(unknown.kind)\", which this martlet does not know: run "
                            + "the import again with the version that exported it, or a newer one; it goes on where it stopped."
                    )
                } catch let error as ImportedEvent.Refusal {
                    throw refusal("\(error.sentence).")
                }
                count += 1
            }
            return count > 0
        }
        for place in removed { unlink(paths.files + "/" + place.text) }
        removed = []
        return isMore
    }

    private func refusal(_ sentence: String) -> StoreError {
        .unusable(
            "Line \(lines.number) can't be imported: \(sentence) Correct it and run the import again; it continues where it stopped."
        )
    }

    private mutating func take(_ line: ExportLine, _ db: Database) throws {
        switch line {
        case .file(let file): if let file = try fetch(file, db) { files.append(file) }
        case .event(let name, let event):
            if room?.name != name {
                guard event.seq == 1 else {
                    throw ImportedEvent.Refusal(sentence: "room \(name.text) does not begin with event 1")
                }
                room = try ImportedRoom(name, first: event.id, db)
            }
            guard var room, event.seq == room.last + 1 else {
                throw ImportedEvent.Refusal(sentence: "event \(event.seq) does not follow the one before")
            }
            room.passed(event)
            if try room.has(event, db) {
                summary.known += 1
                removed += files.map(\.place)
            } else {
                try append(event, to: &room, db)
            }
            self.room = room
            files = []
        case .mark(let mark):
            guard let room, room.name == mark.room, (1...room.last).contains(mark.point.seq) else {
                throw ImportedEvent.Refusal(sentence: "the read mark \(mark.point.seq) has no event before it")
            }
            try room.keep(mark, db)
        }
    }

    private mutating func append(_ event: Event, to room: inout ImportedRoom, _ db: Database) throws {
        guard event.author.name.utf8.count <= Limits.nameBytes else {
            throw ImportedEvent.Refusal(sentence: "its author's name is too long")
        }
        var event = event
        let key = try room.place(event, db)
        event.content = try ImportedEvent.content(of: event, at: key.seq, in: room)
        event.seq = key.seq
        let device = try event.idempotencyKey.map { try IdempotencyIndex.device(event.author.user, $0.device, db) }
        let insert = try RawStatement(EventRow.insert, in: db)
        try EventRow.write(event, key: key, room: room.name, device: device, with: insert)
        let record = try RoomRecords.read(key.room, db)
        let replaced = try event.content.replacedAvatar(record) { try Choices.profile(of: event.author.user, db) }
        _ = try RoomRecords.fold(event, of: room.name, key.room, record, &places, &ownFolds, db)
        if let replaced { removed += try Avatars.forget(replaced, ofRoom: key.room, db) }
        try note(event, in: room, key, db)
        if case .deletion(let target, _) = event.content, let target = EventKey(room: key.room, seq: target) {
            removed += try Wiping(target, room: room.name, db).run(by: key.seq, db)
        }
        for file in files { try give(file, to: event, key, db) }
        summary.events += 1
    }

    /// Adds an event to the moderation log of its room, if it belongs there.
    private func note(_ event: Event, in room: ImportedRoom, _ key: EventKey, _ db: Database) throws {
        let target = event.content.target.flatMap { EventKey(room: key.room, seq: $0) }
        let isNoted = event.isModeration(
            ofMessageBy: target.flatMap { (try? EventReader.event($0, room: room.name, db))?.author.user })
        if isNoted { try ActionTable.note(key, db) }
    }

    /// Records the file if the message may carry it. Otherwise its bytes are deleted.
    private mutating func give(_ file: FileRecord, to event: Event, _ key: EventKey, _ db: Database) throws {
        guard let attachment = event.files.first(where: { $0.id == file.attachment.id }),
            FileRecord.refusal(of: attachment, by: event.author.user, to: file) == nil,
            try FileTable.record(file, db) == .recorded
        else {
            removed.append(file.place)
            return
        }
        try FileTable.give(file.attachment.id, to: key, db)
        summary.files += 1
    }

    /// Copies the bytes of a new file. They are on the disk before their record; if copying fails,
    /// there is no record.
    private mutating func fetch(_ file: ExportedFile, _ db: Database) throws -> FileRecord? {
        guard try FileTable.read(file.attachment.id, db) == nil else { return nil }
        guard let folder, let bytes = try ByteFile.open(folder + "/" + file.attachment.id.text) else {
            summary.missing += 1
            return nil
        }
        let place = FilePlace.random()
        guard try bytes.size() == file.attachment.size,
            try bytes.copy(to: paths.files + "/" + place.text, digest: file.digest)
        else { throw ImportedEvent.Refusal(sentence: "the file \(bytes.path) is not what was exported") }
        try ByteFile.flushFolder(paths.files)
        return file.record(place: place)
    }
}

extension SQLiteStore {
    /// Whether an import into this log was started and has not ended.
    public func isImporting() throws(StoreError) -> Bool {
        do {
            return try pool.read { db in try Schema.isImporting(db) }
        } catch {
            throw Backup.refusal("The database", error)
        }
    }
}

extension Schema {
    static func setImporting(_ isImporting: Bool, _ db: Database) throws {
        try db.execute(
            sql: isImporting
                ? "INSERT INTO meta VALUES ('importing', 1) ON CONFLICT (key) DO NOTHING"
                : "DELETE FROM meta WHERE key = 'importing'")
    }

    static func isImporting(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'importing'") != nil
    }
}
