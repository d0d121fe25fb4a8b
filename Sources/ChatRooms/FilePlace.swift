import ChatWire

/// The name of a file's bytes on the server's disk. Each upload has a place of its own, so that
/// two under one ``FileID`` never mix. A place is told to nobody.
public struct FilePlace: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates the place of 128 given bits. The place of a new file is random.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The place whose file or object has this name; `nil` for a name that the server does not
    /// give.
    package init?(name: String) {
        guard let place = FilePlace(name), place.text == name else { return nil }
        self = place
    }
}
