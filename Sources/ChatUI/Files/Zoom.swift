import Foundation

/// Where a zoomed picture lies in its space. At a factor of 1 all of it is shown.
public struct Zoom: Equatable, Sendable {
    /// The maximum of the factor.
    public static let most: Double = 8
    /// The factor after a double tap.
    public static let near: Double = 2.5

    /// The picture's size, in any unit.
    public let picture: CGSize
    /// The space, in points.
    public let space: CGSize

    /// Creates the zoom of a picture in a space.
    public init(picture: CGSize, space: CGSize) {
        self.picture = picture
        self.space = space
    }

    /// The factor after a double tap: zooms in, or back out.
    public static func toggled(_ factor: Double) -> Double { factor > 1.01 ? 1 : near }

    /// The picture's size in points at a factor of 1.
    public var fitted: CGSize {
        guard picture.width > 0, picture.height > 0, space.width > 0, space.height > 0 else { return .zero }
        let scale = min(space.width / picture.width, space.height / picture.height)
        return CGSize(width: picture.width * scale, height: picture.height * scale)
    }

    /// The space beside the picture (width, on each side) and above and below it (height), so that
    /// it is in the middle.
    public func margins(at factor: Double) -> CGSize {
        let scale = CGFloat(factor)
        return CGSize(
            width: max((space.width - fitted.width * scale) / 2, 0),
            height: max((space.height - fitted.height * scale) / 2, 0))
    }

    /// What a double tap shows: the part of the fitted picture around the point, which is then in
    /// the middle, as far as the picture's edges allow.
    public func part(around point: CGPoint) -> CGRect {
        let size = CGSize(width: space.width / CGFloat(Zoom.near), height: space.height / CGFloat(Zoom.near))
        return CGRect(
            x: Zoom.begin(of: size.width, around: point.x, within: fitted.width),
            y: Zoom.begin(of: size.height, around: point.y, within: fitted.height), width: size.width,
            height: size.height)
    }

    private static func begin(of length: CGFloat, around middle: CGFloat, within whole: CGFloat) -> CGFloat {
        // A part that is longer than the picture has it in the middle.
        if length >= whole { return (whole - length) / 2 }
        return min(max(middle - length / 2, 0), whole - length)
    }
}
