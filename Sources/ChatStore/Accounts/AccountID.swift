import ChatCore
import ChatWire

/// Names an account on this device. The account's journal is called after it.
public struct AccountID: Identifier {
    /// The first 64 of the 128 bits, which are random.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits. A new account gets one of `random()`.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

// As its text, like all ids.
extension AccountID: Codable {}
