/// 128 random bits that name a user, a device, an event or a file; unguessable, and unique without anyone handing them out.
///
/// Written as a UUID (RFC 9562 section 4) in upper case, as Foundation writes one; read in either case.
public struct ID: Hashable, Sendable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A fresh id from the system's random source.
    public static func random() -> ID {
        var source = SystemRandomNumberGenerator()
        return random(using: &source)
    }

    /// A fresh id from `source`; a seeded one makes tests repeat.
    public static func random(using source: inout some RandomNumberGenerator) -> ID {
        ID(high: source.next(), low: source.next())
    }
}

public typealias UserID = ID
public typealias DeviceID = ID
public typealias EventID = ID
public typealias FileID = ID
