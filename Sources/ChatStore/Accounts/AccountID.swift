import ChatWire

/// Names an account on this device. The account's journal is called after it.
public struct AccountID: Identifier {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
