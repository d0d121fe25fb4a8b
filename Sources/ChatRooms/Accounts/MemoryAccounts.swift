import ChatWire

/// Accounts that are forgotten with the process.
public final class MemoryAccounts: AccountStore {
    private struct State {
        var accounts: [UserID: Account] = [:]
        var passwords: [UserID: PasswordHash] = [:]
        var closed: Set<UserID> = []
        var sessions: [[UInt8]: AccountSession] = [:]
        var invites: [[UInt8]: Invite] = [:]
        var keys: [[UInt8]: APIKey] = [:]
        var bans: [ServerBan.Subject: ServerBan] = [:]

        mutating func endInvitesForAdministrators() { invites = invites.filter { $0.value.role != .administrator } }
    }

    /// Whose the names are.
    private let names = NameReservations()
    private let state = Locked(State())

    /// Creates a store without accounts.
    public init() {}

    /// All accounts, users of API keys and closed accounts, in no order.
    public func holders() throws(StoreError) -> [NameHolder] {
        state.withLock { state in
            state.accounts.values.map { NameHolder(user: $0.user, name: $0.name) }
                + state.keys.values.map { NameHolder(user: $0.user, name: $0.name) }
                + state.closed.map { NameHolder(user: $0, name: nil) }
        }
    }

    /// A user whose account's or API key's name looks like this one.
    public func holder(of name: ConfusableSkeleton) throws(StoreError) -> UserID? { names.holder(of: name) }

    /// The account of a user; `nil` if there is none, or it was closed.
    public func account(of user: UserID) throws(StoreError) -> Account? { state.withLock { $0.accounts[user] } }

    /// Up to `limit` accounts in the order of their names, after the name `after`.
    public func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        state.withLock { state in
            let all = state.accounts.values.sorted { $0.name < $1.name }
            return Array(all.lazy.filter { account in after.map { account.name > $0 } ?? true }.prefix(limit))
        }
    }

    /// Whether there is an administrator's account that is not disabled.
    public func hasAdministrator() throws(StoreError) -> Bool {
        state.withLock { $0.accounts.values.contains { $0.role == .administrator && !$0.isDisabled } }
    }

    /// Makes an account, and uses up its invite.
    public func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> AccountAddition {
        let name = ConfusableSkeleton(of: account.name)
        guard names.reserve(name, for: account.user) else { return .nameTaken }
        let addition: AccountAddition = state.withLock { state in
            var account = account
            if let invite {
                guard var known = state.invites[invite], known.counts(at: account.created) else {
                    return .inviteRefused
                }
                account.role = known.role
                known.uses -= 1
                state.invites[invite] = known
            }
            if account.role == .administrator { state.endInvitesForAdministrators() }
            state.accounts[account.user] = account
            state.passwords[account.user] = password
            return .added(account)
        }
        if addition == .inviteRefused { names.free(name, of: account.user, isKept: false) }
        return addition
    }

    /// The password of a user's account; `nil` if there is none.
    public func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        state.withLock { $0.passwords[user] }
    }

    /// Replaces the password of a user's account, if it is still `old`; `nil` stands for any.
    public func setPassword(
        _ password: PasswordHash, of user: UserID, replacing old: PasswordHash?
    ) throws(StoreError) -> Bool {
        state.withLock { state in
            guard state.accounts[user] != nil, old == nil || state.passwords[user] == old else { return false }
            state.passwords[user] = password
            return true
        }
    }

    /// Disables or enables a user's account. Enabling an administrator's ends all invites for
    /// administrators.
    public func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        state.withLock { state in
            state.accounts[user]?.isDisabled = isDisabled
            if !isDisabled, state.accounts[user]?.role == .administrator { state.endInvitesForAdministrators() }
        }
    }

    /// Sets the role of a user's account. An administrator's ends all invites for administrators.
    public func setRole(_ role: ServerRole, of user: UserID) throws(StoreError) {
        state.withLock { state in
            guard state.accounts[user] != nil else { return }
            state.accounts[user]?.role = role
            if role == .administrator { state.endInvitesForAdministrators() }
        }
    }

    /// Removes name, password and sessions, and remembers the id.
    public func close(account user: UserID) throws(StoreError) {
        let account = state.withLock { state in
            state.passwords[user] = nil
            state.sessions = state.sessions.filter { $0.value.user != user }
            state.closed.insert(user)
            return state.accounts.removeValue(forKey: user)
        }
        if let account { names.free(ConfusableSkeleton(of: account.name), of: user, isKept: true) }
    }

    /// Adds a session, and ends those beyond ``ChatWire/Limits/sessionsPerAccount``, never the new
    /// one.
    ///
    /// - Returns: the sessions that ended; `nil` if the password is not the account's any more, or
    ///   the account is disabled
    public func add(
        _ session: AccountSession, token: [UInt8], checked password: PasswordHash
    ) throws(StoreError) -> [SessionID]? {
        state.withLock { state in
            guard state.passwords[session.user] == password, state.accounts[session.user]?.isDisabled == false else {
                return nil
            }
            state.sessions[token] = session
            let others = state.sessions.filter { $0.value.user == session.user && $0.value.id != session.id }
                .sorted { ($0.value.used, $0.value.created) < ($1.value.used, $1.value.created) }
            let ended = others.dropLast(Limits.sessionsPerAccount - 1)
            for (token, _) in ended { state.sessions[token] = nil }
            return ended.map(\.value.id)
        }
    }

    /// The session with this digest of its token; `nil` if there is none.
    public func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? {
        state.withLock { $0.sessions[token] }
    }

    /// All sessions of a user, the oldest first.
    public func sessions(of user: UserID) throws(StoreError) -> [AccountSession] {
        state.withLock { state in
            state.sessions.values.filter { $0.user == user }.sorted { $0.created < $1.created }
        }
    }

    /// Sets when a session was used last.
    ///
    /// - Parameter at: milliseconds since 1970-01-01 UTC
    public func use(_ session: SessionID, at: Int64) throws(StoreError) {
        state.withLock { state in
            for (token, known) in state.sessions where known.id == session { state.sessions[token]?.used = at }
        }
    }

    /// Ends a session.
    ///
    /// - Returns: whether the user had this session
    public func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool {
        state.withLock { state in
            let found = state.sessions.first { $0.value.id == session && $0.value.user == user }
            if let found { state.sessions[found.key] = nil }
            return found != nil
        }
    }

    /// Ends all sessions of a user except `except`; `nil` ends all.
    public func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        state.withLock { state in
            state.sessions = state.sessions.filter { $0.value.user != user || $0.value.id == except }
        }
    }

    /// Adds an invite. One for an administrator takes the place of every other such invite.
    public func add(_ invite: Invite, code: [UInt8]) throws(StoreError) {
        state.withLock { state in
            if invite.role == .administrator { state.endInvitesForAdministrators() }
            state.invites[code] = invite
        }
    }

    /// Whether the invite is known, not used up and not expired.
    public func isValid(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        state.withLock { $0.invites[code]?.counts(at: now) ?? false }
    }

    /// Adds an API key with the digest of its token.
    ///
    /// - Returns: whether the name was free
    public func add(_ key: APIKey, token: [UInt8]) throws(StoreError) -> Bool {
        guard names.reserve(ConfusableSkeleton(of: key.name), for: key.user) else { return false }
        state.withLock { $0.keys[token] = key }
        return true
    }

    /// The API key with this digest of its token; `nil` if there is none.
    public func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? { state.withLock { $0.keys[token] } }

    /// All API keys, in the order of their names.
    public func keys() throws(StoreError) -> [APIKey] {
        state.withLock { $0.keys.values.sorted { $0.name < $1.name } }
    }

    /// Removes an API key.
    ///
    /// - Returns: the key, if there was one of this name
    public func removeKey(named name: String) throws(StoreError) -> APIKey? {
        let key = state.withLock { state in
            state.keys.first { $0.value.name == name }.flatMap { state.keys.removeValue(forKey: $0.key) }
        }
        if let key { names.free(ConfusableSkeleton(of: name), of: key.user, isKept: false) }
        return key
    }

    /// All bans, in no order.
    public func bans() throws(StoreError) -> [ServerBan] { state.withLock { Array($0.bans.values) } }

    /// Adds a ban, in place of another one of the same user or network.
    ///
    /// - Returns: whether it was added
    public func add(_ ban: ServerBan, at now: Int64, most: Int) throws(StoreError) -> Bool {
        state.withLock { state in
            state.bans = state.bans.filter { $0.value.counts(at: now) }
            guard state.bans[ban.subject] != nil || state.bans.count < most else { return false }
            state.bans[ban.subject] = ban
            return true
        }
    }

    /// Removes a ban.
    ///
    /// - Returns: whether there was a ban of this user or network
    public func removeBan(of subject: ServerBan.Subject) throws(StoreError) -> Bool {
        state.withLock { $0.bans.removeValue(forKey: subject) != nil }
    }

    /// Does nothing: the store has nothing to close.
    public func close() throws(StoreError) {}
}
