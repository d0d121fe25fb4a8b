import ChatSQL
import GRDB

extension Schema {
    /// The tables of the log, with their columns. A table stands behind those that its rows refer
    /// to.
    ///
    /// They are those that the migrations make: a database may have other programs' tables, too.
    static func tables() throws -> [LogCopy.Table] {
        let fresh = try DatabaseQueue()
        try migrator.migrate(fresh)
        return try fresh.inDatabase { db in
            let select = try RawStatement(
                """
                SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name <> 'grdb_migrations' AND t.name NOT LIKE 'sqlite%'
                ORDER BY t.name <> 'room', t.name, c.cid
                """, in: db)
            var tables: [LogCopy.Table] = []
            while try select.step() {
                guard let name = select.text(0), let column = select.text(1) else { continue }
                let kind: LogCopy.Column.Kind =
                    switch select.text(2) {
                    case "INTEGER": .integer
                    case "BLOB": .bytes
                    default: .text
                    }
                let former = tables.last?.name == name ? tables.removeLast().columns : []
                tables.append(LogCopy.Table(name: name, columns: former + [LogCopy.Column(name: column, kind: kind)]))
            }
            return tables
        }
    }

    /// The tables that never give an id twice, also after its row was deleted.
    static func tablesWithLastIds(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' ORDER BY name")
    }
}
