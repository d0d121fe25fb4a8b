import NIOConcurrencyHelpers
import NIOCore

/// The connections of all listeners, counted against what there are descriptors for.
final class OpenConnections: Sendable {
    struct Counts: Hashable, Sendable {
        var open = 0
        /// Accepted and closed at once, because there were as many as may be.
        var turnedAway: UInt64 = 0
        /// Times that the system had no descriptor or no memory for a connection.
        var acceptFailures: UInt64 = 0
    }

    let limit: Int
    private let state = NIOLockedValueBox(Counts())

    init(limit: Int) { self.limit = limit }

    var counts: Counts { state.withLockedValue { $0 } }

    /// Counts a connection until it closes; `false` when there are as many as may be.
    func admit(_ channel: any Channel) -> Bool {
        let isAdmitted = state.withLockedValue { counts in
            guard counts.open < limit else {
                counts.turnedAway += 1
                return false
            }
            counts.open += 1
            return true
        }
        if isAdmitted {
            channel.closeFuture.whenComplete { _ in self.state.withLockedValue { $0.open -= 1 } }
        }
        return isAdmitted
    }

    func acceptFailed() { state.withLockedValue { $0.acceptFailures += 1 } }
}
