import ChatWire

/// Keeps accounts, their sessions, invites, API keys and bans: the seam of their database.
///
/// Every function blocks until what it changed is on the disk. It is called by one thread at a
/// time, never by an event loop. Of tokens and invites it gets SHA-256 digests, never the texts.
public protocol AccountStore: Sendable {
    /// All accounts and the users of API keys, closed accounts without a name: read once, at start.
    func holders() throws(StoreError) -> [NameHolder]
    /// A user whose account's or API key's name looks like this one; `nil` if there is none, or the
    /// store does not know what its names look like. A server that shares the store asks for a name
    /// that it does not know: another server may have made the account.
    func holder(of name: ConfusableSkeleton) throws(StoreError) -> UserID?
    /// The account of a user; `nil` if there is none, or it was closed.
    func account(of user: UserID) throws(StoreError) -> Account?
    /// Up to `limit` accounts in the order of their names, after the name `after`.
    func accounts(after: String?, limit: Int) throws(StoreError) -> [Account]
    /// Whether there is an administrator's account that is not disabled. If not, the server makes
    /// an invite for an administrator when it starts.
    func hasAdministrator() throws(StoreError) -> Bool

    /// Makes an account, and uses up its invite in the same transaction. An administrator's account
    /// ends all invites for administrators.
    ///
    /// The caller has checked that the name is free. If several processes share the store, it
    /// decides whose name it is.
    func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> AccountAddition
    /// The password of a user's account; `nil` if there is no account, or it was closed.
    func password(of user: UserID) throws(StoreError) -> PasswordHash?
    /// Replaces the password of a user's account. Its sessions go on: the caller ends them.
    ///
    /// - Parameter old: the password that was checked; `nil` if any may be replaced
    /// - Returns: whether the account is there and its password was still `old`. If not, nothing
    ///   changed.
    func setPassword(_ password: PasswordHash, of user: UserID, replacing old: PasswordHash?) throws(StoreError) -> Bool
    /// Disables or enables a user's account. Its sessions stay in the store, but do not count while
    /// the account is disabled. Enabling an administrator's account ends all invites for
    /// administrators, in the same transaction.
    func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError)
    /// Sets the role of a user's account. An administrator's ends all invites for administrators,
    /// in the same transaction.
    func setRole(_ role: ServerRole, of user: UserID) throws(StoreError)
    /// Removes name, password and sessions. What remains is that the id was an account's.
    func close(account user: UserID) throws(StoreError)

    /// Adds a session, if `password` is still the account's and the account is not disabled.
    /// Checking a password takes time, and it may be changed meanwhile: a sign-in that began before
    /// the change gets no session.
    ///
    /// If the user then has more than ``ChatWire/Limits/sessionsPerAccount``, the
    /// least recently used of the others ends; of those used at the same time, the oldest.
    ///
    /// - Parameter password: the one that was checked
    /// - Returns: the sessions that ended; `nil` if no session was added
    func add(
        _ session: AccountSession, token: [UInt8], checked password: PasswordHash
    ) throws(StoreError) -> [SessionID]?
    /// The session with this digest of its token; `nil` if there is none. It may have expired.
    func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession?
    /// All sessions of a user, the oldest first. Some may have expired.
    func sessions(of user: UserID) throws(StoreError) -> [AccountSession]
    /// The open sessions and the roles of these users. Users who have neither may be left out. The
    /// default implementation looks up one user after the other.
    func sessionsAndRoles(of users: [UserID]) throws(StoreError) -> [UserID: SessionsAndRole]
    /// Sets when a session was used last. The caller does so at most once in
    /// ``ChatWire/Limits/sessionUseInterval``.
    ///
    /// - Parameter at: milliseconds since 1970-01-01 UTC
    func use(_ session: SessionID, at: Int64) throws(StoreError)
    /// - Returns: whether the user had this session
    func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool
    /// Ends all sessions of a user.
    ///
    /// - Parameter except: the session that goes on; `nil` if none does
    func endSessions(of user: UserID, except: SessionID?) throws(StoreError)

    /// Adds an invite. One for an administrator takes the place of every other such invite.
    func add(_ invite: Invite, code: [UInt8]) throws(StoreError)
    /// Whether the invite counts.
    func isValid(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool

    /// Adds an API key with the digest of its token. For its name, see ``add(_:_:invite:)``.
    ///
    /// - Returns: whether the name was free. If not, nothing was stored.
    func add(_ key: APIKey, token: [UInt8]) throws(StoreError) -> Bool
    /// The API key with this digest of its token; `nil` if there is none.
    func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey?
    /// All API keys, in the order of their names; at most ``ChatWire/Limits/apiKeys``.
    func keys() throws(StoreError) -> [APIKey]
    /// - Returns: the key, if there was one of this name
    func removeKey(named name: String) throws(StoreError) -> APIKey?

    /// All bans, also some that have ended.
    func bans() throws(StoreError) -> [ServerBan]
    /// Adds a ban, in place of another one of the same user or network. Removes those that have
    /// ended.
    ///
    /// - Parameters:
    ///   - now: milliseconds since 1970-01-01 UTC
    ///   - most: how many there may be
    /// - Returns: whether it was added. If not, there are as many as there may be.
    func add(_ ban: ServerBan, at now: Int64, most: Int) throws(StoreError) -> Bool
    /// - Returns: whether there was a ban of this user or network
    func removeBan(of subject: ServerBan.Subject) throws(StoreError) -> Bool

    /// Ends the use of the store. It is the last call.
    func close() throws(StoreError)
}

extension AccountStore {
    /// Looks through all names.
    public func holder(of name: ConfusableSkeleton) throws(StoreError) -> UserID? {
        try holders().first { holder in
            holder.name.map { !ConfusableSkeleton(of: $0).looks.isDisjoint(with: name.looks) } ?? false
        }?.user
    }

    /// Looks up one user after the other.
    public func sessionsAndRoles(of users: [UserID]) throws(StoreError) -> [UserID: SessionsAndRole] {
        var found: [UserID: SessionsAndRole] = [:]
        for user in users {
            let sessions = Set(try sessions(of: user).map(\.id))
            found[user] = SessionsAndRole(sessions: sessions, role: try account(of: user)?.role)
        }
        return found
    }
}

/// What the connections of a user with an account depend on.
public struct SessionsAndRole: Hashable, Sendable {
    /// The user's open sessions.
    public var sessions: Set<SessionID>
    /// The role of the user's account; `nil` if there is none, or it was closed.
    public var role: ServerRole?

    /// Creates the value.
    public init(sessions: Set<SessionID> = [], role: ServerRole? = nil) {
        self.sessions = sessions
        self.role = role
    }
}

/// A user whose name belongs to them also while they are away.
public struct NameHolder: Hashable, Sendable {
    /// The user who holds the name. The id is never a guest's again, also after the account was
    /// closed.
    public var user: UserID
    /// `nil` for an account that was closed.
    public var name: String?

    /// Creates the value.
    public init(user: UserID, name: String?) {
        self.user = user
        self.name = name
    }
}
