#if canImport(ImageIO)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Decodes pictures from files, off the main actor, no larger than they are drawn.
    enum PictureDecoder {
        /// Why a picture can't be decoded.
        enum Failure: Error {
            case unreadable
            /// More than ``ChatWire/Limits/filePixels``.
            case tooLarge
        }

        /// Decodes a picture, upright whatever the camera's orientation.
        ///
        /// - Parameter pixels: The maximum of the longer side.
        static func picture(at url: URL, pixels: Int) async throws -> sending CGImage {
            guard let source: CGImageSource = CGImageSourceCreateWithURL(url as CFURL, nil),
                let dimensions: Attachment.Dimensions = dimensions(of: source)
            else { throw Failure.unreadable }
            guard FileKind.isDrawable(dimensions) else { throw Failure.tooLarge }
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceShouldCacheImmediately: true,
                kCGImageSourceThumbnailMaxPixelSize: pixels,
            ]
            guard let picture: CGImage = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary) else {
                throw Failure.unreadable
            }
            return picture
        }

        /// The size of the upright picture; `nil` if it is not a picture.
        static func dimensions(at url: URL) -> Attachment.Dimensions? {
            CGImageSourceCreateWithURL(url as CFURL, nil).flatMap { (source: CGImageSource) in dimensions(of: source) }
        }

        private static func dimensions(of source: CGImageSource) -> Attachment.Dimensions? {
            guard let found: [CFString: Any] = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
                let width: UInt64 = (found[kCGImagePropertyPixelWidth] as? NSNumber)?.uint64Value,
                let height: UInt64 = (found[kCGImagePropertyPixelHeight] as? NSNumber)?.uint64Value,
                width > 0, height > 0
            else { return nil }
            // EXIF orientations 5 to 8 are rotated by 90°.
            let orientation: UInt64 = (found[kCGImagePropertyOrientation] as? NSNumber)?.uint64Value ?? 1
            let isTurned: Bool = (5...8).contains(orientation)
            return Attachment.Dimensions(width: isTurned ? height : width, height: isTurned ? width : height)
        }
    }
#endif
