extension PostgresSchema {
    /// The tables of accounts, and of what a server needs to continue after another one.
    ///
    /// `serving` has one row: the server that began to serve last (``ServerTerm``). `secret` has
    /// the key of guest tokens.
    static let accounts = [
        #"""
        CREATE TABLE account (
            "user" BYTEA PRIMARY KEY, name TEXT COLLATE "C" UNIQUE, role BIGINT NOT NULL, disabled BIGINT NOT NULL,
            created BIGINT NOT NULL, salt BYTEA, password BYTEA, rounds BIGINT, block_size BIGINT, parallelism BIGINT
        )
        """#,
        #"""
        CREATE TABLE session (
            token BYTEA PRIMARY KEY, id BYTEA NOT NULL UNIQUE, "user" BYTEA NOT NULL, created BIGINT NOT NULL,
            used BIGINT NOT NULL
        )
        """#,
        #"CREATE INDEX session_by_user ON session ("user", used)"#,
        """
        CREATE TABLE invite (
            code BYTEA PRIMARY KEY, role BIGINT NOT NULL, uses BIGINT NOT NULL, expires BIGINT NOT NULL
        )
        """,
        #"""
        CREATE TABLE api_key (
            token BYTEA PRIMARY KEY, "user" BYTEA NOT NULL, name TEXT COLLATE "C" NOT NULL UNIQUE,
            role BIGINT NOT NULL, created BIGINT NOT NULL
        )
        """#,
        #"CREATE TABLE secret (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL)"#,
        "CREATE TABLE serving (term BIGINT NOT NULL, cluster BIGINT, database BIGINT, timeline BIGINT)",
        "INSERT INTO serving (term) VALUES (0)",
    ]

    /// Accounts and keys that are older than the table are not in it.
    static let looksOfNames = [
        #"CREATE TABLE name_look (look TEXT COLLATE "C" PRIMARY KEY, "user" BYTEA NOT NULL)"#,
        #"CREATE INDEX name_look_by_user ON name_look ("user")"#,
    ]

    static let programsOfSessions = [#"ALTER TABLE session ADD COLUMN program TEXT COLLATE "C""#]

    /// `until` is NULL for a ban without an end.
    static let bans = [
        #"""
        CREATE TABLE ban (
            subject TEXT COLLATE "C" PRIMARY KEY, name TEXT COLLATE "C", until BIGINT, reason TEXT COLLATE "C"
        )
        """#
    ]
}
