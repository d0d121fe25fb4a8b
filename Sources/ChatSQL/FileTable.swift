import ChatRooms
import ChatWire

/// The table of files: the uploader, the place of the bytes, and the message that carries the file.
package enum FileTable {
    /// Records a file whose bytes are stored.
    package static func record(_ file: FileRecord, _ db: any SQLDatabase) throws -> FileOutcome {
        if let known = try read(file.attachment.id, db) {
            return known.isRepeated(by: file.user, digest: file.digest) ? .alreadyThere(known) : .conflict
        }
        guard try ownerOfDeleted(file.attachment.id, db) ?? file.user == file.user else { return .conflict }
        let insert = try RawStatement(
            """
            INSERT INTO file (id, user, name, type, size, width, height, sha256, at, place)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        let attachment = file.attachment
        insert.bind(attachment.id, at: 1)
        insert.bind(file.user, at: 2)
        try insert.bind(attachment.name, at: 3)
        try insert.bind(attachment.type, at: 4)
        insert.bind(Int64(clamping: attachment.size), at: 5)
        insert.bind(attachment.dimensions.map { Int64(clamping: $0.width) }, at: 6)
        insert.bind(attachment.dimensions.map { Int64(clamping: $0.height) }, at: 7)
        insert.bind(file.digest, at: 8)
        insert.bind(file.at, at: 9)
        insert.bind(file.place, at: 10)
        try insert.run()
        return .recorded
    }

    /// The record of a file; `nil` if there is none.
    package static func read(_ id: FileID, _ db: any SQLDatabase) throws -> FileRecord? {
        let find = try RawStatement(
            "SELECT user, name, type, size, width, height, sha256, at, place, message FROM file WHERE id = ?", in: db)
        find.bind(id, at: 1)
        guard try find.step() else { return nil }
        guard let user: UserID = find.id(0), let name = find.text(1), let type = find.text(2),
            let size = UInt64(exactly: find.integer(3)), 1...Limits.largestInteger ~= size,
            let place: FilePlace = find.id(8)
        else { throw Damage("the record of a file is damaged") }
        var dimensions: Attachment.Dimensions?
        if !find.isNull(4) {
            dimensions = Attachment.Dimensions(
                width: UInt64(clamping: find.integer(4)), height: UInt64(clamping: find.integer(5)))
        }
        let record = FileRecord(
            attachment: Attachment(id: id, name: name, type: type, size: size, dimensions: dimensions), user: user,
            digest: find.bytes(6), at: find.integer(7), place: place)
        guard !find.isNull(9) else { return record }
        let key = EventKey(number: find.integer(9))
        find.reset()
        // Its room may be being removed, and has no name any more.
        let room = try RoomTable.name(of: key.room, db)
        return record.taken(by: MessagePlace(room: room ?? .ofNobody, seq: key.seq))
    }

    /// Makes a file belong to a message.
    package static func give(_ id: FileID, to message: EventKey, _ db: any SQLDatabase) throws {
        let update = try RawStatement("UPDATE file SET message = ? WHERE id = ?", in: db)
        update.bind(message.number, at: 1)
        update.bind(id, at: 2)
        try update.run()
    }

    /// The event to which a file belongs.
    package static func event(of id: FileID, _ db: any SQLDatabase) throws -> EventKey? {
        let find = try RawStatement("SELECT message FROM file WHERE id = ?", in: db)
        find.bind(id, at: 1)
        return try find.step() && !find.isNull(0) ? EventKey(number: find.integer(0)) : nil
    }

    /// The owner of a deleted file's id.
    private static func ownerOfDeleted(_ id: FileID, _ db: any SQLDatabase) throws -> UserID? {
        let find = try RawStatement("SELECT user FROM deleted_file WHERE id = ?", in: db)
        find.bind(id, at: 1)
        return try find.step() ? find.id(0) : nil
    }

    /// The time of the newest file without a message.
    package static func newestUnused(_ db: any SQLDatabase) throws -> Int64? {
        let find = try RawStatement("SELECT max(at) FROM file WHERE message IS NULL", in: db)
        return try find.step() && !find.isNull(0) ? find.integer(0) : nil
    }

    /// Removes a deleted file, but keeps the owner of its id: others have seen the id.
    ///
    /// - Returns: The place of its bytes; empty if there is no such file.
    package static func forget(_ id: FileID, _ db: any SQLDatabase) throws -> [FilePlace] {
        let keep = try RawStatement(
            "INSERT INTO deleted_file (id, user) SELECT id, user FROM file WHERE id = ? ON CONFLICT (id) DO NOTHING",
            in: db)
        keep.bind(id, at: 1)
        try keep.run()
        let delete = try RawStatement("DELETE FROM file WHERE id = ? RETURNING place", in: db)
        delete.bind(id, at: 1)
        return try places(delete)
    }

    /// Removes some files of a user in the same way.
    ///
    /// - Returns: The places of their bytes; none if the user has no files any more.
    package static func forget(of user: UserID, most: Int, _ db: any SQLDatabase) throws -> [FilePlace] {
        let find = try RawStatement("SELECT id FROM file WHERE user = ? LIMIT ?", in: db)
        find.bind(user, at: 1)
        find.bind(Int64(most), at: 2)
        var ids: [FileID] = []
        while try find.step() { if let id: FileID = find.id(0) { ids.append(id) } }
        return try ids.flatMap { try forget($0, db) }
    }

    /// Removes old files without a message, at most ``ChatWire/Limits/unusedFilesStep``.
    ///
    /// - Returns: The places of their bytes.
    package static func forgetUnused(before: Int64, _ db: any SQLDatabase) throws -> [FilePlace] {
        let delete = try RawStatement(
            """
            DELETE FROM file WHERE id IN (SELECT id FROM file WHERE message IS NULL AND at < ? LIMIT ?)
            RETURNING place
            """, in: db)
        delete.bind(before, at: 1)
        delete.bind(Int64(Limits.unusedFilesStep), at: 2)
        return try places(delete)
    }

    /// What a user's files count as, without some of them: their bytes, and 64 KiB for each at
    /// least (``ChatRooms/FileLimits/charge(ofSize:)``).
    package static func chargedBytes(of user: UserID, except: [FileID], _ db: any SQLDatabase) throws -> UInt64 {
        let find = try RawStatement("SELECT id, size FROM file WHERE user = ?", in: db)
        find.bind(user, at: 1)
        var sum: UInt64 = 0
        while try find.step() {
            guard let id: FileID = find.id(0), !except.contains(id) else { continue }
            let charge = FileLimits.charge(ofSize: min(Limits.largestInteger, UInt64(clamping: find.integer(1))))
            sum = min(Limits.largestInteger, sum + charge)
        }
        return sum
    }

    /// The places of the bytes of all files.
    package static func places(_ db: any SQLDatabase) throws -> Set<FilePlace> {
        Set(try places(try RawStatement("SELECT place FROM file", in: db)))
    }

    private static func places(_ statement: borrowing RawStatement) throws -> [FilePlace] {
        var places: [FilePlace] = []
        while try statement.step() {
            if let place: FilePlace = statement.id(0) { places.append(place) }
        }
        return places
    }
}
