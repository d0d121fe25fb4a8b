import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers

/// Logs why the store refused requests: the first time at once, then each kind of it once a minute,
/// with how often that was.
///
/// A disk that can't be read, or is full, would otherwise fill the log as fast as people ask.
struct StoreTrouble: Sendable {
    private struct Count {
        var loggedAt: Int64
        var silenced = 0
    }

    let logger: Logger
    private let counts = NIOLockedValueBox<[Kind: Count]>([:])

    private let clock: ServerClock

    init(logger: Logger, clock: ServerClock = ServerClock()) {
        self.logger = logger
        self.clock = clock
    }

    func note(_ error: StoreError) {
        guard let kind = Kind(error), let silenced = count(kind, clock.nanoseconds()) else { return }
        logger.error(
            "The store refused a request; the server goes on.",
            metadata: ["error": "\(error)", "more_of_this": "\(silenced)"])
    }

    /// Logs that the server has become read-only, or takes messages again.
    func turned(readOnly isReadOnly: Bool) {
        if isReadOnly {
            logger.error("The disk is full: the server is read-only. Make room; it takes messages again by itself.")
        } else {
            logger.notice("The server takes messages again.")
        }
    }

    /// How many of this kind were not logged since the last one that was; `nil` where this one is
    /// not either.
    private func count(_ kind: Kind, _ now: Int64) -> Int? {
        counts.withLockedValue { counts in
            guard let known = counts[kind], now - known.loggedAt < Limits.repeatedLog * 1_000_000 else {
                return counts.updateValue(Count(loggedAt: now), forKey: kind)?.silenced ?? 0
            }
            counts[kind]?.silenced += 1
            return nil
        }
    }

    private enum Kind {
        case full, unreadable, damaged, busy

        /// `nil` for what ends the service.
        init?(_ error: StoreError) {
            switch error {
            case .full: self = .full
            case .unreadable: self = .unreadable
            case .damaged: self = .damaged
            case .busy: self = .busy
            case .failed, .unusable, .closed: return nil
            }
        }
    }
}
