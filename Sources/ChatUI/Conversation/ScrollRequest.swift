import ChatModel

/// A request to scroll somewhere in a list. A new number is a new request.
public struct ScrollRequest: Hashable, Sendable {
    /// The number of the request. The list does not answer the same number twice in a row.
    public var number: Int
    /// Where to scroll.
    public var place: Place

    /// A place in the list.
    public enum Place: Hashable, Sendable {
        /// The last row, following new rows from then on.
        case bottom
        /// This row, a third from the top.
        case row(Row.ID)
    }

    /// Creates the value.
    public init(number: Int, place: Place) {
        self.number = number
        self.place = place
    }
}
