/// The maximums of accounts, passwords and tokens.
extension Limits {
    /// Milliseconds that an asynchronous `Authenticator` has for its answer. Then the connection is
    /// closed with 4002.
    public static let authenticationDeadline: Int64 = 10_000

    /// Accounts of a server: their names are kept in memory, 180 to 450 bytes each.
    public static let serverAccounts = 1_000_000
    /// Unicode scalars of a new password, at least.
    public static let passwordScalars = 8
    /// Bytes of a password.
    public static let passwordBytes = 1_024
    /// Sessions of one account. A new one ends the one that was not used for the longest time.
    public static let sessionsPerAccount = 50
    /// Bytes of what a program calls itself when its user signs in.
    public static let programBytes = 128
    /// Bytes of a `User-Agent` that are looked at.
    package static let userAgentBytes = 512
    /// Milliseconds after which a session that is not used ends: 90 days.
    package static let sessionLifetime: Int64 = 7_776_000_000
    /// Milliseconds after which a use of a session is written down again: a day.
    package static let sessionUseInterval: Int64 = 86_400_000
    /// Milliseconds for which an invite counts: 7 days.
    package static let inviteLifetime: Int64 = 604_800_000
    /// API keys of a server.
    package static let apiKeys = 1_000
    /// Users and networks that are banned from a server.
    package static let serverBans = 10_000
    /// Bans in a page of their list.
    package static let serverBansPage = 100
    /// Bans that the page lists.
    package static let serverBansListed = 500

    /// Bytes of the body of a request about accounts.
    package static let accountRequestBytes = 8_192
    /// Milliseconds that a request over HTTP waits for its answer.
    package static let httpRequestDeadline: Int64 = 30_000
    /// Milliseconds after which a request over HTTP looks its token up again, if its body came
    /// slowly.
    package static let requestIdentityAge: Int64 = 100
    /// Users without a connection whose rate budgets are remembered.
    package static let userBudgetsKept = 16_384
    /// Passwords that wait to be checked. Each takes about 0.2 s of one thread, and addresses take
    /// turns.
    package static let passwordQueue = 32
    /// Milliseconds after which a client may try again where the queue is full.
    package static let passwordRetry: UInt64 = 3_000
    /// How often a client asks about an account again by itself, if the server is busy and asks for
    /// a pause of at most ``accountPauseLongest``.
    package static let accountAttempts = 3
    /// Milliseconds. If the server asks for a longer pause, a client does not ask again by itself.
    package static let accountPauseLongest: UInt64 = 10_000
    /// Questions about accounts that wait for the thread that reads their database.
    package static let accountQueue = 16_384
    /// Passwords tried from one address at once, and again within ``signInPeriod``. 127.0.0.1 and
    /// ::1 have no limit.
    package static let signInsPerAddress = 20
    /// Passwords tried for one name at once, and again within ``signInPeriod``, from all addresses
    /// together. Local addresses count, too.
    package static let signInsPerAccount = 10
    /// Seconds in which an address or a name gets as many attempts again.
    package static let signInPeriod = 300
    /// Names and addresses whose attempts are remembered.
    package static let signInsKept = 65_536
    /// Accounts made without an invite from one address at once, and again within
    /// ``registrationsPeriod``. 127.0.0.1 and ::1 have no limit.
    package static let registrationsPerAddress = 20
    /// Seconds in which an address may make as many accounts again: a day.
    package static let registrationsPeriod = 86_400
    /// Addresses whose registrations are remembered.
    package static let registrationQuotasKept = 65_536
}
