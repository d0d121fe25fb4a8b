import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Reads the log of some or all rooms as lines of an export: rooms sorted by name, events by
/// number, and then the room's read marks by user. Each batch is a short transaction, so a running
/// server is not held up.
struct LogLines {
    struct Batch {
        /// Complete lines, each with its line feed.
        var bytes: [UInt8] = []
        var events: UInt64 = 0
        /// The files of the events.
        var files: [FileCursor.Entry] = []
        /// The last event or read mark that was read; `nil` after all rooms were read.
        var after: ExportCheckpoint.Position?
    }

    /// Empty for all.
    let rooms: [RoomName]

    /// The batch after `position`, or the first one.
    func next(after position: ExportCheckpoint.Position?, _ db: Database) throws -> Batch {
        var batch = Batch()
        var position = position
        if position == nil { position = try room(after: nil, db).map { .init(room: $0, seq: 0) } }
        while let place = position {
            if place.mark == nil { try read(place, into: &batch, db) }
            if batch.after == nil { try readMarks(place, into: &batch, db) }
            if batch.after != nil { return batch }
            position = try room(after: place.room, db).map { .init(room: $0, seq: 0) }
        }
        return batch
    }

    /// The number of events up to a position; `nil`: in all rooms.
    func count(upTo position: ExportCheckpoint.Position? = nil, _ db: Database) throws -> UInt64 {
        var count = position?.seq.number ?? 0
        var room = try room(after: nil, db)
        while let name = room, position.map({ name.text < $0.room.text }) ?? true {
            count += try EventReader.head(of: name, db).number
            room = try self.room(after: name, db)
        }
        return count
    }

    private func room(after name: RoomName?, _ db: Database) throws -> RoomName? {
        if !rooms.isEmpty {
            return rooms.filter { name == nil || $0.text > name?.text ?? "" }.min { $0.text < $1.text }
        }
        guard let next = try RoomTable.next(name, db) else { return nil }
        guard let name = RoomName(next) else { throw Damage("a room has no name") }
        return name
    }

    private func read(_ place: ExportCheckpoint.Position, into batch: inout Batch, _ db: Database) throws {
        guard let id = try EventReader.room(place.room, db), let lower = EventKey(room: id, seq: place.seq),
            let upper = EventKey(room: id, seq: EventKey.last)
        else { return }
        let rows = try RawStatement(
            EventRow.select + " WHERE event.id > ? AND event.id <= ? ORDER BY event.id LIMIT \(Limits.exportBatch)",
            in: db)
        rows.bind(lower.number, at: 1)
        rows.bind(upper.number, at: 2)
        var writer = JSONWriter()
        while batch.bytes.count < Limits.exportBatchBytes, try rows.step() {
            let event = try EventRow.read(rows, room: place.room)
            for attachment in event.files {
                guard let file = try FileTable.read(attachment.id, db) else { continue }
                batch.files.append(
                    .init(id: attachment.id, place: file.place, size: attachment.size, digest: file.digest))
                ExportLine.file(
                    ExportedFile(attachment: file.attachment, user: file.user, at: file.at, digest: file.digest)
                ).append(to: &batch.bytes, &writer)
            }
            ExportLine.event(place.room, event).append(to: &batch.bytes, &writer)
            batch.events += 1
            batch.after = .init(room: place.room, seq: event.seq)
        }
    }

    /// Reads marks after that of `place`. A mark beyond the events in the file is one on the last
    /// of them.
    private func readMarks(_ place: ExportCheckpoint.Position, into batch: inout Batch, _ db: Database) throws {
        guard place.seq > 0, let id = try EventReader.room(place.room, db) else { return }
        var writer = JSONWriter()
        for (user, point) in try MarkTable.page(of: id, after: place.mark, most: Limits.exportBatch, db) {
            let mark = ReadMark(
                room: place.room, user: user, point: ReadPoint(min(max(point.seq, 1), place.seq), at: point.at))
            ExportLine.mark(mark).append(to: &batch.bytes, &writer)
            batch.after = .init(room: place.room, seq: place.seq, mark: user)
        }
    }
}

extension ExportLine {
    fileprivate func append(to bytes: inout [UInt8], _ writer: inout JSONWriter) {
        writer.removeAll()
        write(to: &writer)
        writer.withBytes { bytes += $0 }
        bytes.append(UInt8(ascii: "\n"))
    }
}
