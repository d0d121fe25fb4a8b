#if canImport(ImageIO)
    import ChatModel
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Removes the location from a photo's file: recipients need not learn where the user lives.
    enum PhotoPrivacy {
        /// The location can't be removed from this kind of file.
        struct Failure: LocalizedError {
            var errorDescription: String? {
                localized(
                    "This photo contains the place where it was taken, which can't be removed. It was not sent.")
            }
        }

        /// Rewrites the file without its location. A file without a location is left alone.
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
            // Copies the compressed image, if the format allows it (JPEG, PNG, TIFF). Others are
            // redrawn as a JPEG.
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
