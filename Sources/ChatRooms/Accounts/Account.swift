import ChatWire

/// A user with a name of their own.
public struct Account: Hashable, Sendable {
    public var user: UserID
    public var name: String
    public var role: ServerRole
    /// Disabled by the operator: nobody can sign in.
    public var isDisabled: Bool
    /// Milliseconds since 1970-01-01 UTC.
    public var created: Int64

    public init(user: UserID, name: String, role: ServerRole = .user, isDisabled: Bool = false, created: Int64) {
        self.user = user
        self.name = name
        self.role = role
        self.isDisabled = isDisabled
        self.created = created
    }
}

/// What is stored of a password: a key derived from it by scrypt (RFC 7914), which can't be turned
/// back.
public struct PasswordHash: Hashable, Sendable {
    public var salt: [UInt8]
    public var key: [UInt8]
    /// scrypt's N, r and p.
    public var rounds: Int
    public var blockSize: Int
    public var parallelism: Int

    public init(salt: [UInt8], key: [UInt8], rounds: Int, blockSize: Int, parallelism: Int) {
        self.salt = salt
        self.key = key
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}

/// The session of an account: from a sign-in until its token ends. Times are milliseconds since
/// 1970-01-01 UTC.
public struct AccountSession: Hashable, Sendable {
    public var id: SessionID
    public var user: UserID
    public var created: Int64
    /// When it was used last, to the day.
    public var used: Int64

    public init(id: SessionID, user: UserID, created: Int64, used: Int64) {
        self.id = id
        self.user = user
        self.created = created
        self.used = used
    }

    /// When it ends if it is not used any more.
    public var expires: Int64 { used + Limits.sessionLifetime }
}

/// Lets someone make an account.
public struct Invite: Hashable, Sendable {
    /// The new account's role.
    public var role: ServerRole
    /// How many accounts may still be made with it.
    public var uses: Int
    public var expires: Int64

    public init(role: ServerRole = .user, uses: Int = 1, expires: Int64) {
        self.role = role
        self.uses = uses
        self.expires = expires
    }

    func counts(at now: Int64) -> Bool { uses > 0 && now < expires }
}

/// A token for a program: it acts as a user of its own, under the key's name.
public struct APIKey: Hashable, Sendable {
    public var user: UserID
    public var name: String
    public var role: ServerRole
    public var created: Int64

    public init(user: UserID, name: String, role: ServerRole = .user, created: Int64) {
        self.user = user
        self.name = name
        self.role = role
        self.created = created
    }
}
