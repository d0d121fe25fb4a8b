import NIOConcurrencyHelpers
import NIOCore

/// The channels of one connection attempt, one for each address of the host. They are closed if the
/// task that waits for the connection is cancelled.
final class ConnectionAttempt: Sendable {
    private let state = NIOLockedValueBox((channels: [any Channel](), isCancelled: false))

    /// Connects, until the task is cancelled.
    ///
    /// - Parameter connect: Must call ``begin(_:)`` with each channel that it makes.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before there is a connection;
    ///   otherwise what `connect` throws.
    static func make<Connection: Sendable>(
        _ connect: @Sendable (ConnectionAttempt) async throws -> Connection
    ) async throws -> Connection {
        let attempt = ConnectionAttempt()
        do {
            return try await withTaskCancellationHandler {
                try await connect(attempt)
            } onCancel: {
                attempt.cancel()
            }
        } catch {
            // A closed channel surfaces as one of several errors; cancellation takes precedence.
            try Task.checkCancellation()
            throw error
        }
    }

    func begin(_ channel: any Channel) throws {
        try state.withLockedValue {
            if $0.isCancelled { throw CancellationError() }
            $0.channels.append(channel)
        }
    }

    private func cancel() {
        let channels = state.withLockedValue {
            $0.isCancelled = true
            return $0.channels
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
