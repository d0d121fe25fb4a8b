import ChatTesting

/// What a seed makes of invite links: how often people use them, and how many do.
///
/// It has a generator of its own. So a seed without links is the same run as before there were any.
struct LinkPlan {
    /// Average milliseconds between two things that one person does about links.
    let pace: Int64
    /// People who know the groups from links alone (``Stranger``).
    let strangers: Int

    /// - Returns: `nil` for a seed in which nobody makes links
    init?(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x6c69_6e6b)
        guard random.oneIn(2) else { return nil }
        pace = Int64.random(in: 200...2_000, using: &random)
        strangers = Int.random(in: 1...4, using: &random)
    }
}
