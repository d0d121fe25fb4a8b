import ChatRooms
import ChatWire

/// Tokens that anyone could make: the user's id with a word before it. For tests only; they outlive a restart of the server.
public struct PlainTokens: Authenticator {
    public init() {}

    public func identity(of token: String) async throws -> UserIdentity? {
        if case .user(let identity) = answer(to: token) { identity } else { nil }
    }

    public func answer(to token: String) -> TokenAnswer {
        user(of: token).flatMap { try? guest($0) }.map { .user($0) } ?? .refused
    }

    public func guest(_ user: UserID) throws(WireError) -> UserIdentity { UserIdentity(user: user, role: .guest) }

    public func token(for user: UserID) -> String { "token-" + user.text }

    public func user(of token: String) -> UserID? {
        guard token.hasPrefix("token-") else { return nil }
        return UserID(String(token.dropFirst("token-".count)))
    }
}
