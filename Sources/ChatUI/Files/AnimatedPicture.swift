#if canImport(ImageIO)
    import CoreGraphics
    import Foundation
    import ImageIO

    /// The pictures of an animation (GIF, APNG), one after the other, as its file times them.
    enum AnimatedPicture {
        /// A picture of an animation. Nobody changes it.
        struct Frame: @unchecked Sendable {
            let picture: CGImage
        }

        /// Whether the file has an animation that can be played, and is small enough for it: each
        /// of its pictures is decoded in full.
        static func isAnimated(_ url: URL) async -> Bool {
            guard let source: CGImageSource = CGImageSourceCreateWithURL(url as CFURL, nil),
                let type: String = CGImageSourceGetType(source) as String?,
                PictureDecoder.dimensions(at: url)?.playsInViewer == true
            else { return false }
            return ["com.compuserve.gif", "public.png"].contains(type) && CGImageSourceGetCount(source) > 1
        }

        /// Plays the animation until nobody reads it any more. A slow reader gets the newest
        /// picture.
        static func frames(of url: URL) -> AsyncStream<Frame> {
            AsyncStream<Frame>(bufferingPolicy: .bufferingNewest(1)) {
                (frames: AsyncStream<Frame>.Continuation) in
                // The system calls the block on the main queue.
                let status: OSStatus = CGAnimateImageAtURLWithBlock(url as CFURL, nil) {
                    (_: Int, picture: CGImage, stop: UnsafeMutablePointer<Bool>) in
                    if case .terminated = frames.yield(Frame(picture: picture)) { stop.pointee = true }
                }
                if status != noErr { frames.finish() }
            }
        }
    }
#endif
