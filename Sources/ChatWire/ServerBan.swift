/// Keeps somebody off the whole server: a user, or all clients of a network.
public struct ServerBan: Hashable, Sendable {
    /// Whom a ban keeps off.
    public enum Subject: Hashable, Sendable {
        /// A guest, or the user of an account, an API key or a signed token.
        case user(UserID)
        /// An address or a network, as the server writes it: `192.0.2.7/32`, `2001:db8:0::/48`.
        case network(String)

        /// What is not a user id is taken for a network. The server checks it.
        public init(_ text: String) { self = UserID(text).map { .user($0) } ?? .network(text) }

        /// The user id, or the network.
        public var text: String {
            switch self {
            case .user(let user): user.text
            case .network(let text): text
            }
        }
    }

    /// Whom it keeps off.
    public var subject: Subject
    /// What the user was called when they were banned, for those who look at the list; `nil` if
    /// that was not known, and for a network.
    public var name: String?
    /// When it ends, in milliseconds since 1970-01-01 UTC; `nil`: when it is taken back.
    public var until: Int64?
    /// What those are told whom it keeps off: one line of at most ``Limits/reasonBytes`` bytes;
    /// `nil`: nothing.
    public var reason: String?

    /// Creates the value.
    public init(_ subject: Subject, name: String? = nil, until: Int64? = nil, reason: String? = nil) {
        self.subject = subject
        self.name = name
        self.until = until
        self.reason = reason
    }

    /// Why the name or the reason is refused; `nil` if both are right.
    public func check() -> WireError? {
        if let name, let fault = LineRule.fault(of: name, most: Limits.nameBytes) {
            return .key("name", fault)
        }
        guard let reason, let fault = LineRule.fault(of: reason, most: Limits.reasonBytes) else { return nil }
        return WireError(.reason, "The reason \(fault).")
    }

    /// Whether it keeps anybody off at this time, in milliseconds since 1970-01-01 UTC.
    package func counts(at now: Int64) -> Bool { until.map { now < $0 } ?? true }

    package init(_ object: JSONObject) throws(WireError) {
        self.init(
            Subject(try object.string("subject")),
            name: try object.optionalString("name").flatMap { $0.isEmpty ? nil : $0 },
            until: try object.optionalNumber("until").map { Int64(clamping: $0) },
            reason: try object.optionalString("reason").flatMap { $0.isEmpty ? nil : $0 })
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("subject", subject.text as String?)
        writer.member("name", name)
        writer.member("until", until.map { UInt64(clamping: $0) })
        writer.member("reason", reason)
    }
}
