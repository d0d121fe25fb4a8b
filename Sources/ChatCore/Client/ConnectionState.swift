/// The state of the connection, for a banner.
public struct ConnectionState: Hashable, Sendable {
    /// The connection.
    public var connection: Connection
    /// The user's identity; `nil` before the first welcome.
    public var identity: Identity?

    /// Initial, loading, connected or connecting.
    public var phase: Connection.Phase { connection.phase }

    /// Whether the client does not connect again by itself: the server does not accept the user's
    /// token or name, for example. It goes on after ``ChatClient/reconnect()``,
    /// ``ChatClient/rename(_:)`` or ``ChatClient/signIn(name:password:)``.
    public var hasGivenUp: Bool { connection.hasGivenUp }

    /// What a banner says, with its button; `nil` if there is nothing to report.
    ///
    /// - Parameter pending: How many messages wait. The notice says that they are kept.
    public func notice(pending: Int = 0) -> ConnectionNotice? { ConnectionNotice(connection, pending: pending) }

    init(_ chat: Chat) {
        connection = chat.connection
        identity = chat.identity
    }
}

extension Connection {
    /// Why the client does not connect again by itself; `nil` if it does.
    var giveUpReason: WireError? {
        guard hasGivenUp else { return nil }
        if case .refused(let error) = trouble { return error }
        guard let notice = ConnectionNotice(self, pending: 0) else { return .notConnected }
        return WireError(trouble == .unauthenticated ? .signInRequired : .notConnected, notice.sentence)
    }
}
