import ChatRooms
import ChatWire

/// The locks that keep servers from the same tables, which their sessions hold until they end.
///
/// Servers of a cluster take a shared lock. A server without a cluster takes an exclusive one, so
/// it never serves beside another one.
///
/// The locks belong to the schema in which the tables are, so that two schemas of a database can be
/// two chats.
enum ServerLock {
    /// Takes the lock, and keeps it until the session ends. Waits for it for
    /// ``ChatWire/Limits/databaseBusy`` seconds: the session of a server that was killed may still
    /// be ending.
    ///
    /// The upper half of the lock's number is Martlet's, the lower one the schema's.
    ///
    /// - Parameter isShared: whether other servers may have it at the same time
    /// - Returns: whether the lock was taken
    static func take(_ connection: PostgresConnection, isShared: Bool) throws -> Bool {
        guard try schema(connection) != 0 else {
            throw StoreError.unusable(
                "The database has no schema for Martlet's tables. Make one that is in the user's search_path, such as "
                    + "public, or name it in the address: ?options=-csearch_path%3DNAME.")
        }
        let lock = try connection.prepared("SELECT pg_advisory_lock\(isShared ? "_shared" : "")(?)")
        lock.bind(number(.serving, try schema(connection)), at: 1)
        do {
            _ = try lock.step()
            lock.reset()
            return true
        } catch let error as PostgresError where error.state == PostgresError.lockNotAvailable {
            return false
        }
    }

    /// Whether the connection's session has the lock that ``take(_:isShared:)`` has taken.
    ///
    /// A pooler may give each transaction another session. Call this while another connection has
    /// a transaction open. The pooler then can't give both the same session.
    static func isHeld(by connection: PostgresConnection) throws -> Bool {
        let number = try number(.serving, schema(connection))
        let find = try connection.prepared(
            """
            SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND granted
            AND classid::BIGINT = ? AND objid::BIGINT = ? AND objsubid = 1
            """)
        find.bind(number >> 32, at: 1)
        find.bind(number & 0xFFFF_FFFF, at: 2)
        defer { find.reset() }
        return try find.step()
    }

    /// The refusal of a server whose lock would not hold.
    static let pooled = StoreError.unusable(
        "The address leads to a pooler that gives each transaction another session (PgBouncer's pool_mode = transaction). "
            + "So nothing would keep a second server away. Give the address of PostgreSQL itself, or of a pool with "
            + "pool_mode = session.")

    /// The refusal of a server that does not wait for the lock.
    static let taken = StoreError.unusable(
        "Another Martlet server uses this database. Stop that one first, give this one a database of its own, or let it "
            + "wait with --standby.")

    /// The refusal of a server of a cluster, if a server without a cluster uses the database.
    static let takenAlone = StoreError.unusable(
        "Another Martlet server uses this database without --cluster. Start that one with --cluster, too.")

    /// Notes that this session's server serves from now on, together with those that do already.
    /// Called in a transaction that holds the lock of ``takeForMigration(_:)``.
    ///
    /// - Returns: whether it is the first
    static func join(_ connection: PostgresConnection) throws -> Bool {
        let number = try number(.member, schema(connection))
        let lock = try connection.prepared("SELECT pg_try_advisory_lock(?)::INTEGER")
        lock.bind(number, at: 1)
        let isFirst = try lock.step() && lock.integer(0) != 0
        lock.reset()
        // From here on others are not the first. Both locks may be held at once.
        for function in isFirst ? ["lock_shared", "unlock"] : ["lock_shared"] {
            let change = try connection.prepared("SELECT pg_advisory_\(function)(?)")
            change.bind(number, at: 1)
            _ = try change.step()
            change.reset()
        }
        return isFirst
    }

    /// Ends other sessions that have a lock and stand still within a transaction. PostgreSQL then
    /// releases the lock. A transaction that waits for a disk or a standby is left alone.
    ///
    /// PostgreSQL itself notices a server that does nothing between two statements, but not one
    /// that stands still while it sends several of them.
    ///
    /// - Parameter seconds: how long PostgreSQL has waited for the server
    static func endHanging(_ purpose: Purpose, seconds: Int, _ connection: PostgresConnection) throws {
        let number = try number(purpose, schema(connection))
        let end = try connection.prepared(
            """
            SELECT pg_terminate_backend(pg_stat_activity.pid) FROM pg_stat_activity
            JOIN pg_locks ON pg_locks.pid = pg_stat_activity.pid
            WHERE locktype = 'advisory' AND granted AND classid::BIGINT = ? AND objid::BIGINT = ? AND objsubid = 1
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND pg_stat_activity.pid <> pg_backend_pid() AND wait_event_type = 'Client'
            AND xact_start IS NOT NULL AND state_change <= clock_timestamp() - interval '\(seconds) seconds'
            """)
        end.bind(number >> 32, at: 1)
        end.bind(number & 0xFFFF_FFFF, at: 2)
        while try end.step() {}
        end.reset()
    }

    /// Waits until no other process changes the tables, or begins to serve. The lock ends with the
    /// transaction.
    static func takeForMigration(_ connection: PostgresConnection) throws {
        let lock = try connection.prepared("SELECT pg_advisory_xact_lock(?)")
        lock.bind(number(.migration, try schema(connection)), at: 1)
        _ = try lock.step()
        lock.reset()
    }

    /// What a lock is for. Its number begins with the letters "Mar".
    enum Purpose: Int64 {
        /// To use the tables.
        case serving = 0x4D61_7201
        /// To change the tables, or to begin to serve.
        case migration = 0x4D61_7202
        /// To append together with the other servers of a cluster.
        case member = 0x4D61_7203
    }

    private static func number(_ purpose: Purpose, _ schema: Int64) -> Int64 { purpose.rawValue << 32 | schema }

    /// 0 where the search path names no schema that is there.
    static func schema(_ connection: PostgresConnection) throws -> Int64 {
        let find = try connection.prepared("SELECT oid FROM pg_namespace WHERE nspname = current_schema()")
        defer { find.reset() }
        return try find.step() ? find.integer(0) : 0
    }
}
