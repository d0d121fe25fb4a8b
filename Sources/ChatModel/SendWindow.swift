import ChatWire

/// How many mutations may be on their way at once: one until something was accepted on this connection, then more with
/// every acceptance, one again after a refusal.
///
/// The first goes alone because it shows where the server's count of this device stands: behind a number that turns out
/// to have been passed (error 144) nothing may already be under way, or it would overtake.
struct SendWindow: Hashable {
    private(set) var size = 1
    /// The highest number the server is known to have accepted.
    private(set) var accepted: UInt64 = 0

    mutating func connected() { size = 1 }

    mutating func accepted(_ number: UInt64) {
        size = min(size * 2, Limits.outboxWindow)
        accepted = max(accepted, number)
    }

    /// Seen in the log: as good as accepted, but not an answer of this connection.
    mutating func seen(_ number: UInt64) { accepted = max(accepted, number) }

    mutating func refused() { size = 1 }

    /// Whether another may follow those that are under way. A number that others have passed goes alone.
    func admits(_ underWay: [UInt64]) -> Bool {
        underWay.isEmpty || underWay.count < size && underWay.allSatisfy { $0 > accepted }
    }
}
