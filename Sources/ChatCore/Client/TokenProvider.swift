/// Supplies the tokens of a user whom another system knows: for a server that verifies them, or
/// that does not accept guests.
///
/// For an account of the server itself, use ``ChatClient/signIn(name:password:)`` instead.
public protocol TokenProvider: Sendable {
    /// A token of the user.
    ///
    /// The client asks before the first connection, again whenever the server has refused or ended
    /// a token, and a minute before a token ends, so that the connection goes on. It waits for the
    /// answer as long as that takes, so set a deadline for your own requests.
    ///
    /// - Parameter refused: The token that the server does not accept any more, or soon, so that a
    ///   cached one is not returned again. `nil`: none was refused.
    /// - Returns: `nil` if the user is signed out. The client then gives up with
    ///   ``ChatModel/Connection/Trouble/unauthenticated``, until ``ChatClient/reconnect()``.
    /// - Throws: Any error, if there is no answer now. Without a connection, the client asks again
    ///   after a pause, however often that happens. The text of a ``ChatWire/WireError`` is shown,
    ///   and its `retry` is the pause. A minute before a token ends the client asks once; if that
    ///   fails, it asks again when the server has closed the connection.
    func token(replacing refused: String?) async throws -> String?
}

/// Supplies one token until the server refuses it, such as an API key.
public struct FixedToken: TokenProvider {
    private let token: String

    /// Creates the provider.
    public init(_ token: String) { self.token = token }

    /// Returns the token, or `nil` once the server has refused it.
    public func token(replacing refused: String?) -> String? { refused == token ? nil : token }
}
