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
    }

    private let state = Locked(State())

    public init() {}

    public func holders() throws(StoreError) -> [NameHolder] {
        state.withLock { state in
            state.accounts.values.map { NameHolder(user: $0.user, name: $0.name) }
                + state.keys.values.map { NameHolder(user: $0.user, name: $0.name) }
                + state.closed.map { NameHolder(user: $0, name: nil) }
        }
    }

    public func account(of user: UserID) throws(StoreError) -> Account? { state.withLock { $0.accounts[user] } }

    public func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        state.withLock { state in
            let all = state.accounts.values.sorted { $0.name < $1.name }
            return Array(all.lazy.filter { account in after.map { account.name > $0 } ?? true }.prefix(limit))
        }
    }

    public func hasAdministrator() throws(StoreError) -> Bool {
        state.withLock { $0.accounts.values.contains { $0.role == .administrator && !$0.isDisabled } }
    }

    public func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> Account? {
        state.withLock { state in
            var account = account
            if let invite {
                guard var known = state.invites[invite], known.counts(at: account.created) else { return nil }
                account.role = known.role
                known.uses -= 1
                state.invites[invite] = known
            }
            if account.role == .administrator {
                state.invites = state.invites.filter { $0.value.role != .administrator }
            }
            state.accounts[account.user] = account
            state.passwords[account.user] = password
            return account
        }
    }

    public func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        state.withLock { $0.passwords[user] }
    }

    public func setPassword(_ password: PasswordHash, of user: UserID) throws(StoreError) {
        state.withLock { $0.passwords[user] = password }
    }

    public func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        state.withLock { $0.accounts[user]?.isDisabled = isDisabled }
    }

    public func close(account user: UserID) throws(StoreError) {
        state.withLock { state in
            state.accounts[user] = nil
            state.passwords[user] = nil
            state.sessions = state.sessions.filter { $0.value.user != user }
            state.closed.insert(user)
        }
    }

    public func add(_ session: AccountSession, token: [UInt8]) throws(StoreError) -> [SessionID] {
        state.withLock { state in
            state.sessions[token] = session
            let mine = state.sessions.filter { $0.value.user == session.user }.sorted { $0.value.used < $1.value.used }
            let ended = mine.dropLast(Limits.sessionsPerAccount)
            for (token, _) in ended { state.sessions[token] = nil }
            return ended.map(\.value.id)
        }
    }

    public func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? {
        state.withLock { $0.sessions[token] }
    }

    public func sessions(of user: UserID) throws(StoreError) -> [AccountSession] {
        state.withLock { state in
            state.sessions.values.filter { $0.user == user }.sorted { $0.created < $1.created }
        }
    }

    public func use(_ session: SessionID, at: Int64) throws(StoreError) {
        state.withLock { state in
            for (token, known) in state.sessions where known.id == session { state.sessions[token]?.used = at }
        }
    }

    public func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool {
        state.withLock { state in
            let found = state.sessions.first { $0.value.id == session && $0.value.user == user }
            if let found { state.sessions[found.key] = nil }
            return found != nil
        }
    }

    public func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        state.withLock { state in
            state.sessions = state.sessions.filter { $0.value.user != user || $0.value.id == except }
        }
    }

    public func add(_ invite: Invite, code: [UInt8]) throws(StoreError) {
        state.withLock { state in
            if invite.role == .administrator {
                state.invites = state.invites.filter { $0.value.role != .administrator }
            }
            state.invites[code] = invite
        }
    }

    public func counts(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        state.withLock { $0.invites[code]?.counts(at: now) ?? false }
    }

    public func add(_ key: APIKey, token: [UInt8]) throws(StoreError) { state.withLock { $0.keys[token] = key } }

    public func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? { state.withLock { $0.keys[token] } }

    public func keys() throws(StoreError) -> [APIKey] {
        state.withLock { $0.keys.values.sorted { $0.name < $1.name } }
    }

    public func removeKey(named name: String) throws(StoreError) -> APIKey? {
        state.withLock { state in
            guard let found = state.keys.first(where: { $0.value.name == name }) else { return nil }
            state.keys[found.key] = nil
            return found.value
        }
    }

    public func close() throws(StoreError) {}
}
