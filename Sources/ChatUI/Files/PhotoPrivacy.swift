#if canImport(ImageIO)
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Takes the place where a photo was taken out of its file: who gets a photo need not learn where one lives.
    enum PhotoPrivacy {
        /// The place can't be taken out of a file of this kind.
        struct Failure: LocalizedError {
            var errorDescription: String? {
                "This photo says where it was taken, and that can't be taken out of it. It is not sent."
            }
        }

        /// Writes the file anew where it names a place, as it was otherwise; else it is left alone.
        static func removeLocation(of url: URL) throws {
            guard let source: CGImageSource = CGImageSourceCreateWithURL(url as CFURL, nil), namesPlace(source) else {
                return
            }
            let data: NSMutableData = NSMutableData()
            guard let type: CFString = CGImageSourceGetType(source),
                let destination: CGImageDestination = CGImageDestinationCreateWithData(
                    data as CFMutableData, type, 1, nil)
            else { throw Failure() }
            let options: [CFString: Any] = [kCGImageMetadataShouldExcludeGPS: true]
            // The picture's own bytes are copied, not compressed again. That is for formats that can be written so (JPEG, PNG, TIFF);
            // the others are drawn into a JPEG.
            if CGImageDestinationCopyImageSource(destination, source, options as CFDictionary, nil), !namesPlace(data) {
                try data.write(to: url, options: NSData.WritingOptions.atomic)
            } else {
                try redrawn(source).write(to: url, options: NSData.WritingOptions.atomic)
            }
        }

        private static func redrawn(_ source: CGImageSource) throws -> NSMutableData {
            let data: NSMutableData = NSMutableData()
            let size: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: 4_096,
            ]
            let quality: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: 0.9]
            guard let picture: CGImage = CGImageSourceCreateThumbnailAtIndex(source, 0, size as CFDictionary),
                let destination: CGImageDestination = CGImageDestinationCreateWithData(
                    data as CFMutableData, "public.jpeg" as CFString, 1, nil)
            else { throw Failure() }
            CGImageDestinationAddImage(destination, picture, quality as CFDictionary)
            guard CGImageDestinationFinalize(destination), !namesPlace(data) else { throw Failure() }
            return data
        }

        private static func namesPlace(_ data: NSMutableData) -> Bool {
            CGImageSourceCreateWithData(data as CFData, nil).map { (source: CGImageSource) in namesPlace(source) }
                ?? true
        }

        private static func namesPlace(_ source: CGImageSource) -> Bool {
            (0..<CGImageSourceGetCount(source)).contains { (index: Int) -> Bool in
                let found: [CFString: Any]? =
                    CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any]
                return found?[kCGImagePropertyGPSDictionary] != nil
            }
        }
    }
#endif
