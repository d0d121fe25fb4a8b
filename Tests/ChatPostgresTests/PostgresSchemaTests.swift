import ChatRooms
import Dispatch
import GRDB
import Testing

@testable import ChatPostgres
@testable import ChatSQLite

@Suite struct PostgresSchemaTests {
    /// `table.column` of all tables.
    private static func columns(_ db: PostgresConnection) throws -> Set<String> {
        let select = try db.prepared(
            """
            SELECT table_name::TEXT || '.' || column_name::TEXT FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name <> 'martlet_migration'
            """)
        var columns: Set<String> = []
        while try select.step() { columns.insert(select.text(0) ?? "") }
        return columns
    }

    private static func columns(_ migrator: DatabaseMigrator) throws -> Set<String> {
        let queue = try DatabaseQueue()
        try migrator.migrate(queue)
        return try queue.read { db in
            try Set(
                String.fetchAll(
                    db,
                    sql: """
                        SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
                        WHERE m.type = 'table' AND m.name NOT IN ('grdb_migrations', 'sqlite_sequence')
                        """))
        }
    }

    @Test func `log and accounts have the tables and columns that they have in SQLite`() throws {
        let both = try Self.columns(Schema.migrator).union(Self.columns(AccountSchema.migrator))
        // What a folder has as files, and what several servers need.
        let own: Set = [
            "secret.name", "secret.value", "serving.term", "serving.cluster", "serving.database", "serving.timeline",
            "commit_list.number", "commit_list.server", "commit_list.events", "commit_list.forgets",
            "commit_list.rooms", "commit_list.removed",
            "commit_list.at", "commit_list_end.number",
        ]
        try TestDatabase.with { database in
            let db = try database.connect()
            try PostgresSchema.all.migrate(db)
            #expect(try Self.columns(db) == both.union(own))
        }
    }

    @Test func `tables are made once, also by ten processes that start together`() throws {
        try TestDatabase.with { database in
            let address = database.uri
            let failures = Locked<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 10) { _ in
                do {
                    try PostgresSchema.all.migrate(PostgresConnection(PostgresAddress(address)))
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
            #expect(failures.withLock { $0 } == [])
            let made = try database.connect().integer("SELECT count(*) FROM martlet_migration")
            #expect(made == Int64(PostgresSchema.all.migrations.count))
        }
    }

    @Test func `sessions of a version that stored no programs go on`() throws {
        let programs = "v5 programs of sessions"
        let before = PostgresSchema.all.migrations.prefix { $0.name != programs }
        try #require(before.count < PostgresSchema.all.migrations.count)
        try TestDatabase.with { database in
            let db = try database.connect()
            try PostgresSchema(migrations: Array(before)).migrate(db)
            try db.execute(#"INSERT INTO session (token, id, "user", created, used) VALUES ('1', '2', '3', 4, 5)"#)
            try PostgresSchema.all.migrate(db)
            #expect(try db.integer("SELECT count(*) FROM session WHERE program IS NULL AND used = 5") == 1)
        }
    }

    @Test func `a later migration is applied to what is there`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            let first = PostgresSchema.Migration(name: "v1", statements: ["CREATE TABLE a (x BIGINT)"])
            let second = PostgresSchema.Migration(name: "v2", statements: ["ALTER TABLE a ADD COLUMN y BIGINT"])
            try PostgresSchema(migrations: [first]).migrate(db)
            try PostgresSchema(migrations: [first, second]).migrate(db)
            #expect(try Self.columns(db) == ["a.x", "a.y"])
            let error = #expect(throws: StoreError.self) { try PostgresSchema(migrations: [first]).migrate(db) }
            #expect(error?.description.contains("newer Martlet") == true)
        }
    }

    @Test func `a table of somebody else's is refused, and nothing is made beside it`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE event (mine TEXT)")
            let error = #expect(throws: StoreError.self) { try PostgresSchema.all.migrate(db) }
            #expect(error?.description.contains("\"event\"") == true)
            #expect(try Self.columns(db) == ["event.mine"])
        }
    }

    @Test func `texts are compared by their bytes`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try PostgresSchema.all.migrate(db)
            let texts = try db.integer(
                """
                SELECT count(*) FROM information_schema.columns WHERE table_schema = current_schema()
                AND table_name <> 'martlet_migration' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
                """)
            #expect(texts == 0)
            #expect(try db.integer("SELECT instr('añ@b', '@')") == 1)
            #expect(try db.integer("SELECT instr('a', '@')") == 0)
        }
    }

    @Test func `a second server is refused until the first one has ended`() throws {
        try TestDatabase.with { database in
            let second = try database.connect()
            do {
                let first = try database.connect()
                #expect(try ServerLock.take(first, isShared: false))
                #expect(try !ServerLock.take(second, isShared: false))
                let error = #expect(throws: StoreError.self) { try PostgresStore.writer(at: database.address) }
                #expect(error?.description.contains("Another Martlet server") == true)
                try first.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            } catch is PostgresError {}
            #expect(try ServerLock.take(second, isShared: false))
        }
    }

    @Test func `a server that hangs within a transaction loses the lock, and one that is idle keeps it`() throws {
        try TestDatabase.with { database in
            let (first, second) = (try database.connect(), try database.connect())
            #expect(try ServerLock.take(first, isShared: false))
            try ServerLock.endHanging(.serving, seconds: 0, second)
            #expect(try first.integer("SELECT 1") == 1)
            #expect(throws: PostgresError.self) {
                try first.inTransaction(.writing) {
                    _ = try first.integer("SELECT 1")
                    try ServerLock.endHanging(.serving, seconds: 60, second)
                    #expect(try first.integer("SELECT 1") == 1)
                    try ServerLock.endHanging(.serving, seconds: 0, second)
                    // PostgreSQL ends it soon after that.
                    while true { _ = try first.integer("SELECT 1") }
                }
            }
            #expect(try ServerLock.take(second, isShared: false))
        }
    }

    @Test func `two schemas of a database are two chats`() throws {
        try TestDatabase.with { database in
            let one = try database.connect()
            try one.execute("CREATE SCHEMA other")
            let two = try PostgresConnection(PostgresAddress(database.uri + "&options=-csearch_path%3Dother"))
            #expect(try ServerLock.take(one, isShared: false))
            #expect(try ServerLock.take(two, isShared: false))
            try PostgresSchema.all.migrate(one)
            try PostgresSchema.all.migrate(two)
            let nowhere = try PostgresConnection(PostgresAddress(database.uri + "&options=-csearch_path%3Dnothing"))
            let error = #expect(throws: StoreError.self) { try ServerLock.take(nowhere, isShared: false) }
            #expect(error?.description.contains("no schema") == true)
        }
    }
}
