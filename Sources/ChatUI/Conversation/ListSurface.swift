import ChatModel

/// A list on the screen, as the driver uses it: `UICollectionView`, `NSTableView`, or a fake in
/// tests.
///
/// Positions are in points from the top of the visible part. Heights of rows that were never
/// visible may be estimates; ``settle()`` makes them exact by layout.
@MainActor
protocol ListSurface: AnyObject {
    /// Lays out the visible rows.
    func settle()
    /// The visible rows, top to bottom.
    var placed: [ScrollRule<Row.ID>.Placed] { get }
    /// The height of the content above and below the visible part, and of the visible part, in
    /// points.
    var above: Double { get }
    var below: Double { get }
    var height: Double { get }
    /// What the heights of the rows depend on. A change of it is followed by
    /// ``ListDriver/resized(_:)``.
    var metrics: RowMetrics { get }
    /// The top of a row; `nil` if it is not there.
    func top(of row: Row.ID) -> Double?
    /// Scrolls by this many points: up if positive, down if negative, as far as possible.
    func scroll(by points: Double)
}
