import ChatWire

/// A user with a name of their own.
public struct Account: Hashable, Sendable {
    /// The author of the account's events. An account that a guest makes keeps the guest's id.
    public var user: UserID
    /// The name to sign in with, and that others see. Nobody else has one that looks like it
    /// (``ConfusableSkeleton``).
    public var name: String
    /// What the user may do on the whole server.
    public var role: ServerRole
    /// Disabled by the operator: nobody can sign in.
    public var isDisabled: Bool
    /// Milliseconds since 1970-01-01 UTC.
    public var created: Int64

    /// Creates the value.
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
    /// Random bytes that are new with each password.
    public var salt: [UInt8]
    /// The key that scrypt derived.
    public var key: [UInt8]
    /// scrypt's N: the cost in time and memory.
    public var rounds: Int
    /// scrypt's r: the block size.
    public var blockSize: Int
    /// scrypt's p: the parallelization.
    public var parallelism: Int

    /// Creates the value.
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
    /// The session's id. It is no secret.
    public var id: SessionID
    /// The user who signed in.
    public var user: UserID
    /// The program that signed in, as it says itself or its `User-Agent`: “Firefox (Linux)”; `nil`
    /// if neither does, and for a session that began before programs were stored.
    public var program: String?
    /// When the user signed in.
    public var created: Int64
    /// When it was used last, to the day.
    public var used: Int64

    /// Creates the value.
    public init(id: SessionID, user: UserID, program: String? = nil, created: Int64, used: Int64) {
        self.id = id
        self.user = user
        self.program = program
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
    /// When it ends, in milliseconds since 1970-01-01 UTC. From that moment on it does not count.
    public var expires: Int64

    /// Creates the value.
    public init(role: ServerRole = .user, uses: Int = 1, expires: Int64) {
        self.role = role
        self.uses = uses
        self.expires = expires
    }

    func counts(at now: Int64) -> Bool { uses > 0 && now < expires }
}

/// A token for a program: it acts as a user of its own, under the key's name.
public struct APIKey: Hashable, Sendable {
    /// The author of the program's events: an id of the key's own.
    public var user: UserID
    /// The name that others see. It also names the key for the operator. Nobody else has one that
    /// looks like it.
    public var name: String
    /// What the program may do on the whole server.
    public var role: ServerRole
    /// When the operator made the key, in milliseconds since 1970-01-01 UTC.
    public var created: Int64

    /// Creates the value.
    public init(user: UserID, name: String, role: ServerRole = .user, created: Int64) {
        self.user = user
        self.name = name
        self.role = role
        self.created = created
    }
}
