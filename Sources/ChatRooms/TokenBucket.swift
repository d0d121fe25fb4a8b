import ChatWire

/// How often something may happen: so many at once, and then as often as tokens come back.
///
/// A refusal names the moment from which the next request passes. Until then, every request is
/// refused, so that none overtakes a refused one. A request that costs several tokens passes as
/// soon as there is one token. The next request waits until the rest is paid.
public struct TokenBucket: Sendable {
    /// How many tokens there are at once, and how fast they come back.
    public struct Rate: Hashable, Sendable {
        /// Tokens that come back within ``seconds``, evenly; 1 or more.
        public var count: Int
        /// 1 or more.
        public var seconds: Int
        /// Tokens of a full bucket; 1 or more.
        public var burst: Int

        /// - Parameter burst: `nil` for as many seconds' tokens as the default burst of messages is
        public init(perSecond: Int = Limits.messagesPerSecond, burst: Int? = nil) {
            count = max(1, perSecond)
            seconds = 1
            let proportion = Limits.messageBurst / Limits.messagesPerSecond
            self.burst = max(1, burst ?? count.multipliedReportingOverflow(by: proportion).partialValue)
        }

        /// A rate of `count` at once, which come back within `seconds`.
        public init(_ count: Int, within seconds: Int) {
            self.count = max(1, count)
            self.seconds = max(1, seconds)
            burst = self.count
        }

        /// The rate with `factor` times as many tokens, at once and in the same time.
        public func multiplied(by factor: Int) -> Rate {
            func product(_ number: Int) -> Int {
                let (product, isHuge) = number.multipliedReportingOverflow(by: max(1, factor))
                return isHuge ? number : product
            }
            var rate = self
            (rate.count, rate.burst) = (product(count), product(burst))
            return rate
        }

        /// Tokens that come back within a second, rounded down: 0 for a rate below one a second.
        public var perSecond: Int { count / seconds }

        /// Nanoseconds in which one token comes back.
        fileprivate var interval: Int64 {
            Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000).partialValue / Int64(count)
        }
    }

    private let interval: Int64
    private let window: Int64
    /// The moment at which the bucket would be full if nothing more came, in nanoseconds of the
    /// caller's clock.
    package private(set) var fullAt: Int64

    /// Creates a full bucket.
    public init(_ rate: Rate) { self.init(rate, fullAt: .min) }

    init(_ rate: Rate, fullAt: Int64) {
        interval = rate.interval
        window = interval.multipliedReportingOverflow(by: Int64(rate.burst)).partialValue
        self.fullAt = fullAt
    }

    /// Takes a token. Returns `nil` if there was one, otherwise the milliseconds (1 or more) to
    /// wait.
    ///
    /// - Parameter now: nanoseconds of a clock that does not go back.
    public mutating func take(at now: Int64) -> UInt64? {
        if let wait = wait(at: now) { return wait }
        spend(1, at: now)
        return nil
    }

    /// What ``take(at:)`` would answer.
    public func wait(at now: Int64) -> UInt64? {
        let ahead = max(fullAt, now) - now
        guard ahead + interval <= window else {
            let wait = (ahead + interval - window + 999_999) / 1_000_000
            return UInt64(max(1, wait))
        }
        return nil
    }

    /// Takes `count` tokens, even if there are fewer.
    public mutating func spend(_ count: Int, at now: Int64) {
        let (cost, isHuge) = interval.multipliedReportingOverflow(by: Int64(count))
        // A day: no bucket takes longer to fill.
        let debt = isHuge ? 86_400_000_000_000 : cost
        fullAt = max(fullAt, now).addingReportingOverflow(debt).partialValue
    }

    /// Takes `count` tokens, because they were used on another server. Whatever other servers say,
    /// at most a full bucket's worth is owed then, so nobody waits for longer than two buckets take
    /// to fill.
    package mutating func owe(_ count: Int, at now: Int64) {
        let before = fullAt
        spend(count, at: now)
        let most = now.addingReportingOverflow(2 &* window).partialValue
        fullAt = min(fullAt, max(before, most))
    }

    /// Puts tokens back, because they were taken for something that did not happen.
    public mutating func giveBack(_ count: Int = 1) {
        let (paid, isHuge) = interval.multipliedReportingOverflow(by: Int64(max(0, count)))
        if !isHuge, fullAt > .min + paid { fullAt -= paid }
    }

    /// Whether less than half of the tokens are left.
    package func isLow(at now: Int64) -> Bool { fullAt > now && fullAt - now > window / 2 }

    /// Whether no token is missing. A full bucket is as good as a new one.
    public func isFull(at now: Int64) -> Bool { fullAt <= now }
}
