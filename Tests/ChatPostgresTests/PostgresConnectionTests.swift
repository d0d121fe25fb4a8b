import ChatSQL
import ChatWire
import Testing

@testable import ChatPostgres

@Suite struct PostgresConnectionTests {
    @Test func `values come back as they went in`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE t (a BIGINT, b BYTEA, c BYTEA, d TEXT)")
            let insert = try db.prepared("INSERT INTO t VALUES (?, ?, ?, ?)")
            let values: [(Int64?, [UInt8], String?)] = [
                (.min, [], ""), (.max, [0, 255, 39], "a'é👋\n\\"), (nil, [1], nil),
                (-1, Array(repeating: 7, count: 100_000), "ü"),
            ]
            for (number, bytes, text) in values {
                insert.bind(number, at: 1)
                insert.bind(bytes, at: 2)
                insert.bind(high: 1, low: .max, at: 3)
                try insert.bind(text, at: 4)
                try insert.run()
            }
            let select = try db.prepared("SELECT a, b, c, d, a IS NULL FROM t ORDER BY length(b) % 4, a")
            var found: [(Int64?, [UInt8], String?)] = []
            while try select.step() {
                found.append((select.isNull(0) ? nil : select.integer(0), select.bytes(1), select.text(3)))
                #expect(select.identifier(2)?.high == 1 && select.identifier(2)?.low == .max)
                #expect(select.identifier(1) == nil)
                #expect(select.integer(4) == (select.isNull(0) ? 1 : 0))
            }
            #expect(found.count == values.count)
            for value in values { #expect(found.contains { $0 == value }) }
        }
    }

    @Test func `numbers of every type are integers`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            #expect(try db.integer("SELECT -2::SMALLINT") == -2)
            #expect(try db.integer("SELECT -3::INTEGER") == -3)
            #expect(try db.integer("SELECT 1 = 1") == 1)
            #expect(try db.integer("SELECT sum(x) FROM (VALUES (9223372036854775800), (5)) AS v (x)") == .max - 2)
            #expect(
                try db.integer("SELECT sum(x) FROM (VALUES (-10000000000000000), (-5)) AS v (x)")
                    == -10_000_000_000_000_005)
            #expect(try db.integer("SELECT sum(x) FROM (VALUES (9223372036854775807), (5)) AS v (x)") == .max)
            #expect(try db.integer("SELECT sum(x) FROM (VALUES (20000), (20000)) AS v (x)") == 40_000)
            #expect(try db.integer("SELECT 12345.9::NUMERIC") == 12_345)
            #expect(try db.integer("SELECT count(*) FROM pg_class WHERE false") == 0)
            #expect(throws: PostgresError.self) { try db.integer("SELECT now()") }
        }
    }

    @Test func `a plan that was made while a table was small does not read all of it`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE event (id BIGINT PRIMARY KEY, device BIGINT)")
            try db.execute("CREATE TABLE device (id BIGINT PRIMARY KEY, name TEXT)")
            try db.execute("INSERT INTO event SELECT id, 1 FROM generate_series(1, 64) AS id")
            try db.execute("INSERT INTO device VALUES (1, 'phone')")
            let placeholders = Array(repeating: "?", count: 64).joined(separator: ", ")
            let select = try db.prepared(
                "SELECT event.id, name FROM event LEFT JOIN device ON device.id = device "
                    + "WHERE event.id IN (\(placeholders))")
            // PostgreSQL counts a scan of its own where a table gets its key.
            let scans = "SELECT sum(seq_scan) FROM pg_stat_xact_user_tables WHERE relname IN ('event', 'device')"
            try db.inTransaction(.writing) {
                let before = try db.integer(scans)
                for _ in 1...10 {
                    for index in 1...64 { select.bind(Int64(index), at: Int32(index)) }
                    var found = 0
                    while try select.step() { found += 1 }
                    #expect(found == 64)
                }
                #expect(try db.integer(scans) == before)
            }
        }
    }

    @Test func `a statement is stepped while another one has rows`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            let outer = try db.prepared("SELECT x FROM generate_series(1, 3) AS x")
            var sums: [Int64] = []
            while try outer.step() {
                let inner = try db.prepared("SELECT x + ? FROM generate_series(10, 11) AS x")
                inner.bind(outer.integer(0), at: 1)
                while try inner.step() { sums.append(inner.integer(0)) }
            }
            #expect(sums == [11, 12, 12, 13, 13, 14])
            // As after SQLite's last row, it begins anew.
            #expect(try outer.step() && outer.integer(0) == 1)
        }
    }

    @Test func `a parameter may be NULL first, and of another type later`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE t (a BYTEA, b TEXT)")
            let insert = try db.prepared("INSERT INTO t VALUES (?, ?)")
            for _ in 0..<2 {
                insert.bind(nil as Int64?, at: 1)
                try insert.bind(nil as String?, at: 2)
                try insert.run()
                insert.bind([1], at: 1)
                try insert.bind("x", at: 2)
                try insert.run()
            }
            #expect(try db.integer("SELECT count(*) FROM t WHERE a IS NULL AND b IS NULL") == 2)
            #expect(throws: PostgresError.self) { try insert.bind("a\0b", at: 2) }
        }
    }

    @Test func `a statement counts the rows that it changed`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            try db.execute("CREATE TABLE t (a BIGINT PRIMARY KEY)")
            #expect(try db.prepared("INSERT INTO t SELECT x FROM generate_series(1, 5) AS x").runCounting() == 5)
            #expect(try db.prepared("INSERT OR IGNORE INTO t VALUES (5)").runCounting() == 0)
            #expect(try db.prepared("DELETE FROM t WHERE a > 2").runCounting() == 3)
        }
    }

    @Test func `a session may be idle, although the database's settings end idle sessions`() throws {
        try TestDatabase.with { database in
            let impatient = database.uri + "&options=-cidle_session_timeout%3D1000"
            let db = try PostgresConnection(PostgresAddress(impatient))
            #expect(try db.integer("SELECT current_setting('idle_session_timeout')::BIGINT") == 0)
        }
    }

    @Test func `statements beyond those that are kept work, too`() throws {
        try TestDatabase.with { database in
            let db = try database.connect()
            for number in 0...Limits.databaseStatements + 1 {
                #expect(try db.integer("SELECT \(number)") == Int64(number))
            }
            #expect(try db.integer("SELECT 0") == 0)
            let kept = try db.integer("SELECT count(*) FROM pg_prepared_statements") ?? 0
            #expect(kept <= Int64(Limits.databaseStatements))
        }
    }
}
