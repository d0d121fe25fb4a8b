/// The zoom of a picture: 1 shows all of it.
public struct Zoom: Hashable, Sendable {
    /// The present zoom, 1…``most``.
    public private(set) var factor: Double = 1
    /// The factor at the start of the current pinch.
    private var start: Double?

    /// The maximum of ``factor``.
    public static let most: Double = 8
    /// The factor after a double tap.
    public static let near: Double = 2.5

    /// Creates the zoom that shows all of the picture.
    public init() {}

    /// The fingers are `magnification` times as far apart as at the start.
    public mutating func pinch(_ magnification: Double) {
        let from = start ?? factor
        start = from
        factor = magnification.isFinite ? min(max(from * magnification, 1), Zoom.most) : from
    }

    /// The pinch ended. The next one starts from the present factor.
    public mutating func pinchEnded() { start = nil }

    /// A double tap: zooms in, or back out.
    public mutating func toggle() {
        start = nil
        factor = factor > 1 ? 1 : Zoom.near
    }
}
