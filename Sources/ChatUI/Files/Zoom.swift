/// How far a picture is zoomed: 1 is all of it.
public struct Zoom: Hashable, Sendable {
    public private(set) var factor: Double = 1
    /// What a pinch that is going on began with.
    private var start: Double?

    public static let most: Double = 8
    /// What two taps go to.
    public static let near: Double = 2.5

    public init() {}

    /// The fingers are `magnification` times as far apart as when they came.
    public mutating func pinch(_ magnification: Double) {
        let from = start ?? factor
        start = from
        factor = magnification.isFinite ? min(max(from * magnification, 1), Zoom.most) : from
    }

    public mutating func pinchEnded() { start = nil }

    /// Two taps: near, and back.
    public mutating func toggle() {
        start = nil
        factor = factor > 1 ? 1 : Zoom.near
    }
}
