import ChatRooms
import ChatWire

/// The files of avatars. Each belongs to the event that sets it, until another event takes its
/// place.
package enum Avatars {
    /// Forgets the file of an avatar that was replaced, if it belongs to an event of this room.
    ///
    /// - Returns: the place of its bytes
    package static func forget(_ avatar: Attachment, ofRoom room: Int64, _ db: any SQLDatabase) throws -> [FilePlace] {
        guard try FileTable.event(of: avatar.id, db)?.room == room else { return [] }
        return try FileTable.forget(avatar.id, db)
    }

    /// Forgets the files of the avatars that these events have set, because the events are removed.
    ///
    /// - Returns: the places of their bytes
    package static func forget(_ lower: EventKey, _ upper: EventKey, _ db: any SQLDatabase) throws -> [FilePlace] {
        let find = try RawStatement(
            """
            SELECT kind, text FROM event WHERE id BETWEEN ? AND ?
            AND kind IN (\(ContentColumns.Kind.settings.rawValue), \(ContentColumns.Kind.profile.rawValue))
            """, in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        var avatars: [Attachment] = []
        while try find.step() {
            let json = find.text(1) ?? ""
            let isProfile = find.integer(0) == ContentColumns.Kind.profile.rawValue
            // One that can't be read leads to no file.
            let change = isProfile ? try? ProfileChange(column: json).avatar : try? SettingsChange(column: json).avatar
            if let avatar = change?.attachment { avatars.append(avatar) }
        }
        find.reset()
        return try avatars.flatMap { try forget($0, ofRoom: lower.room, db) }
    }
}
