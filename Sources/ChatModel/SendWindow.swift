import ChatWire

/// How many mutations may be under way at once: one until the first acceptance on this connection,
/// one more after each acceptance, one again after a refusal.
///
/// The first one goes alone because its reply shows where the server's count for this device
/// stands. If the server has passed that number (error 144), nothing behind it may be under way: it
/// would overtake.
struct SendWindow: Hashable {
    private(set) var size = 1
    /// The highest number that the server has accepted.
    private(set) var accepted: UInt64 = 0

    mutating func connected() { size = 1 }

    mutating func accepted(_ number: UInt64) {
        size = min(size * 2, Limits.outboxWindow)
        accepted = max(accepted, number)
    }

    /// The number was seen in the log. It counts as accepted, but not as a reply on this
    /// connection.
    mutating func seen(_ number: UInt64) { accepted = max(accepted, number) }

    mutating func refused() { size = 1 }

    /// Whether another may be sent after those under way. A number lower than an accepted one goes
    /// alone.
    func admits(_ underWay: [UInt64]) -> Bool {
        underWay.isEmpty || underWay.count < size && underWay.allSatisfy { $0 > accepted }
    }
}
