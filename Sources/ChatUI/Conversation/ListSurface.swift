import ChatModel

/// A list on the screen, as the driver needs it: `UICollectionView`, `NSTableView`, or a pretended one in tests.
///
/// Measures are points, from the upper edge of the visible part. Heights of rows that were never on the screen may be estimates;
/// they become exact as ``settle()`` lays out what is in sight.
@MainActor
protocol ListSurface: AnyObject {
    /// Lays out what is in sight.
    func settle()
    /// The rows in sight, from top to bottom.
    var placed: [ScrollRule<Row.ID>.Placed] { get }
    /// Points of content above and below the visible part, and its height.
    var above: Double { get }
    var below: Double { get }
    var height: Double { get }
    /// Where a row begins; `nil` for one that is not there.
    func top(of row: Row.ID) -> Double?
    /// Moves the content up by so many points, down where negative, as far as it goes.
    func scroll(by points: Double)
}
