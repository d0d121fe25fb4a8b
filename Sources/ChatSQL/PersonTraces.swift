import ChatRooms
import ChatWire

/// Looks for a person in the tables of a log.
package enum PersonTraces {
    /// The columns with ids of people. Those with an index come first, and the log comes last. So
    /// the log is not read for a person who has a device, a place or a file.
    package static let columns: [(table: String, column: String)] = [
        ("device", "user"), ("place", "user"), ("file", "user"), ("profile", "user"), ("choice", "user"),
        ("draft", "user"), ("block", "user"), ("report", "user"), ("action", "user"), ("action", "about"),
        ("held", "user"), ("held", "moderator"), ("deleted_file", "user"), ("reported", "author"),
        ("reported", "user"), ("block", "person"), ("mark", "user"), ("event", "user"),
    ]

    /// Whether one of the columns has the person, or a change of a membership that somebody else
    /// made is about them. Reads the whole log if not.
    package static func exist(
        of user: UserID, in columns: [(table: String, column: String)] = columns, _ db: any SQLDatabase
    ) throws -> Bool {
        for (table, column) in columns {
            let rows = try RawStatement("SELECT 1 FROM \"\(table)\" WHERE \"\(column)\" = ? LIMIT 1", in: db)
            rows.bind(user, at: 1)
            if try rows.step() { return true }
        }
        let changes = try RawStatement(
            "SELECT 1 FROM event WHERE kind = \(ContentColumns.Kind.membership.rawValue) AND instr(text, ?) LIMIT 1",
            in: db)
        try changes.bind(user.text, at: 1)
        return try changes.step()
    }
}
