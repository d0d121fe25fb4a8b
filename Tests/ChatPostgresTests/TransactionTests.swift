import ChatSQL
import ChatWire
import Foundation
import Testing

@testable import ChatPostgres

@Suite struct TransactionTests {
    /// A table `t` of different numbers.
    private static func with(_ body: (TestDatabase, PostgresConnection) throws -> Void) throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE t (a BIGINT PRIMARY KEY)")
            try body(database, db)
        }
    }

    private static func insert(_ number: Int64, _ db: PostgresConnection) throws {
        let insert = try db.prepared("INSERT INTO t VALUES (?)")
        insert.bind(number, at: 1)
        try insert.run()
    }

    @Test(arguments: [1, Limits.databasePipeline - 1, Limits.databasePipeline, Limits.databasePipeline + 1, 1_000])
    func `everything that ran is committed together`(_ count: Int) throws {
        try Self.with { database, db in
            let other = try database.connect()
            try db.inTransaction(.writing) {
                for number in 0..<count { try Self.insert(Int64(number), db) }
                #expect(try other.integer("SELECT count(*) FROM t") == 0)
            }
            #expect(try other.integer("SELECT count(*) FROM t") == Int64(count))
        }
    }

    @Test func `a row that was inserted is seen by the next statement`() throws {
        try Self.with { _, db in
            try db.inTransaction(.writing) {
                try Self.insert(7, db)
                #expect(try db.integer("SELECT a FROM t") == 7)
            }
        }
    }

    @Test func `an error of a queued statement appears at the next result, at the latest at the commit`() throws {
        try Self.with { _, db in
            for asks in [false, true] {
                let error = #expect(throws: PostgresError.self) {
                    try db.inTransaction(.writing) {
                        try Self.insert(1, db)
                        try Self.insert(1, db)
                        try Self.insert(2, db)
                        if asks {
                            _ = try db.integer("SELECT 1")
                            Issue.record("the error was passed over")
                        }
                    }
                }
                #expect(error?.state == "23505")
                #expect(error?.mayHaveCommitted == false)
                try #expect(db.integer("SELECT count(*) FROM t") == 0)
            }
        }
    }

    @Test func `an error of a full queue is thrown where the queue is emptied`() throws {
        try Self.with { _, db in
            var done = 0
            #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) {
                    for _ in 0..<1_000 {
                        try Self.insert(1, db)
                        done += 1
                    }
                }
            }
            #expect(done < Limits.databasePipeline)
            try #expect(db.integer("SELECT count(*) FROM t") == 0)
        }
    }

    @Test func `with awaitsEachRun an error is thrown by the statement that made it`() throws {
        try Self.with { _, db in
            db.awaitsEachRun = true
            var done: [Int64] = []
            #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) {
                    for number: Int64 in [1, 2, 2, 3] {
                        try Self.insert(number, db)
                        done.append(number)
                    }
                }
            }
            #expect(done == [1, 2])
        }
    }

    private struct Refused: Error {}

    @Test func `a transaction whose body throws leaves nothing`() throws {
        try Self.with { _, db in
            do {
                try db.inTransaction(.writing) {
                    try Self.insert(1, db)
                    throw Refused()
                }
                Issue.record("the error was passed over")
            } catch is Refused {}
            #expect(!db.isInTransaction)
            #expect(try db.integer("SELECT count(*) FROM t") == 0)
            try db.inTransaction(.writing) { try Self.insert(1, db) }
            #expect(try db.integer("SELECT count(*) FROM t") == 1)
        }
    }

    @Test func `an error that the body hides does not become a commit`() throws {
        try Self.with { _, db in
            let error = #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) {
                    try Self.insert(1, db)
                    _ = try? db.integer("SELECT 1 / 0")
                }
            }
            #expect(error?.state == "25P02")
            try #expect(db.integer("SELECT count(*) FROM t") == 0)
        }
    }

    @Test func `a session that ends before its commit has written nothing`() throws {
        try Self.with { database, db in
            let error = #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) {
                    try Self.insert(1, db)
                    _ = try db.integer("SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
            #expect(error?.isConnectionLost == true && error?.mayHaveCommitted == false)
            #expect(db.isLost)
            #expect(throws: PostgresError.self) { try db.integer("SELECT 1") }
            try #expect(database.connect().integer("SELECT count(*) FROM t") == 0)
        }
    }

    @Test func `a session that ends during its commit may have written`() throws {
        try Self.with { _, db in
            try db.execute(
                """
                CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql
                AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'
                """)
            try db.execute(
                "CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON t INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave()"
            )
            let error = #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) { try Self.insert(1, db) }
            }
            #expect(error?.mayHaveCommitted == true)
        }
    }

    /// Makes every insertion into `t` warn.
    private static func warn(_ db: PostgresConnection, atCommit: Bool) throws {
        try db.execute(
            "CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE WARNING 'careful'; RETURN NULL; END$$"
        )
        try db.execute(
            """
            CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON t
            INITIALLY \(atCommit ? "DEFERRED" : "IMMEDIATE") FOR EACH ROW EXECUTE FUNCTION warn()
            """)
    }

    @Test func `a warning of a statement says nothing of the commit`() throws {
        try Self.with { _, db in
            try Self.warn(db, atCommit: false)
            // The first commit is also prepared.
            for first: Int64 in [0, 10] {
                try db.inTransaction(.writing) {
                    for number in first..<first + 3 { try Self.insert(number, db) }
                }
            }
            #expect(try db.integer("SELECT count(*) FROM t") == 6)
            #expect(!db.isLost)
        }
    }

    @Test func `after a warning of the commit nobody knows its outcome`() throws {
        try Self.with { database, db in
            try Self.warn(db, atCommit: true)
            let error = #expect(throws: PostgresError.self) {
                try db.inTransaction(.writing) {
                    for number: Int64 in 0..<3 { try Self.insert(number, db) }
                }
            }
            #expect(error?.mayHaveCommitted == true && error?.message == "careful")
            #expect(db.isLost)
            #expect(try database.connect().integer("SELECT count(*) FROM t") == 3)
        }
    }

    @Test func `a reading transaction sees one moment, and writes nothing`() throws {
        try Self.with { database, db in
            let readers = try PostgresReaders(database.address, count: 1)
            try readers.read { reader in
                #expect(try reader.integer("SELECT count(*) FROM t") == 0)
                try db.inTransaction(.writing) { try Self.insert(1, db) }
                #expect(try reader.integer("SELECT count(*) FROM t") == 0)
            }
            #expect(try readers.read { try $0.integer("SELECT count(*) FROM t") } == 1)
            #expect(throws: PostgresError.self) { try readers.read { try Self.insert(2, $0) } }
        }
    }

    @Test func `reads that wait for a connection are counted`() throws {
        try Self.with { database, _ in
            let readers = try PostgresReaders(database.address, count: 1)
            let isRead = DispatchSemaphore(value: 0)
            try readers.read { _ in
                Thread.detachNewThread {
                    _ = try? readers.read { _ in }
                    isRead.signal()
                }
                // The only connection is in use until this returns.
                while readers.waits == 0 { sched_yield() }
            }
            isRead.wait()
            try readers.read { _ in }
            #expect(readers.waits == 1)
        }
    }

    @Test func `a reader that was lost is opened anew at its next use`() throws {
        try Self.with { database, db in
            let readers = try PostgresReaders(database.address, count: 1)
            let process = try #require(try readers.read { try $0.integer("SELECT pg_backend_pid()") })
            _ = try db.integer("SELECT pg_terminate_backend(\(process), 5000)")
            let error = #expect(throws: PostgresError.self) { try readers.read { try $0.integer("SELECT 1") } }
            #expect(error?.isConnectionLost == true)
            #expect(try readers.read { try $0.integer("SELECT 1") } == 1)
        }
    }

    @Test func `a reader whose prepared statements were dropped is opened anew at its next use`() throws {
        try Self.with { database, _ in
            let readers = try PostgresReaders(database.address, count: 1)
            #expect(try readers.read { try $0.integer("SELECT 1") } == 1)
            // Nobody waits for the end of a transaction that reads: its error comes with the next
            // read.
            try readers.read { _ = try $0.execute("DEALLOCATE ALL") }
            let error = #expect(throws: PostgresError.self) { try readers.read { try $0.integer("SELECT 1") } }
            #expect(error?.state == "26000")
            #expect(try readers.read { try $0.integer("SELECT 1") } == 1)
        }
    }
}
