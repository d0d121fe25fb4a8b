#if canImport(ImageIO)
    import ChatModel
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Removes the location from a photo's file: recipients need not learn where the user lives. It
    /// may be there as coordinates (GPS) and as names (IPTC, XMP).
    enum PhotoPrivacy {
        /// The location can't be removed from this kind of file.
        struct Failure: LocalizedError {
            var errorDescription: String? {
                localized(
                    "This photo contains the place where it was taken, which can't be removed. It was not sent.")
            }
        }

        /// Rewrites the file without its location. A file without a location is left alone.
        ///
        /// - Returns: Whether it is a JPEG now, whatever it was before.
        static func removeLocation(of url: URL) throws -> Bool {
            guard let source: CGImageSource = CGImageSourceCreateWithURL(url as CFURL, nil), namesPlace(source) else {
                return false
            }
            let copy: NSMutableData? = copied(source)
            try (copy ?? redrawn(source)).write(to: url, options: NSData.WritingOptions.atomic)
            return copy == nil
        }

        /// Copies the compressed image, if the format allows it (JPEG, PNG, TIFF). `nil` if that
        /// does not remove the place.
        private static func copied(_ source: CGImageSource) -> NSMutableData? {
            let first: [CFString: Any] = [kCGImageMetadataShouldExcludeGPS: true]
            if let made: NSMutableData = rewritten(source, first) { return made }
            // Names of places. The tags that are given replace all that the source has.
            guard let metadata: CGImageMetadata = withoutPlace(source) else { return nil }
            let second: [CFString: Any] = [
                kCGImageMetadataShouldExcludeGPS: true, kCGImageDestinationMetadata: metadata,
            ]
            return rewritten(source, second)
        }

        /// `nil` if the copy still names a place, or would be shown turned.
        private static func rewritten(_ source: CGImageSource, _ options: [CFString: Any]) -> NSMutableData? {
            let data: NSMutableData = NSMutableData()
            guard let type: CFString = CGImageSourceGetType(source),
                let destination: CGImageDestination = CGImageDestinationCreateWithData(
                    data as CFMutableData, type, 1, nil),
                CGImageDestinationCopyImageSource(destination, source, options as CFDictionary, nil),
                let made: CGImageSource = CGImageSourceCreateWithData(data as CFData, nil),
                !namesPlace(made), orientation(of: made) == orientation(of: source)
            else { return nil }
            return data
        }

        private static func orientation(of source: CGImageSource) -> UInt64 {
            let found: [CFString: Any]? = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
            return (found?[kCGImagePropertyOrientation] as? NSNumber)?.uint64Value ?? 1
        }

        /// The source's metadata (EXIF, IPTC and XMP) without the tags that name a place.
        private static func withoutPlace(_ source: CGImageSource) -> CGImageMetadata? {
            guard let metadata: CGImageMetadata = CGImageSourceCopyMetadataAtIndex(source, 0, nil),
                let copy: CGMutableImageMetadata = CGImageMetadataCreateMutableCopy(metadata)
            else { return nil }
            for tag: CGImageMetadataTag in tags(of: metadata) where namesPlace(tag) {
                guard let prefix: CFString = CGImageMetadataTagCopyPrefix(tag),
                    let name: CFString = CGImageMetadataTagCopyName(tag)
                else { continue }
                CGImageMetadataRemoveTagWithPath(copy, nil, "\(prefix as String):\(name as String)" as CFString)
            }
            return copy
        }

        private static func tags(of metadata: CGImageMetadata) -> [CGImageMetadataTag] {
            CGImageMetadataCopyTags(metadata) as? [CGImageMetadataTag] ?? []
        }

        private static func namesPlace(_ tag: CGImageMetadataTag) -> Bool {
            CGImageMetadataTagCopyName(tag).map { (name: CFString) in PlaceTag.namesPlace(name as String) } ?? false
        }

        /// Draws the picture again, as a JPEG without metadata.
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
                if found?[kCGImagePropertyGPSDictionary] != nil { return true }
                let iptc: [String: Any]? = found?[kCGImagePropertyIPTCDictionary] as? [String: Any]
                if iptc?.keys.contains(where: PlaceTag.namesPlace) == true { return true }
                let metadata: CGImageMetadata? = CGImageSourceCopyMetadataAtIndex(source, index, nil)
                return metadata.map { (metadata: CGImageMetadata) in tags(of: metadata).contains(where: namesPlace) }
                    ?? false
            }
        }
    }
#endif
