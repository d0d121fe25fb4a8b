import ChatNATS
import ChatPostgres
import ChatSQL
import ChatSQLite
import ChatServer

/// What `martlet --version --verbose` prints: the version, as without `--verbose`, and a line that
/// says which databases this build can serve and what it can use.
enum VersionText {
    static let arguments: Set = ["--version", "--verbose"]

    static var detailed: String { "\(ServerVersion.number)\n\(details)" }

    private static var details: String {
        let schemas = "Schema \(SQLiteStore.schemaNumber) in SQLite and \(PostgresStore.schemaNumber) in PostgreSQL"
        let compiled = [
            "PostgreSQL (\(found("libpq", PostgresStore.hasLibrary)))",
            "NATS (\(found("libnats", NATSBus.hasLibrary)))",
            "S3",
        ]
        return
            "\(schemas), events up to kind \(SQLiteStore.highestKind). Swift \(swift). Compiled in: \(compiled.joined(separator: ", "))."
    }

    private static func found(_ library: String, _ isFound: Bool) -> String {
        "\(library) was \(isFound ? "" : "not ")found"
    }

    /// The compiler that built this, as far as it can be asked for.
    private static var swift: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
