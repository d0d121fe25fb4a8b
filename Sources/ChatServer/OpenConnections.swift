import NIOConcurrencyHelpers
import NIOCore

/// Counts the connections of all listeners against the available descriptors.
final class OpenConnections: Sendable {
    let limit: Int
    private let open = NIOLockedValueBox(0)
    private let metrics: ServerMetrics?

    /// - Parameter metrics: `nil` for connections of commands and of monitoring: the metrics are
    ///   about clients
    init(limit: Int, metrics: ServerMetrics? = nil) {
        self.limit = limit
        self.metrics = metrics
    }

    /// Counts a connection until it closes. Returns `false` if the maximum is reached.
    func admit(_ channel: any Channel) -> Bool {
        let isAdmitted = open.withLockedValue { open in
            guard open < limit else { return false }
            open += 1
            return true
        }
        if isAdmitted {
            channel.closeFuture.whenComplete { _ in self.open.withLockedValue { $0 -= 1 } }
        } else {
            metrics?.turnedAway.increment()
        }
        return isAdmitted
    }

    /// The system had no descriptor or no memory for a connection.
    func acceptFailed() { metrics?.acceptFailures.increment() }
}
