import ChatRooms

/// What a PostgreSQL server says of itself. The store's guarantees rest on it.
struct ServerSettings {
    private var values: [String: String]
    /// Whether the server copies another one, and so takes no writes.
    var isStandby = false

    init(_ values: [String: String], isStandby: Bool = false) {
        self.values = values
        self.isStandby = isStandby
    }

    /// Reads them in the session that will write: a user or a database may have its own.
    init(_ connection: PostgresConnection) throws {
        values = [:]
        let select = try connection.prepared(
            "SELECT name, setting FROM pg_settings WHERE name IN (\(Self.names.map { "'\($0)'" }.joined(separator: ", ")))"
        )
        while try select.step() {
            if let name = select.text(0), let value = select.text(1) { values[name] = value }
        }
        let recovery = try connection.prepared("SELECT pg_is_in_recovery()")
        isStandby = try recovery.step() && recovery.integer(0) != 0
    }

    /// Keeps the session's `synchronous_commit` as it is, also when the server reads a changed
    /// configuration. A session can't do that for the other settings.
    static func keepSynchronousCommit(_ connection: PostgresConnection) throws {
        try connection.execute(
            "SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)")
    }

    /// The oldest version with which the store is tested.
    static let oldestVersion = 150_000

    private static let names = ["server_version_num", "server_encoding", "synchronous_commit"] + safety

    /// Settings without which a crash of the server's machine damages the database.
    private static let safety = ["fsync", "full_page_writes"]

    /// What must be changed before messages can be stored, or `nil`.
    ///
    /// Of the values of `synchronous_commit`, only `off` answers before the commit is on the
    /// server's own disk. The others say what is known of its standbys, which is the operator's
    /// choice: https://www.postgresql.org/docs/15/runtime-config-wal.html#GUC-SYNCHRONOUS-COMMIT
    var refusal: StoreError? {
        guard let version = values["server_version_num"].flatMap({ Int($0) }), version >= Self.oldestVersion else {
            return .unusable(
                "This PostgreSQL is too old: Martlet needs version \(Self.oldestVersion / 10_000) or newer. "
                    + "Use a newer server.")
        }
        if isStandby {
            return .unusable(
                "This PostgreSQL server is a standby, which takes no writes. Give the address of its primary.")
        }
        for name in Self.safety where values[name] != "on" {
            return .unusable(
                "The PostgreSQL server runs with \(name) = \(shown(name)): a power cut would damage the database. "
                    + "Set \(name) = on in postgresql.conf, and reload it.")
        }
        guard let commit = values["synchronous_commit"], commit != "off" else {
            return .unusable(
                "The PostgreSQL server answers before a commit is on its disk (synchronous_commit = off): a crash would "
                    + "lose acknowledged messages. Set synchronous_commit = on for this user and database.")
        }
        guard values["server_encoding"] == "UTF8" else {
            return .unusable(
                "The database's encoding is \(shown("server_encoding")). Make one for Martlet: "
                    + "CREATE DATABASE martlet TEMPLATE template0 ENCODING 'UTF8'.")
        }
        return nil
    }

    private func shown(_ name: String) -> String { values[name] ?? "nothing" }
}
