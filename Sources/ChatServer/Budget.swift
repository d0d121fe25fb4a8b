import ChatRooms
import ChatWire
import NIOConcurrencyHelpers

/// A user's rate budget, shared by all of the user's connections.
final class Budget: Sendable {
    private let left: NIOLockedValueBox<SendBudget>
    /// Whose budget it is, and what notes for the other servers what is taken of it; `nil` for a
    /// budget that no other server has.
    private let told: (user: UserID, spendings: Spendings)?

    /// - Parameter told: `nil` for a budget that no other server has
    init(_ rate: TokenBucket.Rate, telling told: (user: UserID, spendings: Spendings)? = nil) {
        left = NIOLockedValueBox(SendBudget(ofUser: rate))
        self.told = told
    }

    /// Takes a message of this size from the user's budget and the address's, or from neither.
    /// Returns the refusal, if any.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    func refusal(ofMessage bytes: Int, from address: SharedAddressBudget?, at now: Int64) -> WireError? {
        left.withLockedValue { left in
            let refusal = left.refusal(ofMessage: bytes, at: now) { address?.refusal(ofMessage: bytes, at: now) }
            if let (user, spendings) = told, refusal == nil, left.isLow(at: now) {
                spendings.note(Spending(.messages, of: .user(user), 1, bytes: bytes))
            }
            return refusal
        }
    }

    /// Takes what was spent on another server.
    func take(_ spending: Spending, at now: Int64) { left.withLockedValue { $0.take(spending, at: now) } }

    /// When the budget will be full again, in monotonic nanoseconds.
    var fullAt: Int64 { left.withLockedValue { $0.fullAt } }
}
