/// A list's scroll position, and what to do with it when rows change.
///
/// Chat lists grow at both ends while they are read. The rule: a list at the bottom stays at the
/// bottom. Otherwise the first fully visible row that still exists keeps its place, whatever was
/// added above or below. `Row` is a row's id; positions are in points. The lists of both platforms
/// tell it their positions, and do what it says.
public struct ScrollRule<Row: Hashable & Sendable>: Hashable, Sendable {
    /// A visible row: its top and bottom, from the top of the visible part.
    public struct Placed: Hashable, Sendable {
        /// The row's id.
        public var row: Row
        /// The top edge, in points from the top of the visible part. It is negative for a row that
        /// begins above.
        public var top: Double
        /// The bottom edge, in points from the top of the visible part.
        public var bottom: Double

        /// Creates the value.
        public init(row: Row, top: Double, bottom: Double) {
            self.row = row
            self.top = top
            self.bottom = bottom
        }
    }

    /// What the list does after it has its new rows.
    public enum Placement: Hashable, Sendable {
        /// Scrolls to the end of the last row.
        case bottom
        /// Scrolls until `row` begins at `top`.
        case keep(Row, top: Double)
        /// Does nothing: none of the visible rows remains.
        case asItComes
    }

    /// The distance from the end, in points, that still counts as the bottom.
    public static var nearBottom: Double { 32 }
    /// The distance from an end, in points, at which more rows are requested.
    public static var ahead: Double { 900 }

    /// Whether the list is at the bottom and follows new rows.
    public private(set) var isFollowing: Bool
    private var placed: [Placed] = []
    private var height: Double = 0

    /// Creates the rule of a list that shows no rows yet.
    public init(isFollowing: Bool = true) { self.isFollowing = isFollowing }

    /// The list was scrolled, or its size changed.
    ///
    /// - Parameters:
    ///   - placed: The visible rows.
    ///   - below: The height of the content below the visible part.
    ///   - height: The height of the visible part.
    ///   - byReader: Whether the user scrolled. Growing content does not end following.
    public mutating func moved(_ placed: [Placed], below: Double, height: Double, byReader: Bool) {
        self.placed = placed
        self.height = height
        if below <= Self.nearBottom { isFollowing = true } else if byReader { isFollowing = false }
    }

    /// The user asked for the end.
    public mutating func follow() { isFollowing = true }

    /// The list was scrolled to a row in the middle.
    public mutating func leave() { isFollowing = false }

    /// What to do after the rows changed. `isStill` tells whether a row still exists.
    public func placement(_ isStill: (Row) -> Bool) -> Placement {
        if isFollowing { return .bottom }
        // A partly visible row is used only if no row is fully visible: its visible part may depend
        // on what is above it.
        var cut: Placed?
        for candidate in placed where candidate.bottom > 0 && candidate.top < height && isStill(candidate.row) {
            if candidate.top >= 0 { return .keep(candidate.row, top: candidate.top) }
            if cut == nil { cut = candidate }
        }
        return cut.map { .keep($0.row, top: $0.top) } ?? .asItComes
    }

    /// Whether to request older rows; `above` is the height of the content above the visible part.
    public static func wantsOlder(above: Double) -> Bool { above < ahead }

    /// Whether to request newer rows; `below` is the height of the content below the visible part.
    public static func wantsNewer(below: Double) -> Bool { below < ahead }
}
