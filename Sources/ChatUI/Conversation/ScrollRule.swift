/// Where the reader of a list is in it, and what the list does when its rows change.
///
/// Chat lists grow at both ends while they are read. The rule is one: who is at the bottom stays at the bottom; for
/// everyone else the first row wholly in sight that is still there keeps its place, whatever came above or below it.
/// The rows are `Row` ids, the measures points; the shells are the two lists of the platforms.
public struct ScrollRule<Row: Hashable & Sendable>: Hashable, Sendable {
    /// A row on the screen: where it begins and ends, from the upper edge of the visible part.
    public struct Placed: Hashable, Sendable {
        public var row: Row
        public var top: Double
        public var bottom: Double

        public init(row: Row, top: Double, bottom: Double) {
            self.row = row
            self.top = top
            self.bottom = bottom
        }
    }

    /// What the list is to do once it has its new rows.
    public enum Placement: Hashable, Sendable {
        /// To the last row's end.
        case bottom
        /// Scrolls until `row` begins at `top`.
        case keep(Row, top: Double)
        /// Nothing that was in sight is left.
        case asItComes
    }

    /// Points from the end that still count as being there.
    public static var nearBottom: Double { 32 }
    /// Points before either end at which more is asked for.
    public static var ahead: Double { 900 }

    /// Whether the reader is at the bottom, and what arrives comes into sight.
    public private(set) var isFollowing: Bool
    private var placed: [Placed] = []
    private var height: Double = 0

    public init(isFollowing: Bool = true) { self.isFollowing = isFollowing }

    /// The reader moved, or the size changed.
    ///
    /// - Parameters:
    ///   - below: Points of content below the visible part.
    ///   - height: Of the visible part.
    ///   - byReader: Whether a hand moved it. Content that grows while one follows does not end the following.
    public mutating func moved(_ placed: [Placed], below: Double, height: Double, byReader: Bool) {
        self.placed = placed
        self.height = height
        if below <= Self.nearBottom { isFollowing = true } else if byReader { isFollowing = false }
    }

    /// The reader asked for the end.
    public mutating func follow() { isFollowing = true }

    /// The reader was taken to a row in the middle.
    public mutating func leave() { isFollowing = false }

    /// What to do now that the rows are others; `isStill` says whether a row is among them.
    public func placement(_ isStill: (Row) -> Bool) -> Placement {
        if isFollowing { return .bottom }
        // A row that is cut off serves only where no whole one is in sight: what it shows may change with what is above it.
        var cut: Placed?
        for candidate in placed where candidate.bottom > 0 && candidate.top < height && isStill(candidate.row) {
            if candidate.top >= 0 { return .keep(candidate.row, top: candidate.top) }
            if cut == nil { cut = candidate }
        }
        return cut.map { .keep($0.row, top: $0.top) } ?? .asItComes
    }

    /// Whether rows before the first are wanted: `above` points of content are above the visible part.
    public static func wantsOlder(above: Double) -> Bool { above < ahead }

    /// Whether rows after the last are wanted: `below` points of content are below the visible part.
    public static func wantsNewer(below: Double) -> Bool { below < ahead }
}
