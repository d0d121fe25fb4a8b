import ChatWire

/// What a file's bytes are called on the server's disk. Each upload has a place of its own, so that two under one
/// ``FileID`` never mix. A place is told to nobody.
public struct FilePlace: Identifier {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
