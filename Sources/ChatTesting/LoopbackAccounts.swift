import ChatRooms
import ChatWire

/// The accounts of a ``LoopbackServer``, by the rules of the real server.
///
/// Passwords and tokens are kept as they are, and sessions do not end by themselves: for tests
/// only.
struct LoopbackAccounts: Authenticator {
    let registration: Registration
    let reservations = NameReservations()
    private let store = MemoryAccounts()
    private let guests = PlainTokens()

    // MARK: Authenticator

    func identity(of token: String) async throws -> UserIdentity? {
        if case .user(let identity) = answer(to: token) { identity } else { nil }
    }

    func answer(to token: String) -> TokenAnswer {
        if let session = try? store.session(ofToken: Array(token.utf8)),
            let account = try? store.account(of: session.user)
        {
            let identity = UserIdentity(
                user: account.user, name: account.name, role: account.role, session: session.id)
            return .user(identity)
        }
        // A guest's token does not open the account that the guest has made.
        guard let user = guests.user(of: token), !reservations.isAccount(user) else { return .refused }
        return guests.answer(to: token)
    }

    func guest(_ user: UserID) throws(WireError) -> UserIdentity { try guests.guest(user) }

    func token(for user: UserID) -> String { guests.token(for: user) }

    var namesUsers: Bool { false }

    // MARK: Used by LoopbackServer

    /// The guest to whom a token belongs. It is `nil` for any other token, and for a guest who has
    /// made an account.
    func guest(of token: String) -> UserID? { guests.user(of: token).flatMap { reservations.isAccount($0) ? nil : $0 } }

    /// Whether the guest to whom a token belongs has made an account.
    func hasAccount(_ token: String) -> Bool { guests.user(of: token).map(reservations.isAccount) ?? false }

    /// Whether a token is that of this user as a guest.
    func isGuest(_ token: String, _ user: UserID) -> Bool { guests.user(of: token) == user }

    /// The account of a name, if the password is right.
    func account(_ name: String, _ password: String) -> Account? {
        guard let user = reservations.holder(of: ConfusableSkeleton(of: name)), isRight(password, of: user) else {
            return nil
        }
        return try? store.account(of: user)
    }

    func isRight(_ password: String, of user: UserID) -> Bool {
        (try? store.password(of: user)) == Self.stored(password)
    }

    /// Asks or changes the store.
    func onStore<Value>(_ work: (MemoryAccounts) throws(StoreError) -> Value) throws(WireError) -> Value {
        do throws(StoreError) { return try work(store) } catch { throw error.refusal }
    }

    static func stored(_ password: String) -> PasswordHash {
        PasswordHash(salt: [], key: Array(password.utf8), rounds: 0, blockSize: 0, parallelism: 0)
    }
}
