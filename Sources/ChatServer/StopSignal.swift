import ChatRooms

/// The one moment at which a server begins to stop, and why.
final class StopSignal: Sendable {
    private let stream: AsyncStream<StoreError?>
    private let continuation: AsyncStream<StoreError?>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// - Parameter failure: `nil` for a shutdown that was asked for.
    func stop(because failure: StoreError? = nil) {
        continuation.yield(failure)
        continuation.finish()
    }

    /// Returns when the server has to stop, or the task was cancelled. Waited for once.
    func wait() async -> StoreError? {
        for await failure in stream { return failure }
        return nil
    }
}
