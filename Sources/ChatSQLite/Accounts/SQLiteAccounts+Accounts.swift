import ChatRooms
import ChatWire
import Foundation
import GRDB

extension SQLiteAccounts {
    /// All accounts, closed accounts and users of API keys, in no order. Reads both tables.
    public func holders() throws(StoreError) -> [NameHolder] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT user, name FROM account UNION ALL SELECT user, name FROM api_key")
                .map { NameHolder(user: try UserID($0, "user"), name: $0["name"]) }
        }
    }

    /// The account of a user; `nil` if there is none, or it was closed.
    public func account(of user: UserID) throws(StoreError) -> Account? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM account WHERE user = ? AND name IS NOT NULL", arguments: [user.data]
            ).map(Account.init)
        }
    }

    /// Up to `limit` accounts in the order of the bytes of their names, after the name `after`.
    public func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM account WHERE name > ? ORDER BY name LIMIT ?", arguments: [after ?? "", limit]
            ).map(Account.init)
        }
    }

    /// Whether there is an administrator's account that is not disabled.
    public func hasAdministrator() throws(StoreError) -> Bool {
        try read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM account WHERE role = ? AND disabled = 0 AND name IS NOT NULL)",
                arguments: [ServerRole.administrator.rawValue]) ?? false
        }
    }

    /// Makes an account and uses up its invite, in one transaction. Removes invites that do not
    /// count any more.
    ///
    /// - Returns: the account, with the invite's role; `nil` if the invite does not count
    public func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> Account? {
        try write { db in
            var account = account
            if let invite {
                let row = try Row.fetchOne(
                    db, sql: "SELECT role FROM invite WHERE code = ? AND uses > 0 AND expires > ?",
                    arguments: [Data(invite), account.created])
                guard let row else { return nil }
                account.role = try ServerRole(row)
                try db.execute(
                    sql: "UPDATE invite SET uses = uses - 1 WHERE code = ?", arguments: [Data(invite)])
                try db.execute(
                    sql: "DELETE FROM invite WHERE uses <= 0 OR expires <= ?", arguments: [account.created])
            }
            if account.role == .administrator { try Self.endInvitesForAdministrators(db) }
            try db.execute(
                sql: "INSERT INTO account VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    account.user.data, account.name, account.role.rawValue, account.isDisabled, account.created,
                    Data(password.salt), Data(password.key), password.rounds, password.blockSize,
                    password.parallelism,
                ])
            return account
        }
    }

    /// The password of a user's account; `nil` if there is no account, or it was closed.
    public func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        try read { db in
            let sql = """
                SELECT salt, password, rounds, block_size, parallelism FROM account
                WHERE user = ? AND password IS NOT NULL
                """
            return try Row.fetchOne(db, sql: sql, arguments: [user.data]).map { row in
                PasswordHash(
                    salt: Array(row["salt"] as Data), key: Array(row["password"] as Data), rounds: row["rounds"],
                    blockSize: row["block_size"], parallelism: row["parallelism"])
            }
        }
    }

    /// Replaces the password of a user's account, unless it was closed.
    public func setPassword(_ password: PasswordHash, of user: UserID) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: """
                    UPDATE account SET salt = ?, password = ?, rounds = ?, block_size = ?, parallelism = ?
                    WHERE user = ? AND name IS NOT NULL
                    """,
                arguments: [
                    Data(password.salt), Data(password.key), password.rounds, password.blockSize,
                    password.parallelism, user.data,
                ])
        }
    }

    /// Disables or enables a user's account.
    public func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        try write { db in
            try db.execute(sql: "UPDATE account SET disabled = ? WHERE user = ?", arguments: [isDisabled, user.data])
        }
    }

    /// Removes name, password and sessions, in one transaction. The row with the id stays.
    public func close(account user: UserID) throws(StoreError) {
        try write { db in
            try db.execute(
                sql: "UPDATE account SET name = NULL, salt = NULL, password = NULL WHERE user = ?",
                arguments: [user.data])
            try db.execute(sql: "DELETE FROM session WHERE user = ?", arguments: [user.data])
        }
    }
}

extension Account {
    fileprivate init(_ row: Row) throws {
        self.init(
            user: try UserID(row, "user"), name: row["name"], role: try ServerRole(row), isDisabled: row["disabled"],
            created: row["created"])
    }
}
