#if canImport(ImageIO)
    import ChatModel
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Makes a photo small, for an avatar: it is drawn small, and everyone downloads it.
    enum AvatarImage {
        /// The maximum of the longer side.
        static let pixels: Int = 512

        /// The picture can't be decoded, or not be written.
        struct Failure: LocalizedError {
            var errorDescription: String? { localized("This picture can't be used. Choose another one.") }
        }

        /// Rewrites the file as a JPEG of at most ``pixels``.
        static func shrink(_ url: URL) async throws {
            guard let picture: CGImage = try? await PictureDecoder.picture(at: url, pixels: pixels) else {
                throw Failure()
            }
            let data: NSMutableData = NSMutableData()
            let quality: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: 0.85]
            guard
                let destination: CGImageDestination = CGImageDestinationCreateWithData(
                    data as CFMutableData, "public.jpeg" as CFString, 1, nil)
            else { throw Failure() }
            CGImageDestinationAddImage(destination, picture, quality as CFDictionary)
            guard CGImageDestinationFinalize(destination) else { throw Failure() }
            try data.write(to: url, options: NSData.WritingOptions.atomic)
        }
    }
#endif
