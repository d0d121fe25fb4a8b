import ChatRooms
import NIOConcurrencyHelpers

/// The one moment at which a server begins to stop, and why.
final class StopSignal: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    private let reason = NIOLockedValueBox<StoreError?>(nil)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// What the store failed with, the first time; it may fail after the server was asked to stop.
    var failure: StoreError? { reason.withLockedValue { $0 } }

    /// - Parameter failure: `nil` for a shutdown that was asked for.
    func stop(because failure: StoreError? = nil) {
        reason.withLockedValue { $0 = $0 ?? failure }
        continuation.finish()
    }

    /// Returns when the server has to stop, or the task was cancelled. Waited for once.
    func wait() async { for await _ in stream {} }
}
