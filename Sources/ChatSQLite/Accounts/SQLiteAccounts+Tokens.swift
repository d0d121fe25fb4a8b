import ChatRooms
import ChatWire
import Foundation
import GRDB

/// Sessions, invites and API keys.
extension SQLiteAccounts {
    /// Adds a session, and ends those beyond ``ChatWire/Limits/sessionsPerAccount``, never the new
    /// one.
    ///
    /// - Returns: the sessions that ended
    public func add(_ session: AccountSession, token: [UInt8]) throws(StoreError) -> [SessionID] {
        try write { db in
            try db.execute(
                sql: "INSERT INTO session (token, id, user, created, used) VALUES (?, ?, ?, ?, ?)",
                arguments: [Data(token), session.id.data, session.user.data, session.created, session.used])
            let surplus = try Row.fetchAll(
                db,
                sql: """
                    SELECT id FROM session WHERE user = ? AND id <> ?
                    ORDER BY used DESC, created DESC, id LIMIT -1 OFFSET ?
                    """,
                arguments: [session.user.data, session.id.data, Limits.sessionsPerAccount - 1]
            ).map { try SessionID($0, "id") }
            for id in surplus { try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id.data]) }
            return surplus
        }
    }

    /// The session with this digest of its token; `nil` if there is none.
    public func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT id, user, created, used FROM session WHERE token = ?", arguments: [Data(token)]
            ).map(AccountSession.init)
        }
    }

    /// All sessions of a user, the oldest first.
    public func sessions(of user: UserID) throws(StoreError) -> [AccountSession] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT id, user, created, used FROM session WHERE user = ? ORDER BY created, id",
                arguments: [user.data]
            ).map(AccountSession.init)
        }
    }

    /// Sets when a session was used last.
    ///
    /// - Parameter at: milliseconds since 1970-01-01 UTC
    public func use(_ session: SessionID, at: Int64) throws(StoreError) {
        try write { db in
            try db.execute(sql: "UPDATE session SET used = ? WHERE id = ?", arguments: [at, session.data])
        }
    }

    /// Ends a session.
    ///
    /// - Returns: whether the user had this session
    public func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool {
        try write { db in
            try db.execute(
                sql: "DELETE FROM session WHERE id = ? AND user = ?", arguments: [session.data, user.data])
            return db.changesCount > 0
        }
    }

    /// Ends all sessions of a user except `except`; `nil` ends all.
    public func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: "DELETE FROM session WHERE user = ? AND id IS NOT ?", arguments: [user.data, except?.data])
        }
    }

    /// Adds an invite. One for an administrator takes the place of every other such invite, in one
    /// transaction.
    public func add(_ invite: Invite, code: [UInt8]) throws(StoreError) {
        try write { db in
            if invite.role == .administrator { try Self.endInvitesForAdministrators(db) }
            try db.execute(
                sql: "INSERT INTO invite (code, role, uses, expires) VALUES (?, ?, ?, ?)",
                arguments: [Data(code), invite.role.rawValue, invite.uses, invite.expires])
        }
    }

    static func endInvitesForAdministrators(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM invite WHERE role = ?", arguments: [ServerRole.administrator.rawValue])
    }

    /// Whether the invite is known, not used up and not expired.
    public func counts(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM invite WHERE code = ? AND uses > 0 AND expires > ?)",
                arguments: [Data(code), now]) ?? false
        }
    }

    /// Adds an API key with the digest of its token.
    ///
    /// - Throws: ``StoreError/unreadable(_:)`` also if a key has this name; then nothing changed
    public func add(_ key: APIKey, token: [UInt8]) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: "INSERT INTO api_key (token, user, name, role, created) VALUES (?, ?, ?, ?, ?)",
                arguments: [Data(token), key.user.data, key.name, key.role.rawValue, key.created])
        }
    }

    /// The API key with this digest of its token; `nil` if there is none.
    public func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM api_key WHERE token = ?", arguments: [Data(token)])
                .map(APIKey.init)
        }
    }

    /// All API keys, in the order of the bytes of their names.
    public func keys() throws(StoreError) -> [APIKey] {
        try read { db in try Row.fetchAll(db, sql: "SELECT * FROM api_key ORDER BY name").map(APIKey.init) }
    }

    /// Removes an API key.
    ///
    /// - Returns: the key, if there was one of this name
    public func removeKey(named name: String) throws(StoreError) -> APIKey? {
        try write { db in
            let row = try Row.fetchOne(db, sql: "SELECT * FROM api_key WHERE name = ?", arguments: [name])
            guard let key = try row.map(APIKey.init) else { return nil }
            try db.execute(sql: "DELETE FROM api_key WHERE name = ?", arguments: [name])
            return key
        }
    }
}

extension AccountSession {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try SessionID(row, "id"), user: try UserID(row, "user"), created: row["created"], used: row["used"])
    }
}

extension APIKey {
    fileprivate init(_ row: Row) throws {
        self.init(user: try UserID(row, "user"), name: row["name"], role: try ServerRole(row), created: row["created"])
    }
}
