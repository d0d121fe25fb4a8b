#if canImport(ImageIO)
    import ChatWire
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Reads pictures from files, off the main actor, no larger than they are drawn.
    enum PictureDecoder {
        /// Why there is none.
        enum Failure: Error {
            case unreadable
            /// More than ``ChatWire/Limits/filePixels``.
            case tooLarge
        }

        /// - Parameter pixels: The longer side at most. The picture is upright, whatever the camera's way up was.
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

        /// Of the upright picture; `nil` for what is no picture.
        static func dimensions(at url: URL) -> Attachment.Dimensions? {
            CGImageSourceCreateWithURL(url as CFURL, nil).flatMap { (source: CGImageSource) in dimensions(of: source) }
        }

        private static func dimensions(of source: CGImageSource) -> Attachment.Dimensions? {
            guard let found: [CFString: Any] = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
                let width: UInt64 = (found[kCGImagePropertyPixelWidth] as? NSNumber)?.uint64Value,
                let height: UInt64 = (found[kCGImagePropertyPixelHeight] as? NSNumber)?.uint64Value,
                width > 0, height > 0
            else { return nil }
            // Orientations 5 to 8 (EXIF) lie on a side.
            let orientation: UInt64 = (found[kCGImagePropertyOrientation] as? NSNumber)?.uint64Value ?? 1
            let isTurned: Bool = (5...8).contains(orientation)
            return Attachment.Dimensions(width: isTurned ? height : width, height: isTurned ? width : height)
        }
    }
#endif
