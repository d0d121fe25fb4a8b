/// A clock that goes when it is told to. Nothing in a test sleeps: the test says how late it is.
public struct ManualClock: Hashable, Sendable {
    /// Milliseconds since the world began. It never goes back.
    public private(set) var milliseconds: Int64 = 0
    /// The wall clock's time at the start: milliseconds since 1970-01-01 UTC. A test may change it
    /// at any time, as people set clocks.
    public var origin: Int64

    /// - Parameter origin: by default a morning in 2026.
    public init(origin: Int64 = 1_795_223_116_000) { self.origin = origin }

    /// The wall clock: milliseconds since 1970-01-01 UTC.
    public var wall: Int64 { origin + milliseconds }

    /// Goes on by this time, to the millisecond; a negative one changes nothing.
    public mutating func advance(by time: Duration) {
        let (seconds, attoseconds) = time.components
        milliseconds += max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// Goes on to a moment; a moment that has passed changes nothing.
    public mutating func advance(to moment: Int64) { milliseconds = max(milliseconds, moment) }
}
