import ChatModel
import ChatWire

extension Row.File {
    /// Whether it plays in its bubble if it is an animation: it is a small GIF. One with a
    /// thumbnail is not downloaded for its bubble.
    var playsInBubble: Bool {
        guard type == "image/gif", thumbnail == nil, let dimensions else { return false }
        return dimensions.pixels <= Limits.animatedPixels
    }
}

extension Attachment.Dimensions {
    /// Whether an animation of this size plays when it is opened.
    var playsInViewer: Bool { pixels <= Limits.playedPixels }
}
