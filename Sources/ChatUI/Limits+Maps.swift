import ChatWire

/// Maps of places.
extension Limits {
    /// Maps that are cached.
    static let mapsKept = 40
    /// Bytes of the pixels of all cached maps: 32 MiB.
    static let mapBytesKept = 33_554_432
}
