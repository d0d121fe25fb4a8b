import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// The accounts of a server, and the authenticator that knows them, their sessions, API keys, and
/// guests.
///
/// A guest's token is checked at once, on the event loop. The token of a session or a key is looked
/// up in the store, on a thread of its own.
public final class Accounts: Authenticator {
    /// What a server does for its accounts.
    struct Server: Sendable {
        var sessionsEnded: @Sendable (EndedSessions) -> Void
        /// A name belongs to somebody, or is free again: what other servers must know.
        var namesChanged: @Sendable (ServerMessage.Item) -> Void = { _ in }
        /// Bans have changed: connections of those who are banned now are closed.
        var bansChanged: @Sendable () -> Void = {}
        /// Whether no other server makes accounts in the same store.
        var isAlone = true
        /// Whether someone else who is connected has this name.
        var isNameHeld: @Sendable (ConfusableSkeleton, _ butBy: UserID) -> Bool
        /// Why the operator lets nobody be called this.
        var refusalOfName: @Sendable (String) -> WireError? = { _ in nil }
        /// The groups that a user leaves by closing their account, or why they can't close it now.
        var groupsLeft: @Sendable (UserID) throws(StoreError) -> Result<[RoomName], WireError> = { _ in .success([]) }
        /// A command of the operator was done: for the security log.
        var commandDone: @Sendable (_ command: String, _ about: UserID?, ServerRole?) -> Void = { _, _, _ in }
    }

    let guests: GuestTokens
    let registration: Registration
    package let reservations: NameReservations
    let passwords: Passwords
    let clock: ServerClock
    private let store: any AccountStore
    private let thread: BoundedThread
    let doubts = NIOLockedValueBox<[UserID: DoubtfulAccount]>([:])
    private let random: NIOLockedValueBox<RandomIDs>
    private let attempts = NIOLockedValueBox(SignInAttempts())
    private let registrations = NIOLockedValueBox(RegistrationQuota())
    private let server = NIOLockedValueBox<Server?>(nil)
    let bans = NIOLockedValueBox(ServerBans())
    /// From when on uses of sessions are written down again after that failed, in nanoseconds of
    /// ``clock``.
    private let usesNoted = NIOLockedValueBox(Int64.min)

    /// Reads the names of all accounts, and all bans. Blocks.
    ///
    /// - Parameters:
    ///   - store: used by one thread of this object; closed by ``end()``
    ///   - registration: with ``ChatRooms/Registration/off`` nobody signs in, and the tokens of
    ///     sessions are refused; names stay reserved, and API keys count
    public convenience init(
        store: any AccountStore, guests: GuestTokens, registration: Registration
    ) throws(StoreError) {
        try self.init(store: store, guests: guests, registration: registration, passwords: Passwords())
    }

    /// The same in a simulation: with the time, chance and threads of its environment.
    ///
    /// - Parameter rounds: scrypt's N, which makes a password cheap to check
    package convenience init(
        store: any AccountStore, guests: GuestTokens, registration: Registration, rounds: Int,
        environment: ServerEnvironment
    ) throws(StoreError) {
        let (clock, queues) = (environment.clock, environment.queues)
        try self.init(
            store: store, guests: guests, registration: registration,
            passwords: Passwords(rounds: rounds, on: queues.passwords, clock: clock), clock: clock,
            randomness: environment.randomness, on: queues.accounts)
    }

    init(
        store: any AccountStore, guests: GuestTokens, registration: Registration, passwords: Passwords,
        clock: ServerClock = ServerClock(), randomness: Randomness = Randomness(), on queue: WorkQueue? = nil
    ) throws(StoreError) {
        self.store = store
        self.guests = guests
        self.registration = registration
        self.passwords = passwords
        self.clock = clock
        thread = BoundedThread(
            limit: Limits.accountQueue, full: .accountsBusy, on: queue, clock: clock)
        random = NIOLockedValueBox(RandomIDs(randomness))
        reservations = NameReservations(try store.holders())
        let banned = ServerBans(try store.bans())
        bans.withLockedValue { $0 = banned }
    }

    /// - Parameter spendings: notes attempts to sign in and registrations; `nil` without other
    ///   servers
    func attach(_ server: Server, telling spendings: Spendings? = nil) {
        self.server.withLockedValue { $0 = server }
        guard let spendings else { return }
        attempts.withLockedValue { $0 = SignInAttempts(telling: spendings) }
        registrations.withLockedValue { $0 = RegistrationQuota(telling: spendings) }
    }

    /// Ends the threads, and closes the store.
    public func end() async {
        await passwords.end()
        await thread.end()
        try? store.close()
    }

    // MARK: Authenticator

    /// A guest at once; a session, a key, or a guest who signs up later.
    public func answer(to token: String) -> TokenAnswer {
        if let secret = Secret(token) { return isUsed(secret) ? .later : .refused }
        guard let user = guests.user(of: token), let identity = try? guests.guest(user) else { return .refused }
        // A guest's token does not open the account that the guest has made.
        return reservations.hasAccount(user).map { $0 ? .refused : .user(identity) } ?? .later
    }

    /// Looks a session or a key up in the store.
    ///
    /// - Throws: a temporary error about a guest who signs up. The sign-up may fail, and a refused
    ///   token is forgotten by its client.
    public func identity(of token: String) async throws -> UserIdentity? {
        guard let secret = Secret(token) else {
            try? await settleDoubts()
            switch answer(to: token) {
            case .user(let identity): return identity
            case .refused: return nil
            case .later: throw WireError.isSigningUp
            }
        }
        guard isUsed(secret) else { return nil }
        let now = clock.milliseconds()
        return try await onStore { [self] store throws(StoreError) in
            switch secret.kind {
            case .session: try identity(ofSession: secret, store, at: now)
            case .key:
                try store.key(ofToken: secret.digest).map {
                    UserIdentity(user: $0.user, name: $0.name, role: $0.role)
                }
            case .invite: nil
            }
        }
    }

    /// What ``GuestTokens/access`` allows.
    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { try guests.guest(user) }
    /// A guest's token.
    public func token(for user: UserID) -> String { guests.token(for: user) }
    /// `false`: everyone is a guest, or has an account here.
    public var namesUsers: Bool { false }

    /// API keys count also on a server without accounts.
    private func isUsed(_ secret: Secret) -> Bool { registration != .off || secret.kind == .key }

    private func identity(
        ofSession secret: Secret, _ store: any AccountStore, at now: Int64
    ) throws(StoreError) -> UserIdentity? {
        guard let session = try store.session(ofToken: secret.digest), now < session.expires,
            let account = try store.account(of: session.user), !account.isDisabled
        else { return nil }
        if now - session.used > Limits.sessionUseInterval { note(session.id, store, at: now) }
        return UserIdentity(
            user: account.user, name: account.name, role: account.role, expires: now + Limits.sessionLifetime,
            session: session.id)
    }

    /// Notes that a session was used. Where that can't be written now, a later use is noted: a full
    /// disk keeps nobody from reading. After a failure no session's use is tried for a while, so
    /// that not every lookup waits for a write that fails.
    private func note(_ session: SessionID, _ store: any AccountStore, at now: Int64) {
        let uptime = clock.nanoseconds()
        guard usesNoted.withLockedValue({ $0 <= uptime }) else { return }
        do throws(StoreError) { try store.use(session, at: now) } catch {
            usesNoted.withLockedValue { $0 = uptime + Limits.readOnlyRetry * 1_000_000 }
        }
    }

    // MARK: For the extensions

    func makeUserID() -> UserID { random.withLockedValue { UserID.issued(using: &$0) } }

    func makeToken() -> Secret { random.withLockedValue { Secret(.session, using: &$0) } }

    func makeSessionID() -> SessionID { random.withLockedValue { SessionID.random(using: &$0) } }

    /// Asks or changes the store, on its thread.
    func onStore<Value: Sendable>(
        _ work: @escaping @Sendable (any AccountStore) throws(StoreError) -> Value
    ) async throws(WireError) -> Value {
        let store = store
        return try await thread.run { () throws(WireError) in
            do throws(StoreError) { return try work(store) } catch { throw error.refusal }
        }
    }

    func refusalOfAttempt(at name: String?, from client: ClientAddress) -> WireError? {
        attempts.withLockedValue { $0.refusal(of: name, from: client, at: clock.nanoseconds()) }
    }

    /// Takes what an account costs that is made without an invite.
    func refusalOfRegistration(from client: ClientAddress) -> WireError? {
        registrations.withLockedValue { $0.refusal(from: client, at: clock.nanoseconds()) }
    }

    /// Gives back what an account cost that was not made.
    func giveBackRegistration(from client: ClientAddress) { registrations.withLockedValue { $0.giveBack(client) } }

    /// Takes what was tried or made on another server.
    func take(_ spending: Spending) {
        let now = clock.nanoseconds()
        if spending.limit == .registrations {
            registrations.withLockedValue { $0.take(spending, at: now) }
        } else {
            attempts.withLockedValue { $0.take(spending, at: now) }
        }
    }

    func attemptSucceeded(at name: String) { attempts.withLockedValue { $0.succeeded(name) } }

    /// Closes the connections of sessions that were ended in the store.
    func tellEnded(_ ended: EndedSessions) { server.withLockedValue { $0 }?.sessionsEnded(ended) }

    /// Closes the connections of those who are banned.
    func tellBans() { server.withLockedValue { $0 }?.bansChanged() }

    /// Whether no other server makes accounts in the same store.
    var isAlone: Bool { server.withLockedValue { $0 }?.isAlone ?? true }

    /// Tells other servers whose a name is.
    func tellNames(_ change: ServerMessage.Item) { server.withLockedValue { $0 }?.namesChanged(change) }

    /// Tells the security log of a command. There is none where no server runs.
    ///
    /// - Parameters:
    ///   - user: whose account or API key it was about; `nil` for an invite
    ///   - role: the role that the command has given
    func tellCommand(_ command: String, about user: UserID? = nil, _ role: ServerRole? = nil) {
        server.withLockedValue { $0 }?.commandDone(command, user, role)
    }

    /// Whether a user's account is there and not disabled, or their API key is there. Asks the
    /// store.
    func isActive(_ user: UserID) async throws(WireError) -> Bool {
        try await onStore { store throws(StoreError) in
            if let account = try store.account(of: user) { return !account.isDisabled }
            return try store.keys().contains { $0.user == user }
        }
    }

    /// The groups that a user leaves by closing their account. Reads the log, on the store's
    /// thread.
    ///
    /// - Throws: why the user can't close it now
    func groupsLeft(byClosing user: UserID) async throws(WireError) -> [RoomName] {
        guard let server = server.withLockedValue({ $0 }) else { return [] }
        return try await onStore { _ throws(StoreError) in try server.groupsLeft(user) }.get()
    }

    /// Why the operator lets nobody make an account of this name.
    func refusal(ofName name: String) -> WireError? { server.withLockedValue { $0 }?.refusalOfName(name) }

    func isHeld(_ name: ConfusableSkeleton, butBy user: UserID) -> Bool {
        server.withLockedValue { $0 }?.isNameHeld(name, user) ?? false
    }
}
