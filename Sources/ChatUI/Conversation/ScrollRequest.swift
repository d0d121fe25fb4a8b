import ChatModel

/// A wish to be taken somewhere in a list; a new number is a new wish.
public struct ScrollRequest: Hashable, Sendable {
    public var number: Int
    public var place: Place

    public enum Place: Hashable, Sendable {
        /// The last row, and from then on what arrives.
        case bottom
        /// This row, a third from the top.
        case row(Row.ID)
    }

    public init(number: Int, place: Place) {
        self.number = number
        self.place = place
    }
}
