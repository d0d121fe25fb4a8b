import ChatWire

extension UserID {
    /// A user id given by this server: a UUID of version 8 (RFC 9562 section 5.8).
    ///
    /// SwiftChat clients bring ids of their own, of version 4. Keeping the two apart keeps a
    /// SwiftChat client from speaking as a user whose id it read in an event.
    public static func issued() -> UserID {
        var system = SystemRandomNumberGenerator()
        return issued(using: &system)
    }

    /// One of these, of a source's chance.
    public static func issued(using source: inout some RandomNumberGenerator) -> UserID {
        var id = UserID.random(using: &source)
        id.high = id.high & ~0xF000 | 0x8000
        return id
    }

    /// Whether the id is one that this server gives.
    public var isIssued: Bool { high & 0xF000 == 0x8000 }
}
