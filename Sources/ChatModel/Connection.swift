import ChatWire

/// The life of the connection: connecting, greeting, silence, loss, coming back, giving up.
public struct Connection: Hashable, Sendable {
    public internal(set) var phase: Phase = .initial
    /// What to tell the user; `nil` while all is well.
    public internal(set) var trouble: Trouble?
    /// What the system believes of the network.
    public internal(set) var isOnline = true

    public enum Phase: Hashable, Sendable {
        /// Not started, or stopped.
        case initial
        /// The first connection since the start is being made.
        case loading
        /// The server has welcomed us.
        case connected
        /// The connection was lost; another is being made, or ``trouble`` says why not.
        case connecting
    }

    public enum Trouble: Hashable, Sendable {
        /// The server can't be reached, or does not answer; tried again by itself.
        case unreachable
        /// The server says why not now; tried again by itself.
        case delayed(WireError)
        /// Given up: the hello was refused. A name that is taken wants ``Input/rename(_:)``.
        case refused(WireError)
        /// Given up: the server closed for a reason that coming back would not change.
        case closed(CloseCode)
        /// Given up: there is no token that the server accepts.
        case unauthenticated
    }

    /// Whether nothing more is tried until ``Input/reconnect``, ``Input/rename(_:)`` or ``Input/start``.
    public var hasGivenUp: Bool {
        switch trouble {
        case .refused, .closed, .unauthenticated: true
        case nil, .unreachable, .delayed: false
        }
    }

    public init() {}
}
