import ChatRooms
import ChatWire

/// Tokens that anyone could make: `token-` and the user's id. They stay valid when the server
/// restarts. For tests only.
public struct PlainTokens: Authenticator {
    /// Creates the value.
    public init() {}

    /// Returns the guest whom the token names; `nil` if it is not a token of this kind.
    public func identity(of token: String) async throws -> UserIdentity? {
        if case .user(let identity) = answer(to: token) { identity } else { nil }
    }

    /// Accepts every token of this kind at once, and refuses any other.
    public func answer(to token: String) -> TokenAnswer {
        user(of: token).flatMap { try? guest($0) }.map { .user($0) } ?? .refused
    }

    /// Lets every guest in, with the role ``ChatWire/ServerRole/guest``.
    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { UserIdentity(user: user, role: .guest) }

    /// Returns `token-` and the user's id.
    public func token(for user: UserID) -> String { "token-" + user.text }

    /// Returns the user whose id the token contains; `nil` if it is not a token of this kind.
    public func user(of token: String) -> UserID? {
        guard token.hasPrefix("token-") else { return nil }
        return UserID(String(token.dropFirst("token-".count)))
    }
}
