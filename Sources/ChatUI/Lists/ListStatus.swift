/// How far a list is loaded: what a ``ListSheet`` shows besides its rows.
public struct ListStatus: Hashable, Sendable {
    /// Whether the list is being loaded.
    public var isLoading: Bool
    /// Why it could not be loaded; `nil` if it was.
    public var failure: String?
    /// Whether more can be loaded.
    public var hasMore: Bool
    /// A sentence for a list without rows; `nil` if there are rows.
    public var emptiness: String?

    /// Creates the status of a list.
    public init(isLoading: Bool = false, failure: String? = nil, hasMore: Bool = false, emptiness: String? = nil) {
        self.isLoading = isLoading
        self.failure = failure
        self.hasMore = hasMore
        self.emptiness = emptiness
    }

    /// What is below the rows.
    enum Foot: Hashable {
        case progress
        /// The reason, and a button to try again.
        case failure(String)
        /// A button for more.
        case more
        case none
    }

    var foot: Foot {
        if isLoading { return .progress }
        if let failure { return .failure(failure) }
        return hasMore ? .more : .none
    }

    /// The sentence in place of rows. A list that is not loaded is not called empty.
    var note: String? { foot == .none ? emptiness : nil }
}
