import ChatRooms
import ChatWire

/// The progress of an export: the file `export.json` in its folder, replaced atomically.
struct ExportCheckpoint: Hashable {
    static let format: UInt64 = 1

    /// The log's epoch. An export of one log can't be continued with another log.
    var epoch: UInt64
    /// The requested rooms; empty for all.
    var rooms: [String]
    /// The highest kind of event that may be in the file: a Martlet must know it to import the
    /// file. 0 if an earlier version, which did not say so, wrote it.
    var kinds: UInt64
    /// How far the file has come; `nil` before the first event.
    var after: Position?
    /// The size of `events.jsonl` up to there, in bytes.
    var bytes: UInt64 = 0
    var isDone = false

    struct Position: Hashable {
        var room: RoomName
        /// The room's last event in the file.
        var seq: Seq
        /// The user of the room's last read mark in the file. Read marks come after all events.
        var mark: UserID?
    }

    init(epoch: UInt64, rooms: [String], kinds: UInt64) {
        self.epoch = epoch
        self.rooms = rooms
        self.kinds = kinds
    }

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", ExportCheckpoint.format as UInt64?)
        writer.member("epoch", epoch as UInt64?)
        writer.member("rooms", rooms) { $1.value($0) }
        writer.member("kinds", kinds as UInt64?)
        writer.member("room", after?.room.text)
        writer.member("seq", after?.seq)
        writer.member("mark", after?.mark)
        writer.member("bytes", bytes as UInt64?)
        writer.member("done", isDone)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// `nil` for what this build can't read.
    init?(json: [UInt8]) {
        let read = json.withUnsafeBufferPointer { buffer -> ExportCheckpoint? in
            guard let object = try? JSONObject(buffer), let format = try? object.number("format"),
                format == ExportCheckpoint.format, let epoch = try? object.number("epoch"),
                let rooms = try? object.optionalStrings("rooms"), let bytes = try? object.number("bytes"),
                let isDone = try? object.bool("done")
            else { return nil }
            let kinds = (try? object.optionalNumber("kinds")) ?? nil
            var checkpoint = ExportCheckpoint(epoch: epoch, rooms: rooms, kinds: kinds ?? 0)
            checkpoint.bytes = bytes
            checkpoint.isDone = isDone
            if let room = try? object.room("room"), let seq = try? object.seq("seq", from: 0) {
                checkpoint.after = Position(room: room, seq: seq)
                do { checkpoint.after?.mark = try object.optionalID("mark") } catch { return nil }
            }
            return checkpoint
        }
        guard let read else { return nil }
        self = read
    }
}
