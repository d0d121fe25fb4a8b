import ChatModel

/// The corner radii of a bubble, in points.
public struct BubbleCorners: Hashable, Sendable {
    /// The radius of this corner, in points.
    public var topLeading: Double
    /// The radius of this corner, in points.
    public var topTrailing: Double
    /// The radius of this corner, in points.
    public var bottomLeading: Double
    /// The radius of this corner, in points.
    public var bottomTrailing: Double

    /// With leading and trailing exchanged, for shapes that know only left and right.
    var mirrored: BubbleCorners {
        BubbleCorners(
            topLeading: topTrailing, topTrailing: topLeading, bottomLeading: bottomTrailing,
            bottomTrailing: bottomLeading)
    }
}

extension Theme {
    /// The corners of a message's bubble. At the side of its author they have
    /// ``Theme/groupedRadius`` where a bubble of the same group is above or below, and
    /// ``Theme/tailRadius`` at the end of the group.
    public func corners(of bubble: Row.Bubble) -> BubbleCorners {
        let top = bubble.isFirst ? bubbleRadius : groupedRadius ?? bubbleRadius
        let bottom = (bubble.isLast ? tailRadius : groupedRadius) ?? bubbleRadius
        return bubble.isOwn
            ? BubbleCorners(
                topLeading: bubbleRadius, topTrailing: top, bottomLeading: bubbleRadius, bottomTrailing: bottom)
            : BubbleCorners(
                topLeading: top, topTrailing: bubbleRadius, bottomLeading: bottom, bottomTrailing: bubbleRadius)
    }

    /// The corner radius of an avatar of this size, in points.
    func avatarRadius(ofSize size: Double) -> Double { size * min(max(avatarRoundness, 0), 1) / 2 }
}
