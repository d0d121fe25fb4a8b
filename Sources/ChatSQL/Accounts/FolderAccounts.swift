import ChatRooms

/// The accounts and the key of guest tokens of a data folder, to be copied to another engine.
package struct FolderAccounts {
    /// `nil` for a folder without accounts.
    package let store: (any SQLAccountStore)?
    /// A random number that identifies this database of accounts. The copy keeps it, so a second
    /// attempt sees that everything was copied already.
    package let mark: Int64
    /// The key of guest tokens; `nil` if none was made yet.
    package let tokenKey: [UInt8]?

    package init(store: (any SQLAccountStore)?, mark: Int64, tokenKey: [UInt8]?) {
        self.store = store
        self.mark = mark
        self.tokenKey = tokenKey
    }

    /// Whether there is nothing to take over.
    package var isEmpty: Bool { store == nil && tokenKey == nil }

    /// The tables of accounts.
    package static let tables = [
        LogCopy.Table(
            name: "account",
            columns: bytes("user", "salt", "password") + texts("name")
                + integers("role", "disabled", "created", "rounds", "block_size", "parallelism")),
        LogCopy.Table(
            name: "session",
            columns: bytes("token", "id", "user") + integers("created", "used") + texts("program")),
        LogCopy.Table(name: "invite", columns: bytes("code") + integers("role", "uses", "expires")),
        LogCopy.Table(name: "api_key", columns: bytes("token", "user") + texts("name") + integers("role", "created")),
        LogCopy.Table(name: "name_look", columns: texts("look") + bytes("user")),
        LogCopy.Table(name: "ban", columns: texts("subject", "name", "reason") + integers("until")),
    ]

    private static func bytes(_ names: String...) -> [LogCopy.Column] {
        names.map { LogCopy.Column(name: $0, kind: .bytes) }
    }

    private static func texts(_ names: String...) -> [LogCopy.Column] {
        names.map { LogCopy.Column(name: $0, kind: .text) }
    }

    private static func integers(_ names: String...) -> [LogCopy.Column] {
        names.map { LogCopy.Column(name: $0, kind: .integer) }
    }
}
