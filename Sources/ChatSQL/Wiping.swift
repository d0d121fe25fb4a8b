import ChatRooms
import ChatWire

/// Erases the texts of a message, in their own rows, so that every number stays.
package struct Wiping {
    /// The message and its edits, before erasing.
    private let said: [(key: EventKey, event: Event)]
    private let room: RoomName

    /// How many rows are erased.
    package var rows: Int { said.count }

    /// Reads what will be erased; changes nothing yet.
    ///
    /// - Throws: ``Damage`` if the message or one of its edits is damaged.
    package init(_ message: EventKey, room: RoomName, _ db: any SQLDatabase) throws {
        let edits = try Changes.read(message, message, descending: false, db)[message.number]?.edits ?? []
        said = try ([message] + edits).map { key in
            guard let event = try EventReader.event(key, room: room, db) else {
                throw Damage("event \(key.seq) of room \(room.text) is missing", key)
            }
            return (key, event)
        }
        self.room = room
    }

    /// Erases a message: its text, payload and attachment, the texts of its edits, and the record
    /// of its file.
    ///
    /// - Parameter by: The number of the event that deleted it; its own number if no event did.
    /// - Returns: The places of its file's bytes.
    package func run(by: Seq, _ db: any SQLDatabase) throws -> [FilePlace] {
        var removed: [FilePlace] = []
        for (key, event) in said {
            var event = event
            for file in event.files { removed += try FileTable.forget(file.id, db) }
            guard let wiped = event.content.wiped(by: by) else { continue }
            event.content = wiped
            try EventRow.wipe(event, key: key, room: room, db)
        }
        if let message = said.first?.key {
            if message.seq == by {
                try Wiping.forgetAbout(message, db)
            } else {
                try ReportTable.wipe(message, db)
            }
        }
        return removed
    }

    /// Forgets what is kept about a message that is erased without the event of a deletion: its
    /// reports, and that it is pinned.
    static func forgetAbout(_ message: EventKey, _ db: any SQLDatabase) throws {
        try ReportTable.forget(message, message, db)
        try RoomRecords.unpin(message, db)
    }
}
