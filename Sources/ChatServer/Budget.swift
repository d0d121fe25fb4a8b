import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// A user's rate budget, shared by all of the user's connections.
final class Budget: Sendable {
    private let left: NIOLockedValueBox<SendBudget>

    init(_ rate: TokenBucket.Rate) {
        left = NIOLockedValueBox(SendBudget(ofUser: rate))
    }

    /// Takes a message of this size from the user's budget and the address's, or from neither.
    /// Returns the refusal, if any.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    func refusal(ofMessage bytes: Int, from address: SharedAddressBudget?, at now: Int64) -> WireError? {
        left.withLockedValue { left in
            if let wait = left.wait(at: now) {
                return WireError(
                    .rateLimited, "Too many messages; this one was not sent. Try again in \(wait) ms.", retry: wait)
            }
            if let refusal = address?.refusal(ofMessage: bytes, at: now) { return refusal }
            left.spend(bytes: bytes, at: now)
            return nil
        }
    }
}
