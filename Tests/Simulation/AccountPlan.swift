import ChatTesting

/// What a seed makes of accounts: who wants which names.
///
/// It has a generator of its own. So a seed whose servers have no accounts is the same run as
/// before there were any.
struct AccountPlan {
    /// People who want one of the names (``NameSeeker``).
    let seekers: Int
    /// Spellings of one or two names. Those of one name look alike.
    let names: [String]
    /// Milliseconds that a question to the store, and a password, take.
    let lag: ClosedRange<Int64>
    /// Whether the operator bans some of them from the server.
    let hasBans: Bool

    private static let looks = [
        ["paypal", "PayPal", "paypaI", "ｐａｙｐａｌ"], ["ann", "Ann", "ANN", "аnn", "ａｎｎ"], ["corn", "com", "Corn"],
    ]

    /// - Returns: `nil` for a seed whose servers have no accounts
    init?(seed: UInt64) {
        var random = SeededGenerator(seed: ~seed)
        guard random.oneIn(3) else { return nil }
        seekers = Int.random(in: 2...4, using: &random)
        names = Self.looks.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)).flatMap(\.self)
        lag = 0...(random.oneIn(3) ? 200 : 5)
        hasBans = random.oneIn(2)
    }
}
