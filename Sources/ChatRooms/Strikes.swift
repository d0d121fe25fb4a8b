import ChatWire

/// Patience with a connection that keeps sending what can't be understood.
public struct Strikes: Hashable, Sendable {
    private var count = 0

    public init() {}

    /// Counts a refusal; `true` when it was one too many in a row.
    ///
    /// Only what a working client never sends counts: a name that is taken or a rate that is exceeded happens to the best.
    public mutating func count(_ error: WireError) -> Bool {
        switch error.code {
        case .badJSON, .badRequest, .unknownType, .helloRequired, .alreadyIntroduced, .lineUnknown: count += 1
        default: return false
        }
        return count >= Limits.strikes
    }

    public mutating func forgive() { count = 0 }
}
