import ChatRooms
import ChatWire

/// Tokens that anyone could make: the user's id with a word before it. For tests only; they outlive a restart of the server.
public struct PlainTokens: Authenticator {
    public init() {}

    public func token(for user: UserID) -> String { "token-" + user.text }

    public func user(of token: String) -> UserID? {
        guard token.hasPrefix("token-") else { return nil }
        return UserID(String(token.dropFirst("token-".count)))
    }
}
