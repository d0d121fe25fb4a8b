/// The number of an event in its room (docs/protocol.md, "The model"): 1 for the first, and
/// one more for each that follows. 0 is before the first.
///
/// Not a count of events, nor the number under which a device sends (``IdempotencyKey``).
public struct Seq: Hashable, Sendable {
    /// On the wire 0…2⁵³ − 1, which JavaScript holds exactly.
    public let number: UInt64

    /// Creates the number of an event.
    public init(_ number: UInt64) { self.number = number }

    /// Creates the number of the newest of so many events: 0 or more.
    public init(count: Int) { number = UInt64(count) }
}

extension Seq: ExpressibleByIntegerLiteral {
    /// Creates the number of an event.
    public init(integerLiteral number: UInt64) { self.init(number) }
}

extension Seq: CustomStringConvertible {
    /// The number in decimal digits.
    public var description: String { number.description }
}

extension Seq: Comparable {
    /// Whether the first event is older.
    public static func < (one: Seq, other: Seq) -> Bool { one.number < other.number }
}

extension Seq: Strideable {
    /// How many events further `other` is: negative if it is older. ``Int`` bounds the answer.
    public func distance(to other: Seq) -> Int {
        other >= self
            ? Int(clamping: other.number - number) : 0 - Int(clamping: number - other.number)
    }

    /// The event that is so many further. A number below 0 is 0, for nothing is older.
    public func advanced(by count: Int) -> Seq { self + count }
}

extension Seq {
    /// The largest number that an event can have.
    public static let largest = Seq(Limits.largestInteger)

    /// Greater than the number of any event.
    public static let end = Seq(Limits.largestInteger + 1)

    /// The event that is so many further, or older if `count` is negative. A number below 0 is 0,
    /// for nothing is older, and none is over 2⁶⁴ − 1.
    public static func + (seq: Seq, count: Int) -> Seq {
        let (sum, isOver) =
            count < 0
            ? seq.number.subtractingReportingOverflow(UInt64(count.magnitude))
            : seq.number.addingReportingOverflow(UInt64(count))
        return Seq(isOver ? (count < 0 ? 0 : UInt64.max) : sum)
    }

    /// Goes on by so many events.
    public static func += (seq: inout Seq, count: Int) { seq = seq + count }

    /// The event that is so many older. A number below 0 is 0, for nothing is older.
    public static func - (seq: Seq, count: Int) -> Seq { seq + (0 - count) }

    /// How many events further `seq` is than `other`: negative if it is older.
    public static func - (seq: Seq, other: Seq) -> Int { other.distance(to: seq) }
}
