/// The rule for a search: one line of at most ``Limits/searchBytes`` bytes.
public enum SearchRule {
    /// Why `search` is not allowed, or `nil`.
    public static func check(_ search: String) -> WireError? {
        LineRule.fault(of: search, most: Limits.searchBytes).map { WireError(.badRequest, "The search \($0).") }
    }

    /// Why messages can't be searched for `words`, or `nil`. Without a word, every message would
    /// match.
    public static func checkWords(_ words: String) -> WireError? {
        if !WordSearch.hasWord(in: words) { return WireError(.badRequest, "The search has no word.") }
        return check(words)
    }
}
