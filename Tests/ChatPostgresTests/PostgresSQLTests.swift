import Testing

@testable import ChatPostgres

@Suite struct PostgresSQLTests {
    @Test(arguments: [
        ("SELECT ?", "SELECT $1"),
        ("SELECT ?, ?, ?2, ?", "SELECT $1, $2, $2, $3"),
        ("WHERE id = ?12", "WHERE id = $12"),
        ("SELECT user, mark.user FROM mark", "SELECT \"user\", mark.\"user\" FROM mark"),
        ("SELECT user_id, users, \"user\", 'user?'", "SELECT user_id, users, \"user\", 'user?'"),
        ("SELECT 'it''s ?', ?", "SELECT 'it''s ?', $1"),
        ("SELECT 1 -- why ?\n, ?", "SELECT 1 -- why ?\n, $1"),
        ("FROM event INDEXED BY event_by_target WHERE a", "FROM event  WHERE a"),
        ("about IS NOT ?3 ORDER", "about IS DISTINCT FROM $3 ORDER"),
        ("about IS ?1", "about IS NOT DISTINCT FROM $1"),
        ("a IS NULL AND b IS NOT NULL AND c IS TRUE", "a IS NULL AND b IS NOT NULL AND c IS TRUE"),
        ("a IS DISTINCT FROM b OR a IS NOT DISTINCT FROM c", "a IS DISTINCT FROM b OR a IS NOT DISTINCT FROM c"),
        ("max(floor, said.number), max(id)", "greatest(floor, said.number), max(id)"),
        ("min(coalesce(a, b)), MIN (a, 1)", "min(coalesce(a, b)), least (a, 1)"),
        ("INSERT OR IGNORE INTO a (b) SELECT 1", "INSERT  INTO a (b) SELECT 1 ON CONFLICT DO NOTHING"),
        (
            "INSERT OR IGNORE INTO a (b) VALUES (1) RETURNING id",
            "INSERT  INTO a (b) VALUES (1) ON CONFLICT DO NOTHING RETURNING id"
        ),
        ("a = x'00ff' OR b == 1", "a = '\\x00ff'::bytea OR b = 1"),
        ("SELECT 'never ended ?", "SELECT 'never ended ?"),
    ])
    func `a statement of SQLite's becomes one of PostgreSQL's`(_ sql: String, _ expected: String) {
        #expect(PostgresSQL(sql).text == expected)
    }

    @Test func `a parameter without a number follows the highest one before it`() {
        let sql = PostgresSQL("SELECT ?3, ?, ?1")
        #expect(sql.text == "SELECT $3, $4, $1")
        #expect(sql.parameters == 4)
    }
}
