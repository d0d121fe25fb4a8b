import ChatSQL
import ChatWire

/// A connection to a PostgreSQL database, with its prepared statements. One thread uses it at a
/// time.
final class PostgresConnection: SQLDatabase {
    private let session: PostgresSession
    private let transaction = PostgresTransaction()
    private var statements: [String: PostgresStatement] = [:]

    /// Connects, and makes the settings of the session.
    init(_ address: PostgresAddress) throws {
        session = try PostgresSession(address)
        for setting in [
            // While a lock is held for long, or PostgreSQL's disk hangs, requests are refused.
            "lock_timeout = '\(Limits.databaseBusy)s'", "statement_timeout = '\(Limits.databaseStatement)s'",
            // While a server starts, the session of its writer is idle. If PostgreSQL ended it for
            // that, the server would lose its lock, and the store would fail.
            "idle_session_timeout = 0", "idle_in_transaction_session_timeout = 0",
            // With these, PostgreSQL notices within seconds that this machine is gone, and releases
            // the lock. By default that takes two hours. They have no effect over a Unix socket.
            "tcp_keepalives_idle = \(Limits.databaseSilence)", "tcp_keepalives_interval = \(Limits.databaseSilence)",
            "tcp_keepalives_count = 2", "tcp_user_timeout = '\(Limits.databaseSilence * 3)s'",
            // A backslash in a string is a backslash, as in SQLite.
            "standard_conforming_strings = on",
            // A plan is kept with its statement. One that was made while a table was small, and
            // reads all of it, would still do so when the table is large. Each query has an index,
            // since SQLite needs it, too. Where there is none, PostgreSQL reads the table all the
            // same, but estimates so high a cost that it would compile the plan (`jit`).
            "enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off", "jit = off",
        ] {
            try session.queue(PostgresPlan(sql: "SET \(setting)"))
        }
        // This setting exists from PostgreSQL 17 on. It ends sessions whose transactions take long.
        _ = try session.execute(
            PostgresPlan(
                sql: "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'"))
    }

    var isRemote: Bool { true }

    /// Whether it must be opened anew.
    var isLost: Bool { session.isLost }

    /// The descriptor that becomes readable when the server has sent something.
    var descriptor: Int32 { session.descriptor }

    /// What `NOTIFY` has brought and was not taken yet. Does not wait.
    func notifications() throws -> [(sender: Int32, payload: String)] { try session.notifications() }

    /// Whether a transaction is open.
    var isInTransaction: Bool { transaction.isOpen }

    /// Makes every `run` wait for its own result, so that an error is thrown where it belongs.
    var awaitsEachRun: Bool {
        get { transaction.awaitsEachRun }
        set { transaction.awaitsEachRun = newValue }
    }

    func prepared(_ sql: String) throws -> any SQLStatement {
        if let statement = statements[sql] {
            statement.reset()
            return statement
        }
        // SQL that is put together of many parts must not fill the server's memory.
        guard statements.count < Limits.databaseStatements else {
            return PostgresStatement(sql, name: nil, session, transaction)
        }
        let statement = PostgresStatement(sql, name: "s\(statements.count)", session, transaction)
        statements[sql] = statement
        return statement
    }

    /// Executes SQL that has no parameters and is not used again. It is not translated.
    @discardableResult func execute(_ sql: String) throws -> PostgresRows {
        try session.execute(PostgresPlan(sql: sql))
    }

    /// What a transaction may do, and what it sees.
    enum Kind: String {
        /// Each statement sees what is committed. The writer is alone, so nothing changes
        /// meanwhile.
        case writing = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        /// All statements see one moment.
        case reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Calls `body` in a transaction, which is rolled back if `body` throws.
    ///
    /// Returns after the commit of a write. An error has ``PostgresError/mayHaveCommitted`` only if
    /// nobody knows whether it happened.
    func inTransaction<Result>(_ kind: Kind, _ body: () throws -> Result) throws -> Result {
        // A connection that was lost since the last read is found out before anything is written.
        if kind == .writing { try session.takePosted() }
        // It is sent with the first statement.
        try session.queue(begin(kind))
        transaction.isOpen = true
        defer { transaction.isOpen = false }
        do {
            let result = try body()
            switch kind {
            case .writing: try session.commit(commit)
            // Nothing was written: what has been read does not depend on how it ends.
            case .reading: try session.post(commit)
            }
            return result
        } catch {
            if !isLost { try? rollBack() }
            throw error
        }
    }

    private func rollBack() throws {
        try session.discard()
        _ = try session.execute(rollback)
    }

    // Prepared once, like the statements of the tables.
    private lazy var beginWriting = PostgresPlan(name: "begin_writing", sql: Kind.writing.rawValue)
    private lazy var beginReading = PostgresPlan(name: "begin_reading", sql: Kind.reading.rawValue)
    private lazy var commit = PostgresPlan(name: "commit", sql: "COMMIT")
    private lazy var rollback = PostgresPlan(name: "rollback", sql: "ROLLBACK")

    private func begin(_ kind: Kind) -> PostgresPlan {
        switch kind {
        case .writing: beginWriting
        case .reading: beginReading
        }
    }
}

/// What the statements of a connection know of its transaction.
final class PostgresTransaction {
    fileprivate(set) var isOpen = false
    fileprivate(set) var awaitsEachRun = false
}
