import ChatWire

/// Keeps somebody off the whole server: a user, or all clients of a network.
public struct ServerBan: Hashable, Sendable {
    /// Whom a ban keeps off.
    public enum Subject: Hashable, Sendable {
        /// A guest, or the user of an account, an API key or a signed token.
        case user(UserID)
        /// An address or a network, as the server writes it: `192.0.2.7/32`, `2001:db8::/48`.
        case network(String)
    }

    /// Whom it keeps off.
    public var subject: Subject
    /// When it ends, in milliseconds since 1970-01-01 UTC; `nil`: never.
    public var until: Int64?
    /// What those are told whom it keeps off; `nil`: nothing.
    public var reason: String?

    /// Creates the value.
    public init(_ subject: Subject, until: Int64? = nil, reason: String? = nil) {
        self.subject = subject
        self.until = until
        self.reason = reason
    }

    /// Whether it keeps anybody off at this time, in milliseconds since 1970-01-01 UTC.
    package func counts(at now: Int64) -> Bool { until.map { now < $0 } ?? true }
}
