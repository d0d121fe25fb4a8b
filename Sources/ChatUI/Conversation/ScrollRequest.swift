import ChatModel

/// A request to scroll somewhere in a list. A new number is a new request.
public struct ScrollRequest: Hashable, Sendable {
    public var number: Int
    public var place: Place

    public enum Place: Hashable, Sendable {
        /// The last row, following new rows from then on.
        case bottom
        /// This row, a third from the top.
        case row(Row.ID)
    }

    public init(number: Int, place: Place) {
        self.number = number
        self.place = place
    }
}
