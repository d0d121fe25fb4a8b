import ChatRooms
import NIOConcurrencyHelpers

/// What a user may still send, shared by all connections of that user.
final class Budget: Sendable {
    private let bucket: NIOLockedValueBox<TokenBucket>

    init(_ rate: TokenBucket.Rate) {
        bucket = NIOLockedValueBox(TokenBucket(rate))
    }

    /// `nil` when a message may pass now, else the milliseconds to wait.
    func take() -> UInt64? {
        bucket.withLockedValue { $0.take(at: SystemClock.nanoseconds()) }
    }
}
