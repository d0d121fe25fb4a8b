import GRDB

/// The tables of accounts, as a list of named migrations that only ever grows at its end.
enum AccountSchema {
    static let migrator = {
        var migrator = DatabaseMigrator()
        // `name` is NULL for an account that was closed. `used` in `session_by_user` gives the
        // session that was not used for the longest time.
        migrator.registerMigration("v1 accounts, sessions, invites and keys") { db in
            try db.execute(
                sql: """
                    CREATE TABLE account (
                        user BLOB PRIMARY KEY, name TEXT UNIQUE, role INTEGER NOT NULL, disabled INTEGER NOT NULL,
                        created INTEGER NOT NULL, salt BLOB, password BLOB, rounds INTEGER, block_size INTEGER,
                        parallelism INTEGER
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE session (
                        token BLOB PRIMARY KEY, id BLOB NOT NULL UNIQUE, user BLOB NOT NULL, created INTEGER NOT NULL,
                        used INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX session_by_user ON session (user, used);
                    CREATE TABLE invite (
                        code BLOB PRIMARY KEY, role INTEGER NOT NULL, uses INTEGER NOT NULL, expires INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE api_key (
                        token BLOB PRIMARY KEY, user BLOB NOT NULL, name TEXT NOT NULL UNIQUE, role INTEGER NOT NULL,
                        created INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        // Accounts and keys that are older than the table are not in it.
        migrator.registerMigration("v2 looks of names") { db in
            try db.execute(
                sql: """
                    CREATE TABLE name_look (look TEXT PRIMARY KEY, user BLOB NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE INDEX name_look_by_user ON name_look (user);
                    """)
        }
        migrator.registerMigration("v3 programs of sessions") { db in
            try db.execute(sql: "ALTER TABLE session ADD COLUMN program TEXT")
        }
        // `until` is NULL for a ban without an end.
        migrator.registerMigration("v4 bans") { db in
            try db.execute(
                sql: """
                    CREATE TABLE ban (subject TEXT PRIMARY KEY, name TEXT, until INTEGER, reason TEXT)
                        STRICT, WITHOUT ROWID
                    """)
        }
        return migrator
    }()
}
