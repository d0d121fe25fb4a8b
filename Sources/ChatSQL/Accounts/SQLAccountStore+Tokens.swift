import ChatRooms
import ChatWire

/// Sessions, invites and API keys.
extension SQLAccountStore {
    /// Adds a session, and ends those beyond ``ChatWire/Limits/sessionsPerAccount``, never the new
    /// one.
    ///
    /// - Returns: the sessions that ended; `nil` if the password is not the account's any more, or
    ///   the account is disabled
    public func add(
        _ session: AccountSession, token: [UInt8], checked password: PasswordHash
    ) throws(StoreError) -> [SessionID]? {
        try write { db in
            guard try Self.holds(password, of: session.user, db) else { return nil }
            let insert = try RawStatement(
                "INSERT INTO session (token, \(AccountSession.columns)) VALUES (?, ?, ?, ?, ?, ?)", in: db)
            insert.bind(token, at: 1)
            insert.bind(session.id, at: 2)
            insert.bind(session.user, at: 3)
            insert.bind(session.created, at: 4)
            insert.bind(session.used, at: 5)
            try insert.bind(session.program, at: 6)
            try insert.run()
            let others = try RawStatement(
                "SELECT id FROM session WHERE user = ? AND id <> ? ORDER BY used DESC, created DESC, id", in: db)
            others.bind(session.user, at: 1)
            others.bind(session.id, at: 2)
            var surplus: [SessionID] = []
            var kept = 1
            while try others.step() {
                if kept < Limits.sessionsPerAccount { kept += 1 } else { surplus.append(try others.accountID(0)) }
            }
            let delete = try RawStatement("DELETE FROM session WHERE id = ?", in: db)
            for id in surplus {
                delete.bind(id, at: 1)
                try delete.run()
            }
            return surplus
        }
    }

    /// The session with this digest of its token; `nil` if there is none.
    public func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? {
        try read { db in
            let select = try RawStatement("SELECT \(AccountSession.columns) FROM session WHERE token = ?", in: db)
            select.bind(token, at: 1)
            return try select.step() ? try AccountSession(select) : nil
        }
    }

    /// All sessions of a user, the oldest first.
    public func sessions(of user: UserID) throws(StoreError) -> [AccountSession] {
        try read { db in
            let select = try RawStatement(
                "SELECT \(AccountSession.columns) FROM session WHERE user = ? ORDER BY created, id", in: db)
            select.bind(user, at: 1)
            var sessions: [AccountSession] = []
            while try select.step() { sessions.append(try AccountSession(select)) }
            return sessions
        }
    }

    /// The open sessions and the roles of these users, in one snapshot.
    public func sessionsAndRoles(of users: [UserID]) throws(StoreError) -> [UserID: SessionsAndRole] {
        try read { db in
            var found: [UserID: SessionsAndRole] = [:]
            for group in Rows.groups(of: users) {
                let some = Rows.parameters(group.count)
                let accounts = try RawStatement(
                    "SELECT user, role FROM account WHERE user IN (\(some)) AND name IS NOT NULL", in: db)
                for (index, user) in group.enumerated() { accounts.bind(user, at: Int32(index + 1)) }
                while try accounts.step() {
                    let user: UserID = try accounts.accountID(0)
                    found[user, default: SessionsAndRole()].role = try ServerRole(accounts, 1)
                }
                let sessions = try RawStatement("SELECT user, id FROM session WHERE user IN (\(some))", in: db)
                for (index, user) in group.enumerated() { sessions.bind(user, at: Int32(index + 1)) }
                while try sessions.step() {
                    let user: UserID = try sessions.accountID(0)
                    found[user, default: SessionsAndRole()].sessions.insert(try sessions.accountID(1))
                }
            }
            return found
        }
    }

    /// Sets when a session was used last.
    ///
    /// - Parameter at: milliseconds since 1970-01-01 UTC
    public func use(_ session: SessionID, at: Int64) throws(StoreError) {
        try write { db in
            let update = try RawStatement("UPDATE session SET used = ? WHERE id = ?", in: db)
            update.bind(at, at: 1)
            update.bind(session, at: 2)
            try update.run()
        }
    }

    /// Ends a session.
    ///
    /// - Returns: whether the user had this session
    public func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool {
        try write { db in
            let delete = try RawStatement("DELETE FROM session WHERE id = ? AND user = ?", in: db)
            delete.bind(session, at: 1)
            delete.bind(user, at: 2)
            return try delete.runCounting() > 0
        }
    }

    /// Ends all sessions of a user except `except`; `nil` ends all.
    public func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        try write { db in
            let delete = try RawStatement("DELETE FROM session WHERE user = ? AND id IS NOT ?", in: db)
            delete.bind(user, at: 1)
            if let except { delete.bind(except, at: 2) } else { delete.bind(nil as Int64?, at: 2) }
            try delete.run()
        }
    }

    /// Adds an invite. One for an administrator takes the place of every other such invite, in one
    /// transaction.
    public func add(_ invite: Invite, code: [UInt8]) throws(StoreError) {
        try write { db in
            if invite.role == .administrator { try InviteTable.endThoseForAdministrators(db) }
            let insert = try RawStatement("INSERT INTO invite (code, role, uses, expires) VALUES (?, ?, ?, ?)", in: db)
            insert.bind(code, at: 1)
            insert.bind(invite.role.number, at: 2)
            insert.bind(Int64(invite.uses), at: 3)
            insert.bind(invite.expires, at: 4)
            try insert.run()
        }
    }

    /// Whether the invite is known, not used up and not expired.
    public func isValid(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        try read { db in try InviteTable.role(of: code, at: now, db) != nil }
    }

    /// Adds an API key with the digest of its token.
    ///
    /// - Returns: whether the name was free. If not, nothing was stored.
    public func add(_ key: APIKey, token: [UInt8]) throws(StoreError) -> Bool {
        try write { db in
            guard try NameLooks.take(key.name, for: key.user, db) else { return false }
            let insert = try RawStatement(
                "INSERT INTO api_key (token, \(APIKey.columns)) VALUES (?, ?, ?, ?, ?)", in: db)
            insert.bind(token, at: 1)
            insert.bind(key.user, at: 2)
            try insert.bind(key.name, at: 3)
            insert.bind(key.role.number, at: 4)
            insert.bind(key.created, at: 5)
            try insert.run()
            return true
        }
    }

    /// The API key with this digest of its token; `nil` if there is none.
    public func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? {
        try read { db in
            let select = try RawStatement("SELECT \(APIKey.columns) FROM api_key WHERE token = ?", in: db)
            select.bind(token, at: 1)
            return try select.step() ? try APIKey(select) : nil
        }
    }

    /// All API keys, in the order of the bytes of their names.
    public func keys() throws(StoreError) -> [APIKey] {
        try read { db in
            let select = try RawStatement("SELECT \(APIKey.columns) FROM api_key ORDER BY name", in: db)
            var keys: [APIKey] = []
            while try select.step() { keys.append(try APIKey(select)) }
            return keys
        }
    }

    /// Removes an API key.
    ///
    /// - Returns: the key, if there was one of this name
    public func removeKey(named name: String) throws(StoreError) -> APIKey? {
        try write { db in
            let select = try RawStatement("SELECT \(APIKey.columns) FROM api_key WHERE name = ?", in: db)
            try select.bind(name, at: 1)
            guard try select.step() else { return nil }
            let key = try APIKey(select)
            select.reset()
            let delete = try RawStatement("DELETE FROM api_key WHERE name = ?", in: db)
            try delete.bind(name, at: 1)
            try delete.run()
            try NameLooks.free(key.user, db)
            return key
        }
    }
}

/// The table `invite`.
enum InviteTable {
    /// The role that an invite gives; `nil` if it is not known, used up or expired.
    static func role(of code: [UInt8], at now: Int64, _ db: any SQLDatabase) throws -> ServerRole? {
        let select = try RawStatement("SELECT role FROM invite WHERE code = ? AND uses > 0 AND expires > ?", in: db)
        select.bind(code, at: 1)
        select.bind(now, at: 2)
        return try select.step() ? try ServerRole(select, 0) : nil
    }

    /// Uses an invite once, and removes those that do not count any more.
    ///
    /// - Returns: the role that it gives; `nil` if it does not count
    static func use(_ code: [UInt8], at now: Int64, _ db: any SQLDatabase) throws -> ServerRole? {
        guard let role = try role(of: code, at: now, db) else { return nil }
        // Another server may have used it up since it was read. Then the update, which waits for
        // that server's transaction, changes no row.
        let update = try RawStatement("UPDATE invite SET uses = uses - 1 WHERE code = ? AND uses > 0", in: db)
        update.bind(code, at: 1)
        guard try update.runCounting() > 0 else { return nil }
        try db.run("DELETE FROM invite WHERE uses <= 0 OR expires <= ?", now)
        return role
    }

    static func endThoseForAdministrators(_ db: any SQLDatabase) throws {
        try db.run("DELETE FROM invite WHERE role = ?", ServerRole.administrator.number)
    }
}

extension AccountSession {
    fileprivate static let columns = "id, user, created, used, program"

    fileprivate init(_ row: borrowing RawStatement) throws {
        self.init(
            id: try row.accountID(0), user: try row.accountID(1), program: row.text(4), created: row.integer(2),
            used: row.integer(3))
    }
}

extension APIKey {
    fileprivate static let columns = "user, name, role, created"

    fileprivate init(_ row: borrowing RawStatement) throws {
        guard let name = row.text(1) else { throw Damage("a name in the database of accounts is damaged") }
        self.init(user: try row.accountID(0), name: name, role: try ServerRole(row, 2), created: row.integer(3))
    }
}
