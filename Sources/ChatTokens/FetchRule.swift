import ChatWire

/// Decides when keys are fetched from their address: when they are old, and when a token may be
/// signed with a newer one. Whatever tokens come, there is a pause between two fetches.
struct FetchRule: Sendable {
    private var began: Int64?
    private var succeeded: Int64?
    /// Whether the last fetch failed.
    private(set) var hasFailed = false

    /// - Parameter now: nanoseconds of a clock that does not go back
    func isStale(at now: Int64) -> Bool {
        succeeded.map { now - $0 >= Limits.tokenKeysLifetime * 1_000_000 } ?? true
    }

    /// Milliseconds until the next fetch may begin; 0: now.
    func wait(at now: Int64) -> UInt64 {
        guard let began else { return 0 }
        let left = began + Limits.tokenKeysInterval * 1_000_000 - now
        return left <= 0 ? 0 : UInt64((left + 999_999) / 1_000_000)
    }

    mutating func began(at now: Int64) { began = now }

    mutating func succeeded(at now: Int64) { (succeeded, hasFailed) = (now, false) }

    mutating func failed() { hasFailed = true }
}
