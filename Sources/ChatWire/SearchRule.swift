/// The rule for a search of the directory: one line of at most ``Limits/searchBytes`` bytes.
public enum SearchRule {
    /// Why `search` is not allowed, or `nil`.
    public static func check(_ search: String) -> WireError? {
        LineRule.fault(of: search, most: Limits.searchBytes).map { WireError(.badRequest, "The search \($0).") }
    }
}
