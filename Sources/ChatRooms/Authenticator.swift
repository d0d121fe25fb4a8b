import ChatWire

/// Who someone is: the seam behind which accounts, tokens and single sign-on live.
///
/// Called on event loops: an implementation must not block.
public protocol Authenticator: Sendable {
    /// The user a token stands for; `nil` when it is not, or no longer, a token of this server.
    func user(of token: String) -> UserID?

    /// A token with which `user` can come back.
    func token(for user: UserID) -> String
}
