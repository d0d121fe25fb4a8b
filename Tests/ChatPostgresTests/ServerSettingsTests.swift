import ChatRooms
import Testing

@testable import ChatPostgres

@Suite struct ServerSettingsTests {
    private static let good = [
        "server_version_num": "150000", "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
        "server_encoding": "UTF8",
    ]

    @Test(arguments: [
        ("server_version_num", "140012", "version 15"), ("fsync", "off", "fsync = on"),
        ("full_page_writes", "off", "full_page_writes = on"), ("synchronous_commit", "off", "synchronous_commit = on"),
        ("server_encoding", "SQL_ASCII", "ENCODING 'UTF8'"),
    ])
    func `a setting that is not safe is refused, with what to do`(_ name: String, _ value: String, _ advice: String) {
        var values = Self.good
        values[name] = value
        #expect(ServerSettings(values).refusal?.description.contains(advice) == true)
        values[name] = nil
        #expect(ServerSettings(values).refusal != nil)
    }

    @Test(arguments: ["on", "local", "remote_write", "remote_apply"])
    func `a commit that waits for the server's own disk is safe`(_ value: String) {
        var values = Self.good
        values["synchronous_commit"] = value
        #expect(ServerSettings(values).refusal == nil)
    }

    @Test func `a standby is refused`() {
        #expect(ServerSettings(Self.good, isStandby: true).refusal != nil)
    }

    @Test func `a session keeps its synchronous_commit when the server's configuration changes`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try ServerSettings.keepSynchronousCommit(db)
            let kept = "SELECT count(*) FROM pg_settings WHERE name = 'synchronous_commit' AND source = 'session'"
            #expect(try db.integer(kept) == 1)
            #expect(try ServerSettings(db).refusal == nil)
        }
    }

    @Test func `the settings of a session are read from the server`() throws {
        try TestDatabase.with { database in
            #expect(try ServerSettings(database.connect()).refusal == nil)
            let unsafe = try PostgresConnection(PostgresAddress(database.uri + "&options=-csynchronous_commit%3Doff"))
            #expect(try ServerSettings(unsafe).refusal != nil)
        }
    }
}
