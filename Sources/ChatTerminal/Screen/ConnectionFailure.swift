import ChatCore

/// Why no connection to the server could be made, as far as its transport knows.
package enum ConnectionFailure: Hashable, Sendable {
    /// Nothing listens there, or a firewall refused the connection.
    case refused
    /// The host's name has no address.
    case unknownHost
    case timedOut
    case noRoute
    /// The server answered with this HTTP status, and not with a WebSocket.
    case status(Int)
    /// The server ended the connection, or answered something else.
    case noChat
    /// TLS can't show that this is the server, for this reason.
    case untrusted(String)

    /// The reason as a sentence.
    ///
    /// - Parameter server: the server's address, for people
    package func reason(_ server: String) -> String {
        switch self {
        case .refused: localized("\(server) refused the connection.")
        case .unknownHost: localized("No address was found for \(server).")
        case .timedOut: localized("\(server) did not answer in time.")
        case .noRoute: localized("This network has no route to \(server).")
        case .status(let status): localized("\(server) answered with HTTP status \(status).")
        case .noChat: localized("\(server) did not answer as a chat server.")
        case .untrusted(let reason): reason
        }
    }

    /// The reason, and that the client tries again.
    package func sentence(_ server: String) -> String { localized("\(reason(server)) Trying again.") }
}
