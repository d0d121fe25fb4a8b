import ChatTesting

/// What a seed makes of the operator's filter list: how often people write what it finds, and
/// moderators look at what it holds.
///
/// It has a generator of its own. So a seed without a list is the same run as before there was one.
struct FilterPlan {
    static let heldWord = "bitcoin"
    static let refusedWord = "casino"
    static let list = "hold:\(heldWord)\n\(refusedWord)"

    /// Average milliseconds between two things that one person does about it.
    let pace: Int64

    /// - Returns: `nil` for a seed whose servers have no list
    init?(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x6669_6c74_6572)
        guard random.oneIn(2) else { return nil }
        pace = Int64.random(in: 200...2_000, using: &random)
    }
}
