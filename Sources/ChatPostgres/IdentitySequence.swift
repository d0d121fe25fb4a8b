import ChatSQL

/// The sequence from which PostgreSQL takes the ids of a table.
struct IdentitySequence {
    /// With its schema, and quoted as SQL needs it.
    private let name: String

    /// `nil` for a table whose ids are not given by PostgreSQL.
    init?(of table: String, _ db: PostgresConnection) throws {
        let find = try db.prepared("SELECT pg_get_serial_sequence(?, 'id')")
        defer { find.reset() }
        try find.bind(table, at: 1)
        guard try find.step(), let name = find.text(0) else { return nil }
        self.name = name
    }

    /// The highest id that was ever given; `nil` if none was.
    func last(_ db: PostgresConnection) throws -> Int64? {
        try db.integer("SELECT CASE WHEN is_called THEN last_value END FROM \(name)")
    }

    /// The next id is the one behind `last`.
    func set(_ last: Int64, _ db: PostgresConnection) throws {
        let set = try db.prepared("SELECT setval(?::TEXT::regclass, ?)")
        defer { set.reset() }
        try set.bind(name, at: 1)
        set.bind(last, at: 2)
        _ = try set.step()
    }
}
