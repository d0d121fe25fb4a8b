import ChatWire

/// Answers who the bearer of a token is: the seam behind which guests, accounts and the users of
/// other systems are.
///
/// ``identity(of:)`` is all that an implementation needs. Such a server has no guests.
///
/// ```swift
/// struct Staff: Authenticator {
///     func identity(of token: String) async throws -> UserIdentity? {
///         guard let person = try await directory.person(ofToken: token) else { return nil }
///         return UserIdentity(user: person.id, name: person.name, role: .user)
///     }
/// }
/// ```
public protocol Authenticator: Sendable {
    /// The user of a token; `nil` if it is not, or no longer, a token of this server.
    ///
    /// It may wait for a database or another server. After
    /// ``ChatWire/Limits/authenticationDeadline`` the connection that asks is closed, and the task
    /// of this call is cancelled.
    ///
    /// - Throws: a `WireError` goes to the client. After any other error the client is told to try
    ///   again.
    func identity(of token: String) async throws -> UserIdentity?

    /// What can be said of a token without waiting. By default ``TokenAnswer/later``.
    ///
    /// Called on event loops: an implementation must not block.
    func answer(to token: String) -> TokenAnswer

    /// The identity of a guest: a user who has no token. By default there are no guests.
    ///
    /// Called on event loops: an implementation must not block.
    ///
    /// - Throws: ``ChatWire/WireError/Code/signInRequired`` where there are no guests.
    func guest(_ user: UserID) throws(WireError) -> UserIdentity

    /// A token with which a guest can come back. Called on event loops, for guests only.
    func token(for user: UserID) -> String

    /// Whether another system names users of this server. By default `true`.
    ///
    /// Then a user who invites one of them (an id as ``ChatWire/UserID/init(subject:issuer:)``
    /// makes it) may call that person by a name that people here can't choose, such as
    /// `Ann (Support)`.
    var namesUsers: Bool { get }
}

extension Authenticator {
    /// ``TokenAnswer/later``: every token is looked up with ``Authenticator/identity(of:)``.
    public func answer(to token: String) -> TokenAnswer { .later }
    /// Throws ``ChatWire/WireError/Code/signInRequired``: there are no guests.
    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { throw .signInRequired }
    /// An empty text, which no connection gets: there are no guests.
    public func token(for user: UserID) -> String { "" }
    /// `true`: the users are those of another system.
    public var namesUsers: Bool { true }
}

/// A user, as their token says.
public struct UserIdentity: Hashable, Sendable {
    /// The user's id: the same for all tokens of one user.
    public var user: UserID
    /// The only name of this user; `nil`: the name that the hello asks for.
    public var name: String?
    /// What the user may do on the whole server.
    public var role: ServerRole
    /// Whether others may bear the name, too, as the users of another system may. Guests can't
    /// take it while its bearer is connected, and an account's name is still the account's alone.
    public var sharesName: Bool
    /// Whether the user may send messages and files.
    public var mayWrite: Bool
    /// When the token expires, in milliseconds since 1970-01-01 UTC; `nil`: never. Then the
    /// connection is closed with 4202, unless the client sends a newer token before.
    public var expires: Int64?
    /// The session of an account, which can be ended.
    public var session: SessionID?

    /// Creates the value.
    public init(
        user: UserID, name: String? = nil, sharesName: Bool = false, role: ServerRole = .user, mayWrite: Bool = true,
        expires: Int64? = nil, session: SessionID? = nil
    ) {
        self.user = user
        self.name = name
        self.sharesName = sharesName
        self.role = role
        self.mayWrite = mayWrite
        self.expires = expires
        self.session = session
    }
}

/// What an ``Authenticator`` can say of a token without waiting.
public enum TokenAnswer: Hashable, Sendable {
    /// It is valid, and this is its user.
    case user(UserIdentity)
    /// It is not, or no longer, a token of this server.
    case refused
    /// ``Authenticator/identity(of:)`` is to be asked.
    case later
}
