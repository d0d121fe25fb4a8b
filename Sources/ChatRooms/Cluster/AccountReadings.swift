import ChatWire

/// When a server reads again in the store what other servers may have said of accounts.
///
/// It reads at once when messages were missing, and every ``ChatWire/Limits/accountReading``
/// milliseconds while the bus is away. A reading that fails is done again after that time.
package struct AccountReadings: Sendable {
    /// What a reading reads.
    package enum Extent: Sendable {
        /// The sessions and roles of those who are connected, and the API keys.
        case connected
        /// The names of all accounts, too.
        case all
    }

    /// When the next reading begins, and what it reads.
    private var next: (due: Int64, extent: Extent)?
    /// `nil` while nothing is read.
    private var current: Extent?
    /// While the bus is away, the next reading does not begin before this time.
    private var earliest = Int64.min

    /// Creates the value. Nothing has to be read.
    package init() {}

    /// Called every ``ChatWire/Limits/serverTick`` milliseconds.
    ///
    /// - Parameters:
    ///   - hasMissed: whether messages are or may be missing since the last call
    ///   - isCarrying: whether the bus carries messages now
    ///   - now: milliseconds of a clock that does not go back
    /// - Returns: what has to be read now; ``end(succeeded:at:)`` follows
    package mutating func begin(hasMissed: Bool, isCarrying: Bool, at now: Int64) -> Extent? {
        if hasMissed {
            next = (now, .all)
        } else if !isCarrying, next == nil, current == nil {
            next = (max(now, earliest), .connected)
        }
        guard current == nil, let next, next.due <= now else { return nil }
        self.next = nil
        current = next.extent
        return next.extent
    }

    /// A reading has ended.
    package mutating func end(succeeded: Bool, at now: Int64) {
        earliest = now + Limits.accountReading
        if !succeeded, let current {
            next = (min(next?.due ?? earliest, earliest), next?.extent == .all ? .all : current)
        }
        current = nil
    }
}
