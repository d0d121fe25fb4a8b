#if canImport(ImageIO) && canImport(AVFoundation)
    import AVFoundation
    import ChatModel
    import ChatWire
    import CoreGraphics
    import Foundation
    import ImageIO
    import UniformTypeIdentifiers

    /// Makes the small images of photos and videos, as JPEG.
    enum ThumbnailMaker {
        /// The thumbnail of a file; `nil` if it needs none, or none can be made. An animation gets
        /// none: it would stand still.
        static func thumbnail(of url: URL, type: UTType, size: UInt64) async -> ThumbnailImage? {
            let pixels: Int = Limits.thumbnailSide
            if type.conforms(to: UTType.movie) {
                let generator: AVAssetImageGenerator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
                generator.appliesPreferredTrackTransform = true
                generator.maximumSize = CGSize(width: pixels, height: pixels)
                guard let frame: CGImage = try? await generator.image(at: CMTime(value: 1, timescale: 2)).image else {
                    return nil
                }
                return encoded(frame)
            }
            guard type.conforms(to: UTType.image), size >= Limits.thumbnailWorth, !isAnimated(url),
                let picture: CGImage = try? await PictureDecoder.picture(at: url, pixels: pixels)
            else { return nil }
            return encoded(picture)
        }

        private static func isAnimated(_ url: URL) -> Bool {
            CGImageSourceCreateWithURL(url as CFURL, nil).map { (source: CGImageSource) in
                CGImageSourceGetCount(source) > 1
            } ?? false
        }

        private static func encoded(_ picture: CGImage) -> ThumbnailImage? {
            for quality: Double in [0.8, 0.5, 0.3] {
                let data: NSMutableData = NSMutableData()
                let options: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
                guard
                    let destination: CGImageDestination = CGImageDestinationCreateWithData(
                        data as CFMutableData, "public.jpeg" as CFString, 1, nil)
                else { return nil }
                CGImageDestinationAddImage(destination, picture, options as CFDictionary)
                guard CGImageDestinationFinalize(destination) else { return nil }
                if UInt64(data.length) <= Limits.thumbnailBytes {
                    return ThumbnailImage(type: "image/jpeg", bytes: [UInt8](data as Data))
                }
            }
            return nil
        }
    }
#endif
