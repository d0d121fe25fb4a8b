import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of all listeners against the available descriptors.
final class OpenConnections: Sendable {
    struct Counts: Hashable, Sendable {
        var open = 0
        /// Connections closed at once because the maximum was reached.
        var turnedAway: UInt64 = 0
        /// How often the system had no descriptor or no memory for a connection.
        var acceptFailures: UInt64 = 0
    }

    let limit: Int
    private let state = NIOLockedValueBox(Counts())

    init(limit: Int) { self.limit = limit }

    var counts: Counts { state.withLockedValue { $0 } }

    /// Counts a connection until it closes. Returns `false` if the maximum is reached.
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
