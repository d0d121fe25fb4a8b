/// An id of 128 random bits. It can't be guessed, and is unique without a central registry.
///
/// Each kind of id is a separate struct, so the compiler rejects a user's id where a device's is
/// expected. An id is written as a UUID (RFC 9562 section 4) in upper case, as Foundation does, and
/// read in either case.
public protocol Identifier: Hashable, Sendable, CustomStringConvertible {
    /// The first 64 bits.
    var high: UInt64 { get }
    /// The last 64 bits.
    var low: UInt64 { get }

    /// An id of 128 given bits.
    init(high: UInt64, low: UInt64)
}

extension Identifier {
    /// A fresh id from the system's random source.
    public static func random() -> Self {
        // Not by `random(using:)`: ThreadSanitizer takes all generators without a state for one.
        Self(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }

    /// A fresh id from `source`; a seeded one makes tests repeat.
    public static func random(using source: inout some RandomNumberGenerator) -> Self {
        Self(high: source.next(), low: source.next())
    }
}
