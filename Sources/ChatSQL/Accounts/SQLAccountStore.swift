import ChatRooms
import ChatWire

/// Accounts in the tables of this module, on any engine: everything is read and written here.
public protocol SQLAccountStore: AccountStore {
    /// Reads in one snapshot.
    func read<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value
    /// Writes in one transaction, which is on the disk before this returns. If `body` throws,
    /// nothing of it happened.
    func write<Value>(_ body: (any SQLDatabase) throws -> Value) throws(StoreError) -> Value
}

extension SQLAccountStore {
    /// All accounts, closed accounts and users of API keys, in no order. Reads both tables.
    public func holders() throws(StoreError) -> [NameHolder] {
        try read { db in
            let select = try RawStatement(
                "SELECT user, name FROM account UNION ALL SELECT user, name FROM api_key", in: db)
            var holders: [NameHolder] = []
            while try select.step() {
                holders.append(NameHolder(user: try select.accountID(0), name: select.text(1)))
            }
            return holders
        }
    }

    /// A user whose account's or API key's name looks like this one; `nil` also for a name that is
    /// older than the table of looks.
    public func holder(of name: ConfusableSkeleton) throws(StoreError) -> UserID? {
        try read { db in try NameLooks.holder(of: name, db) }
    }

    /// The account of a user; `nil` if there is none, or it was closed.
    public func account(of user: UserID) throws(StoreError) -> Account? {
        try read { db in
            let select = try RawStatement(
                "SELECT \(Account.columns) FROM account WHERE user = ? AND name IS NOT NULL", in: db)
            select.bind(user, at: 1)
            return try select.step() ? try Account(select) : nil
        }
    }

    /// Up to `limit` accounts in the order of the bytes of their names, after the name `after`.
    public func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        try read { db in
            let select = try RawStatement(
                "SELECT \(Account.columns) FROM account WHERE name > ? ORDER BY name LIMIT ?", in: db)
            try select.bind(after ?? "", at: 1)
            select.bind(Int64(limit), at: 2)
            var accounts: [Account] = []
            while try select.step() { accounts.append(try Account(select)) }
            return accounts
        }
    }

    /// Whether there is an administrator's account that is not disabled.
    public func hasAdministrator() throws(StoreError) -> Bool {
        try read { db in
            let select = try RawStatement(
                "SELECT 1 FROM account WHERE role = ? AND disabled = 0 AND name IS NOT NULL LIMIT 1", in: db)
            select.bind(ServerRole.administrator.number, at: 1)
            return try select.step()
        }
    }

    /// Makes an account and uses up its invite, in one transaction. Removes invites that do not
    /// count any more.
    public func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> AccountAddition {
        try write { db in
            guard try NameLooks.take(account.name, for: account.user, db) else { return .nameTaken }
            var account = account
            if let invite {
                guard let role = try InviteTable.use(invite, at: account.created, db) else {
                    try NameLooks.giveBack(account.name, db)
                    return .inviteRefused
                }
                account.role = role
            }
            if account.role == .administrator { try InviteTable.endThoseForAdministrators(db) }
            let insert = try RawStatement(
                """
                INSERT INTO account (salt, password, rounds, block_size, parallelism, \(Account.columns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, in: db)
            password.bind(to: insert)
            insert.bind(account.user, at: 6)
            try insert.bind(account.name, at: 7)
            insert.bind(account.role.number, at: 8)
            insert.bind(account.isDisabled ? 1 : 0, at: 9)
            insert.bind(account.created, at: 10)
            try insert.run()
            return .added(account)
        }
    }

    /// The password of a user's account; `nil` if there is no account, or it was closed.
    public func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        try read { db in
            let select = try RawStatement(
                """
                SELECT salt, password, rounds, block_size, parallelism FROM account
                WHERE user = ? AND password IS NOT NULL
                """, in: db)
            select.bind(user, at: 1)
            return try select.step() ? try PasswordHash(select) : nil
        }
    }

    /// Replaces the password of a user's account, unless it was closed, if it is still `old`; `nil`
    /// stands for any.
    public func setPassword(
        _ password: PasswordHash, of user: UserID, replacing old: PasswordHash?
    ) throws(StoreError) -> Bool {
        try write { db in
            if let old, try !Self.matches(old, of: user, db) { return false }
            let update = try RawStatement(
                """
                UPDATE account SET salt = ?, password = ?, rounds = ?, block_size = ?, parallelism = ?
                WHERE user = ? AND name IS NOT NULL
                """, in: db)
            password.bind(to: update)
            update.bind(user, at: 6)
            return try update.runCounting() > 0
        }
    }

    /// Whether this is the password of an account that is not disabled, until the transaction ends.
    static func holds(_ password: PasswordHash, of user: UserID, _ db: any SQLDatabase) throws -> Bool {
        try matches(password, of: user, db, and: "AND disabled = 0")
    }

    /// Whether this is the password of an account. The row is written, so that another server can't
    /// change it before the transaction ends.
    private static func matches(
        _ password: PasswordHash, of user: UserID, _ db: any SQLDatabase, and condition: String = ""
    ) throws -> Bool {
        let hold = try RawStatement(
            """
            UPDATE account SET disabled = disabled WHERE salt = ? AND password = ? AND rounds = ? AND block_size = ?
            AND parallelism = ? AND user = ? AND name IS NOT NULL \(condition)
            """, in: db)
        password.bind(to: hold)
        hold.bind(user, at: 6)
        return try hold.runCounting() > 0
    }

    /// Disables or enables a user's account. Enabling an administrator's ends all invites for
    /// administrators, in the same transaction.
    public func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        try write { db in
            let update = try RawStatement("UPDATE account SET disabled = ? WHERE user = ?", in: db)
            update.bind(isDisabled ? 1 : 0, at: 1)
            update.bind(user, at: 2)
            try update.run()
            if isDisabled { return }
            let select = try RawStatement(
                "SELECT 1 FROM account WHERE user = ? AND role = ? AND name IS NOT NULL", in: db)
            select.bind(user, at: 1)
            select.bind(ServerRole.administrator.number, at: 2)
            if try select.step() { try InviteTable.endThoseForAdministrators(db) }
        }
    }

    /// Sets the role of a user's account, unless it was closed. An administrator's ends all invites
    /// for administrators, in the same transaction.
    public func setRole(_ role: ServerRole, of user: UserID) throws(StoreError) {
        try write { db in
            let update = try RawStatement("UPDATE account SET role = ? WHERE user = ? AND name IS NOT NULL", in: db)
            update.bind(role.number, at: 1)
            update.bind(user, at: 2)
            let isThere = try update.runCounting() > 0
            if isThere, role == .administrator { try InviteTable.endThoseForAdministrators(db) }
        }
    }

    /// Removes name, password and sessions, in one transaction. The row with the id stays.
    public func close(account user: UserID) throws(StoreError) {
        try write { db in
            try NameLooks.free(user, db)
            for sql in [
                "UPDATE account SET name = NULL, salt = NULL, password = NULL WHERE user = ?",
                "DELETE FROM session WHERE user = ?",
            ] {
                let statement = try RawStatement(sql, in: db)
                statement.bind(user, at: 1)
                try statement.run()
            }
        }
    }
}

extension Account {
    fileprivate static let columns = "user, name, role, disabled, created"

    fileprivate init(_ row: borrowing RawStatement) throws {
        guard let name = row.text(1) else { throw Damage("a name in the database of accounts is damaged") }
        self.init(
            user: try row.accountID(0), name: name, role: try ServerRole(row, 2), isDisabled: row.integer(3) != 0,
            created: row.integer(4))
    }
}

extension PasswordHash {
    fileprivate func bind(to statement: borrowing RawStatement) {
        statement.bind(salt, at: 1)
        statement.bind(key, at: 2)
        for (index, number) in [rounds, blockSize, parallelism].enumerated() {
            statement.bind(Int64(number), at: Int32(3 + index))
        }
    }

    fileprivate init(_ row: borrowing RawStatement) throws {
        guard let rounds = Int(exactly: row.integer(2)), let blockSize = Int(exactly: row.integer(3)),
            let parallelism = Int(exactly: row.integer(4))
        else { throw Damage("a password in the database of accounts is damaged") }
        self.init(
            salt: row.bytes(0), key: row.bytes(1), rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    }
}

extension RawStatement {
    borrowing func accountID<Kind: Identifier>(_ column: Int32) throws -> Kind {
        guard let id: Kind = id(column) else { throw Damage("an id in the database of accounts is damaged") }
        return id
    }
}

extension ServerRole {
    var number: Int64 { Int64(rawValue) }

    init(_ row: borrowing RawStatement, _ column: Int32) throws {
        guard let number = UInt8(exactly: row.integer(column)), let role = ServerRole(rawValue: number) else {
            throw Damage("a role in the database of accounts is damaged")
        }
        self = role
    }
}
