import ChatWire

/// Counts consecutive requests that a working client never sends.
public struct Strikes: Hashable, Sendable {
    private var count = 0

    /// Creates a count of zero.
    public init() {}

    /// Counts a refusal; `true` when it was one too many in a row.
    ///
    /// What a working client never sends counts, and a name that is taken: nobody tries so many
    /// names on one connection by hand. A rate that is exceeded does not count.
    public mutating func count(_ error: WireError) -> Bool {
        switch error.code {
        case .badJSON, .badRequest, .unknownType, .helloRequired, .alreadyIntroduced, .lineUnknown, .nameTaken:
            count += 1
        default: return false
        }
        return count >= Limits.strikes
    }

    /// Counts from zero again, because the connection has sent something that was accepted.
    public mutating func forgive() { count = 0 }
}
