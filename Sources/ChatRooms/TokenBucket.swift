import ChatWire

/// How often one user may speak: `rate` messages a second, up to `burst` at once.
///
/// A refusal names the moment from which the next one passes; until then every other is refused too, so that a message
/// refused is not overtaken by those behind it.
public struct TokenBucket: Sendable {
    /// What an operator sets.
    public struct Rate: Hashable, Sendable {
        /// Messages a second; 1 or more.
        public var perSecond: Int
        public var burst: Int

        public init(perSecond: Int = Limits.messagesPerSecond, burst: Int? = nil) {
            self.perSecond = max(1, perSecond)
            let proportion = Limits.messageBurst / Limits.messagesPerSecond
            self.burst = max(1, burst ?? self.perSecond.multipliedReportingOverflow(by: proportion).partialValue)
        }
    }

    private let interval: Int64
    private let window: Int64
    /// The moment at which the bucket would be full if nothing more came, in nanoseconds of the caller's clock.
    private var fullAt: Int64 = .min

    public init(_ rate: Rate) {
        interval = 1_000_000_000 / Int64(rate.perSecond)
        window = interval.multipliedReportingOverflow(by: Int64(rate.burst)).partialValue
    }

    /// Takes one message's worth; `nil` when it may pass, else the milliseconds (1 or more) to wait.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back.
    public mutating func take(at now: Int64) -> UInt64? {
        let start = max(fullAt, now)
        let ahead = start - now
        guard ahead + interval <= window else {
            let wait = (ahead + interval - window + 999_999) / 1_000_000
            return UInt64(max(1, wait))
        }
        fullAt = start + interval
        return nil
    }
}
