import ChatRooms
import ChatWire
import GRDB

/// Takes what messages said out of the log: in their own rows, so that every number stays.
enum Wiping {
    /// Wipes a message: its text, payload and attachment, the texts of its edits, and the record of its file.
    ///
    /// - Parameter by: the number of the event that deleted it; its own where no event did
    /// - Returns: where the bytes of its file are
    static func wipe(_ message: EventKey, by: UInt64, room: RoomName, _ db: Database) throws -> [ID] {
        let edits = try Changes.read(message, message, descending: false, db)[message.number]?.edits ?? []
        var removed: [ID] = []
        for key in [message] + edits {
            guard var event = try LogReader.event(key, room: room, db) else {
                throw Damage("event \(key.seq) of room \(room.text) is missing")
            }
            if let file = event.attachment { removed += try FileTable.forget(file.id, db) }
            switch event.content {
            case .message, .deleted: event.content = .deleted(by: by)
            case .edit(let of, _): event.content = .edit(of: of, text: "")
            case .deletion, .reaction, .unknown: continue
            }
            try EventRow.wipe(event, key: key, room: room, db)
        }
        return removed
    }
}
