import ChatRooms
import ChatWire

/// A line of an export: an event of a room, a file of the next event, or a read mark of the room
/// whose events came before.
enum ExportLine: Hashable {
    case event(RoomName, Event)
    case file(ExportedFile)
    case mark(ReadMark)

    /// Writes the line without its line feed.
    ///
    /// An event is `{"room":"lobby","event":{…}}`, like an element of a history page but as it was
    /// sent, with nothing folded in. A file is `{"file":{…},"user":…,"at":…,"sha256":…}`. A read
    /// mark is `{"room":"lobby","mark":7,"at":…,"user":…}`.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .event(let room, let event):
            writer.member("room", room.text as String?)
            writer.key("event")
            event.write(to: &writer)
        case .file(let file):
            writer.key("file")
            file.attachment.write(to: &writer)
            writer.member("user", file.user as UserID?)
            writer.member("at", file.at)
            writer.member("sha256", file.digest.hexadecimal as String?)
        case .mark(let mark):
            writer.member("room", mark.room.text as String?)
            mark.point.writeMembers(to: &writer, "mark")
            writer.member("user", mark.user as UserID?)
        }
        writer.endObject()
    }

    init(event: Event, room: RoomName) { self = .event(room, event) }

    /// - Throws: What is wrong with the line.
    init(json: [UInt8]) throws(WireError) {
        let read = json.withUnsafeBufferPointer { buffer -> Result<ExportLine, WireError> in
            do throws(WireError) { return .success(try ExportLine(try JSONObject(buffer))) } catch {
                return .failure(error)
            }
        }
        self = try read.get()
    }

    private init(_ object: JSONObject) throws(WireError) {
        if let file = try object.optionalObject("file") {
            guard let digest = [UInt8](hex: try object.string("sha256")), digest.count == 32 else {
                throw .key("sha256", "must be 64 hexadecimal digits")
            }
            self = .file(
                ExportedFile(
                    attachment: try Attachment(file), user: try object.id("user"), at: try object.time("at"),
                    digest: digest))
        } else if let mark = try ReadPoint(object, "mark") {
            self = .mark(ReadMark(room: try object.room("room"), user: try object.id("user"), point: mark))
        } else {
            self = .event(try object.room("room"), try Event(try object.object("event")))
        }
    }
}

/// A file's record, without the place of its bytes.
struct ExportedFile: Hashable {
    var attachment: Attachment
    var user: UserID
    var at: Int64
    var digest: [UInt8]

    func record(place: FilePlace) -> FileRecord {
        FileRecord(attachment: attachment, user: user, digest: digest, at: at, place: place)
    }
}

extension [UInt8] {
    /// `nil` unless it is pairs of hexadecimal digits.
    init?(hex: String) {
        let digits = hex.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
