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
            left.refusal(ofMessage: bytes, at: now) { address?.refusal(ofMessage: bytes, at: now) }
        }
    }

    /// When the budget will be full again, in monotonic nanoseconds.
    var fullAt: Int64 { left.withLockedValue { $0.fullAt } }
}
