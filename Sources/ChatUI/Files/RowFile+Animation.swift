import ChatModel
import ChatWire

extension Row.File {
    /// Whether it plays in its bubble if it is an animation: it is a small GIF. One with a
    /// thumbnail is not downloaded for its bubble.
    var playsInBubble: Bool {
        guard type == "image/gif", thumbnail == nil, let dimensions else { return false }
        let (pixels, overflows) = dimensions.width.multipliedReportingOverflow(by: dimensions.height)
        return !overflows && pixels <= Limits.animatedPixels
    }
}
