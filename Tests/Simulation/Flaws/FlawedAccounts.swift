import ChatRooms
import ChatTesting
import ChatWire

/// The accounts of all servers of a world. They outlive the servers.
///
/// @unchecked: a world runs on one thread.
final class SharedAccounts: @unchecked Sendable {
    enum Change {
        case made(UserID, name: String)
        /// It is about to be closed.
        case closes(UserID)
    }

    let store = MemoryAccounts()
    /// The names of accounts that are stored under another one (a planted bug).
    var spellings: [UserID: String] = [:]
    var changed: ((Change) -> Void)?

    /// In the order of their names.
    var accounts: [Account] { (try? store.accounts(after: nil, limit: .max)) ?? [] }
}

/// The accounts as one server has them. A planted bug changes them. Other threads run while the
/// server waits for an answer. Now and then an account is stored without an answer, and the store
/// may be away for the next question, too.
///
/// @unchecked: a world runs on one thread.
final class FlawedAccounts: AccountStore, @unchecked Sendable {
    private let shared: SharedAccounts
    private let scheduler: Scheduler
    private let bug: PlantedBug?
    /// Whether the next question gets no answer.
    private var isAway = false
    /// The bans when the server began (a planted bug).
    private var firstBans: [ServerBan]?
    /// Whether the server has ended: then nothing of it reaches the store.
    var hasEnded = false

    init(_ shared: SharedAccounts, on scheduler: Scheduler, bug: PlantedBug?) {
        self.shared = shared
        self.scheduler = scheduler
        self.bug = bug
    }

    /// Asks the store, as a thread does that blocks until it answers.
    private func ask<Value>(_ question: (MemoryAccounts) throws(StoreError) -> Value) throws(StoreError) -> Value {
        // At the start there is no thread yet.
        let blocks = scheduler.current != nil
        if blocks { scheduler.interleave() }
        if hasEnded { throw .failed("The server has ended.") }
        if isAway {
            isAway = false
            throw .failed("The store is away.")
        }
        let answer = try question(shared.store)
        if blocks { scheduler.interleave() }
        return answer
    }

    func holders() throws(StoreError) -> [NameHolder] {
        let holders = try ask { store throws(StoreError) in try store.holders() }
        return holders.sorted { $0.user.text < $1.user.text }.compactMap { holder in
            guard holder.name != nil else { return holder }
            if bug == .accountNamesForgotten { return nil }
            return NameHolder(user: holder.user, name: shared.spellings[holder.user] ?? holder.name)
        }
    }

    func holder(of name: ConfusableSkeleton) throws(StoreError) -> UserID? {
        try ask { store throws(StoreError) in try store.holder(of: name) }
    }

    func account(of user: UserID) throws(StoreError) -> Account? {
        try ask { store throws(StoreError) in try store.account(of: user) }.map(spelled)
    }

    func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        try ask { store throws(StoreError) in try store.accounts(after: after, limit: limit) }.map(spelled)
    }

    func hasAdministrator() throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.hasAdministrator() }
    }

    func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> AccountAddition {
        let addition = try ask { store throws(StoreError) in
            var addition = try store.add(account, password, invite: invite)
            if bug == .accountNamesUnchecked, addition == .nameTaken {
                shared.spellings[account.user] = account.name
                var other = account
                other.name += account.user.text
                addition = try store.add(other, password, invite: invite)
            }
            if case .added(let added) = addition { shared.changed?(.made(added.user, name: spelled(added).name)) }
            return addition
        }
        if scheduler.random.oneIn(16) {
            isAway = scheduler.random.oneIn(2)
            throw .failed("The answer was lost.")
        }
        guard case .added(let added) = addition else { return addition }
        return .added(spelled(added))
    }

    /// The account with the name that was asked for.
    private func spelled(_ account: Account) -> Account {
        var account = account
        account.name = shared.spellings[account.user] ?? account.name
        return account
    }

    func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        try ask { store throws(StoreError) in try store.password(of: user) }
    }

    func setPassword(
        _ password: PasswordHash, of user: UserID, replacing old: PasswordHash?
    ) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.setPassword(password, of: user, replacing: old) }
    }

    func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        try ask { store throws(StoreError) in try store.setDisabled(isDisabled, of: user) }
    }

    func setRole(_ role: ServerRole, of user: UserID) throws(StoreError) {
        try ask { store throws(StoreError) in try store.setRole(role, of: user) }
    }

    func close(account user: UserID) throws(StoreError) {
        try ask { store throws(StoreError) in
            shared.changed?(.closes(user))
            try store.close(account: user)
        }
    }

    func add(
        _ session: AccountSession, token: [UInt8], checked password: PasswordHash
    ) throws(StoreError) -> [SessionID]? {
        try ask { store throws(StoreError) in try store.add(session, token: token, checked: password) }
    }

    func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? {
        try ask { store throws(StoreError) in try store.session(ofToken: token) }
    }

    func sessions(of user: UserID) throws(StoreError) -> [AccountSession] {
        try ask { store throws(StoreError) in try store.sessions(of: user) }
    }

    func use(_ session: SessionID, at: Int64) throws(StoreError) {
        try ask { store throws(StoreError) in try store.use(session, at: at) }
    }

    func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.end(session, of: user) }
    }

    func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        try ask { store throws(StoreError) in try store.endSessions(of: user, except: except) }
    }

    func add(_ invite: Invite, code: [UInt8]) throws(StoreError) {
        try ask { store throws(StoreError) in try store.add(invite, code: code) }
    }

    func isValid(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.isValid(invite: code, at: now) }
    }

    func add(_ key: APIKey, token: [UInt8]) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.add(key, token: token) }
    }

    func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? {
        try ask { store throws(StoreError) in try store.key(ofToken: token) }
    }

    func keys() throws(StoreError) -> [APIKey] { try ask { store throws(StoreError) in try store.keys() } }

    func removeKey(named name: String) throws(StoreError) -> APIKey? {
        try ask { store throws(StoreError) in try store.removeKey(named: name) }
    }

    func bans() throws(StoreError) -> [ServerBan] {
        let bans = try ask { store throws(StoreError) in try store.bans() }
        switch bug {
        case .bansForgotten: return []
        case .othersBansUnknown:
            firstBans = firstBans ?? bans
            return firstBans ?? []
        default: return bans
        }
    }

    func add(_ ban: ServerBan, at now: Int64, most: Int) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.add(ban, at: now, most: most) }
    }

    func removeBan(of subject: ServerBan.Subject) throws(StoreError) -> Bool {
        try ask { store throws(StoreError) in try store.removeBan(of: subject) }
    }

    func close() throws(StoreError) {}
}
