import ChatWire

/// The room that a photo takes in its bubble, known before its bytes are there: so that nothing moves when they come.
public struct PhotoFrame: Hashable, Sendable {
    /// Points. Where less is offered it is narrower, and lower in proportion.
    public var width: Double
    public var height: Double
    /// Whether a part of it is left out: it is much wider than high, or much higher than wide.
    public var isCropped: Bool

    /// Width by height, for what is offered less.
    public var ratio: Double { width / height }

    /// The most a photo takes, and the least of either side: what is smaller could not be hit by a finger.
    public static let mostWidth: Double = 280
    public static let mostHeight: Double = 340
    public static let least: Double = 64
    /// Of a photo whose size nobody knows.
    public static let unknown = PhotoFrame(width: 220, height: 220, isCropped: true)

    /// As large as it is, where that fits, else smaller in proportion.
    ///
    /// - Parameters:
    ///   - dimensions: Pixels. They come from outside: zeros and the largest numbers are borne.
    ///   - scale: Pixels of a point.
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

    /// The longer side in pixels that a decoder is asked for: no more than is seen, whatever the photo has.
    public func pixels(scale: Double) -> Int {
        let side = max(width, height) * (isCropped ? 2 : 1) * min(max(scale, 1), 3)
        return Int(exactly: side.rounded(.up)) ?? 1_024
    }
}
