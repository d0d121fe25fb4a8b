import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Holds the record of a file against the message that carries the file.
///
/// The record has no checksum; the message's row has one.
enum FileRecordAudit {
    /// What is wrong with a record, and what a repair does about it.
    struct Flaw: Hashable {
        var what: String
        var remedy: FileAudit.Flaw.Remedy
    }

    /// What is wrong with a record; `nil` where nothing is, and where its message can't tell.
    static func flaw(ofRecord key: [UInt8], _ db: Database) throws -> Flaw? {
        let find = try RawStatement(
            "SELECT id, name, type, size, width, height, user, message FROM file WHERE id = ?", in: db)
        find.bind(key, at: 1)
        guard try find.step(), let id: FileID = find.id(0) else { return nil }
        let user: UserID? = find.id(6)
        let attachment = attachment(find)
        guard !find.isNull(7) else {
            return user == nil || attachment.flatMap(refusal) != nil || attachment == nil
                ? Flaw(what: "the record of file \(id.text) is damaged", remedy: .drop) : nil
        }
        guard let event = try sound(EventKey(number: find.integer(7)), db) else { return nil }
        guard let carried = event.files.first(where: { $0.id == id }) else {
            return Flaw(what: "file \(id.text) is not what this message carries", remedy: .drop)
        }
        if let attachment, attachment.isSame(as: carried), user == event.author.user { return nil }
        return Flaw(what: "the record of file \(id.text) is not what this message says", remedy: .restore)
    }

    /// Writes a record anew as the message says that carries its file.
    static func restore(_ key: [UInt8], from message: EventKey, _ db: Database) throws {
        guard let id = FileID(key: key), let event = try sound(message, db),
            let attachment = event.files.first(where: { $0.id == id })
        else { return }
        let update = try RawStatement(
            "UPDATE file SET name = ?2, type = ?3, size = ?4, width = ?5, height = ?6, user = ?7 WHERE id = ?1", in: db)
        update.bind(key, at: 1)
        try update.bind(attachment.name, at: 2)
        try update.bind(attachment.type, at: 3)
        update.bind(Int64(clamping: attachment.size), at: 4)
        update.bind(attachment.dimensions.map { Int64(clamping: $0.width) }, at: 5)
        update.bind(attachment.dimensions.map { Int64(clamping: $0.height) }, at: 6)
        update.bind(event.author.user, at: 7)
        try update.run()
    }

    /// `nil` for columns that are those of no file.
    private static func attachment(_ row: borrowing RawStatement) -> Attachment? {
        guard let id: FileID = row.id(0), let name = row.text(1), let type = row.text(2),
            let size = UInt64(exactly: row.integer(3))
        else { return nil }
        var dimensions: Attachment.Dimensions?
        if !row.isNull(4) || !row.isNull(5) {
            guard let width = UInt64(exactly: row.integer(4)), let height = UInt64(exactly: row.integer(5)) else {
                return nil
            }
            dimensions = Attachment.Dimensions(width: width, height: height)
        }
        return Attachment(id: id, name: name, type: type, size: size, dimensions: dimensions)
    }

    private static func refusal(of attachment: Attachment) -> WireError? {
        FileRule.check(name: attachment.name) ?? FileRule.check(size: attachment.size)
            ?? (FileRule.isMediaType(attachment.type) ? nil : WireError(.file, "This is no media type."))
    }

    /// An event whose row is what was written; `nil` where it is not, which the audit of rows
    /// reports.
    private static func sound(_ key: EventKey, _ db: Database) throws -> Event? {
        do {
            guard let event = try EventReader.event(key, room: EventReader.name(ofRoom: key.room, db), db) else {
                return nil
            }
            return event.content == .damaged ? nil : event
        } catch is Damage {
            return nil
        }
    }
}
