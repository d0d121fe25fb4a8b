/// The identity of a log: as long as it is the same, a sequence number means the same event.
///
/// A number from 1 to 2⁵³ − 1, which JavaScript holds exactly.
public struct Epoch: Hashable, Sendable {
    /// 1…2⁵³ − 1.
    public let number: UInt64

    /// `nil` outside 1…2⁵³ − 1.
    public init?(_ number: UInt64) {
        guard number >= 1, number <= Limits.largestInteger else { return nil }
        self.number = number
    }

    /// A new epoch from `source`; a seeded one makes tests repeat.
    public static func random(using source: inout some RandomNumberGenerator) -> Epoch {
        Epoch(unchecked: UInt64.random(in: 1...Limits.largestInteger, using: &source))
    }

    private init(unchecked number: UInt64) { self.number = number }
}
