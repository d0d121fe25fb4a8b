import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import Testing

@testable import ChatServer

/// Accounts that can be read, and whose sessions' uses can't be written while the disk is full. An
/// account may be added without an answer.
private final class FullAccounts: AccountStore {
    private let store = MemoryAccounts()
    private let state = NIOLockedValueBox((isFull: false, tries: 0))
    /// What happens when an account is added: `true` loses the answer, `false` the account.
    let losesAnswer = NIOLockedValueBox<Bool?>(nil)
    /// Whether nobody's password can be read.
    let isAway = NIOLockedValueBox(false)

    var tries: Int { state.withLockedValue(\.tries) }
    func setFull(_ isFull: Bool) { state.withLockedValue { $0.isFull = isFull } }

    func use(_ session: SessionID, at: Int64) throws(StoreError) {
        let isFull = state.withLockedValue { state in
            state.tries += 1
            return state.isFull
        }
        if isFull { throw .full("The disk is full.") }
        try store.use(session, at: at)
    }

    func holders() throws(StoreError) -> [NameHolder] { try store.holders() }
    func account(of user: UserID) throws(StoreError) -> Account? { try store.account(of: user) }
    func accounts(after: String?, limit: Int) throws(StoreError) -> [Account] {
        try store.accounts(after: after, limit: limit)
    }
    func hasAdministrator() throws(StoreError) -> Bool { try store.hasAdministrator() }
    func add(
        _ account: Account, _ password: PasswordHash, invite: [UInt8]?
    ) throws(StoreError) -> AccountAddition {
        let losesAnswer = losesAnswer.withLockedValue(\.self)
        if losesAnswer == false { throw .failed("The connection was lost before the commit.") }
        let addition = try store.add(account, password, invite: invite)
        if losesAnswer == true { throw .failed("The connection was lost during the commit.") }
        return addition
    }
    func password(of user: UserID) throws(StoreError) -> PasswordHash? {
        if isAway.withLockedValue(\.self) { throw .failed("The connection is lost.") }
        return try store.password(of: user)
    }
    func setPassword(
        _ password: PasswordHash, of user: UserID, replacing old: PasswordHash?
    ) throws(StoreError) -> Bool { try store.setPassword(password, of: user, replacing: old) }
    func setDisabled(_ isDisabled: Bool, of user: UserID) throws(StoreError) {
        try store.setDisabled(isDisabled, of: user)
    }
    func setRole(_ role: ServerRole, of user: UserID) throws(StoreError) { try store.setRole(role, of: user) }
    func close(account user: UserID) throws(StoreError) { try store.close(account: user) }
    func add(
        _ session: AccountSession, token: [UInt8], checked password: PasswordHash
    ) throws(StoreError) -> [SessionID]? { try store.add(session, token: token, checked: password) }
    func session(ofToken token: [UInt8]) throws(StoreError) -> AccountSession? { try store.session(ofToken: token) }
    func sessions(of user: UserID) throws(StoreError) -> [AccountSession] { try store.sessions(of: user) }
    func end(_ session: SessionID, of user: UserID) throws(StoreError) -> Bool { try store.end(session, of: user) }
    func endSessions(of user: UserID, except: SessionID?) throws(StoreError) {
        try store.endSessions(of: user, except: except)
    }
    func add(_ invite: Invite, code: [UInt8]) throws(StoreError) { try store.add(invite, code: code) }
    func isValid(invite code: [UInt8], at now: Int64) throws(StoreError) -> Bool {
        try store.isValid(invite: code, at: now)
    }
    func add(_ key: APIKey, token: [UInt8]) throws(StoreError) -> Bool { try store.add(key, token: token) }
    func key(ofToken token: [UInt8]) throws(StoreError) -> APIKey? { try store.key(ofToken: token) }
    func keys() throws(StoreError) -> [APIKey] { try store.keys() }
    func removeKey(named name: String) throws(StoreError) -> APIKey? { try store.removeKey(named: name) }
    func bans() throws(StoreError) -> [ServerBan] { try store.bans() }
    func add(_ ban: ServerBan, at now: Int64, most: Int) throws(StoreError) -> Bool {
        try store.add(ban, at: now, most: most)
    }
    func removeBan(of subject: ServerBan.Subject) throws(StoreError) -> Bool { try store.removeBan(of: subject) }
    func close() throws(StoreError) { try store.close() }
}

@Suite(.timeLimit(.minutes(5))) struct SessionUseTests {
    @Test func `an account whose commit got no answer is its owner's if it is there, and nobody's if not`() async throws
    {
        let store = FullAccounts()
        let accounts = try Accounts(
            store: store, guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2))
        let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        store.losesAnswer.withLockedValue { $0 = false }
        await #expect(throws: WireError.self) { try await accounts.register(registrant, from: home) }
        await #expect(throws: WireError.self) { try await accounts.signIn("ann", "correct horse", from: home) }
        store.losesAnswer.withLockedValue { $0 = true }
        let ann = try await accounts.register(registrant, from: home)
        #expect(try await accounts.signIn("ann", "correct horse", from: home).account == ann.account)
        await #expect(throws: WireError.self) { try await accounts.register(registrant, from: home) }
        await accounts.end()
    }

    @Test func `while the store can't say whether it has an account, nobody else gets its name`() async throws {
        let store = FullAccounts()
        let accounts = try Accounts(
            store: store, guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2))
        let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)
        for (name, isStored) in [("ann", true), ("bob", false)] {
            let registrant = Accounts.Registrant(name: name, password: "correct horse", guest: nil, invite: nil)
            store.losesAnswer.withLockedValue { $0 = isStored }
            store.isAway.withLockedValue { $0 = true }
            await #expect(throws: WireError.self) { try await accounts.register(registrant, from: home) }
            #expect(accounts.reservations.refuses(ConfusableSkeleton(of: name), to: nil))
            // Nobody else gets into doubt meanwhile.
            let other = Accounts.Registrant(name: "eve", password: "correct horse", guest: nil, invite: nil)
            await #expect(throws: WireError.self) { try await accounts.register(other, from: home) }
            #expect(!accounts.reservations.refuses(ConfusableSkeleton(of: "eve"), to: nil))
            store.losesAnswer.withLockedValue { $0 = nil }
            store.isAway.withLockedValue { $0 = false }
            if isStored {
                await #expect(throws: WireError.self) { try await accounts.register(registrant, from: home) }
                #expect(try await accounts.signIn(name, "correct horse", from: home).account.name == name)
            } else {
                #expect(try await accounts.register(registrant, from: home).account.name == name)
            }
        }
        await accounts.end()
    }

    @Test func `a session is over when it was not used for 90 days, and not a millisecond earlier`() async throws {
        let milliseconds = NIOLockedValueBox(Int64(0))
        func pass(_ time: Int64) { milliseconds.withLockedValue { $0 += time } }
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2),
            clock: ServerClock { milliseconds.withLockedValue { ($0, $0 * 1_000_000) } })
        let ann = try await accounts.register(
            Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil),
            from: ClientAddress(.v4(0x7F00_0001), isLocal: true))
        let lifetime: Int64 = 90 * 24 * 3_600_000
        // Each use begins a new time.
        for _ in 0..<3 {
            pass(lifetime - 1)
            #expect(try await accounts.identity(of: ann.token)?.name == "ann")
        }
        pass(lifetime)
        #expect(try await accounts.identity(of: ann.token) == nil)
        await accounts.end()
    }

    @Test func `where the use of a session can't be written, it counts, and is written later`() async throws {
        let milliseconds = NIOLockedValueBox(Int64(0))
        func pass(_ time: Int64) { milliseconds.withLockedValue { $0 += time } }
        let store = FullAccounts()
        let accounts = try Accounts(
            store: store, guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2),
            clock: ServerClock { milliseconds.withLockedValue { ($0, $0 * 1_000_000) } })
        let ann = try await accounts.register(
            Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil),
            from: ClientAddress(.v4(0x7F00_0001), isLocal: true))
        func comeBack() async throws { #expect(try await accounts.identity(of: ann.token)?.name == "ann") }
        // It was used within a day.
        pass(Limits.sessionUseInterval)
        try await comeBack()
        #expect(store.tries == 0)
        store.setFull(true)
        pass(1)
        for _ in 0..<10 { try await comeBack() }
        #expect(store.tries == 1, "not every lookup waits for a write that fails")
        pass(Limits.readOnlyRetry)
        for _ in 0..<10 { try await comeBack() }
        #expect(store.tries == 2)
        store.setFull(false)
        pass(Limits.readOnlyRetry)
        for _ in 0..<10 { try await comeBack() }
        #expect(store.tries == 3)
        let used = try store.sessions(of: ann.account.user).map(\.used)
        #expect(used == [milliseconds.withLockedValue(\.self)])
        await accounts.end()
    }
}
