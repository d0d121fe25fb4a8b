import ChatWire

/// The size of a photo in its bubble, known before the photo is loaded, so that nothing moves
/// later.
public struct PhotoFrame: Hashable, Sendable {
    /// Points. In a narrower bubble it shrinks, and the height in proportion.
    public var width: Double
    /// The height in points.
    public var height: Double
    /// Whether a part is cut off, because the photo is much wider than high, or the reverse.
    public var isCropped: Bool

    /// Width divided by height, for narrower bubbles.
    public var ratio: Double { width / height }

    /// The maximum width in points.
    public static let mostWidth: Double = 280
    /// The maximum height in points.
    public static let mostHeight: Double = 340
    /// The minimum of either side in points: a smaller photo would be hard to tap.
    public static let least: Double = 64
    /// The frame of a photo of unknown size.
    public static let unknown = PhotoFrame(width: 220, height: 220, isCropped: true)

    /// The photo's own size if it fits; otherwise scaled down in proportion.
    ///
    /// - Parameters:
    ///   - dimensions: Pixels. They come from outside: zeros and huge numbers are allowed.
    ///   - scale: Pixels for each point.
    public init(_ dimensions: Attachment.Dimensions?, scale: Double = 2) {
        guard let dimensions, dimensions.width > 0, dimensions.height > 0, scale > 0 else {
            self = .unknown
            return
        }
        let (wide, high) = (Double(dimensions.width) / scale, Double(dimensions.height) / scale)
        let factor = min(PhotoFrame.mostWidth / wide, PhotoFrame.mostHeight / high, 1)
        self.init(
            width: min(max(wide * factor, PhotoFrame.least), PhotoFrame.mostWidth),
            height: min(max(high * factor, PhotoFrame.least), PhotoFrame.mostHeight))
        isCropped = abs(width * high - height * wide) > 0.01 * height * wide
    }

    private init(width: Double, height: Double, isCropped: Bool = false) {
        self.width = width
        self.height = height
        self.isCropped = isCropped
    }

    /// The pixels to decode for the longer side: those of the frame, and twice as many if the photo
    /// is cropped, since a part of it is not visible. `scale` counts from 1 to 3.
    public func pixels(scale: Double) -> Int {
        let side = max(width, height) * (isCropped ? 2 : 1) * min(max(scale, 1), 3)
        return Int(exactly: side.rounded(.up)) ?? 1_024
    }
}
