import ChatRooms
import ChatSQL

/// The tables in PostgreSQL, as a list of named migrations that only ever grows at its end.
///
/// They have the names and columns of SQLite's tables, so that both engines run the same
/// statements. Texts are compared by their bytes (`COLLATE "C"`), as SQLite does it.
struct PostgresSchema {
    struct Migration {
        let name: String
        let statements: [String]
    }

    let migrations: [Migration]

    /// What each migration made, in order.
    private static let record = "martlet_migration"

    /// Makes the tables what this version needs. Several processes may do so at once: one does it,
    /// and the others wait.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` for a database of a newer Martlet, and for one where
    ///   other tables have the names of ours.
    func migrate(_ connection: PostgresConnection) throws {
        try connection.inTransaction(.writing) {
            // Another process may take as long as the migration needs.
            try connection.execute("SET LOCAL lock_timeout = 0")
            try connection.execute("SET LOCAL statement_timeout = 0")
            try ServerLock.takeForMigration(connection)
            let done = try applied(connection)
            guard migrations.map(\.name).starts(with: done) else {
                throw StoreError.unusable(
                    "The database was made by a newer Martlet (it has \(done.last ?? "")). Use that version, "
                        + "or give this one a database of its own.")
            }
            for migration in migrations.dropFirst(done.count) { try apply(migration, connection) }
        }
    }

    private func apply(_ migration: Migration, _ connection: PostgresConnection) throws {
        do {
            for statement in migration.statements { try connection.execute(statement) }
        } catch let error as PostgresError where error.state == "42P07" {
            // duplicate_table
            throw StoreError.unusable(
                "The database has a table that is not Martlet's: \(error.message). Give Martlet a database of its own.")
        }
        let insert = try connection.prepared("INSERT INTO \(Self.record) (name) VALUES (?)")
        try insert.bind(migration.name, at: 1)
        try insert.run()
    }

    /// The names of the migrations that the database has had.
    private func applied(_ connection: PostgresConnection) throws -> [String] {
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS \(Self.record) (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT NOT NULL UNIQUE
            )
            """)
        let select = try connection.prepared("SELECT name FROM \(Self.record) ORDER BY id")
        var names: [String] = []
        while try select.step() { names.append(select.text(0) ?? "") }
        return names
    }
}
