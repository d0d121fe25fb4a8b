#if canImport(SwiftUI)
    import ChatModel
    import ChatUI
    import ChatWire
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Pictures for the photos of a world, drawn here: from evening to night.
    @MainActor
    enum PreviewPictures {
        static let store: PictureStore = PictureStore(
            files: FileAccess { @Sendable (file: Row.File) async throws -> URL in
                let url: URL = FileManager.default.temporaryDirectory
                    .appendingPathComponent(file.id.text, isDirectory: false).appendingPathExtension("png")
                try draw(file.dimensions ?? Attachment.Dimensions(width: 400, height: 400), to: url)
                return url
            })

        /// Two files and what is said with them.
        static var composition: Composition {
            var composition: Composition = Composition(text: "Seen this morning")
            for (number, name): (UInt64, String) in [(1, "swift.jpg"), (2, "A recording with quite a long name.m4a")] {
                composition.attach(
                    PickedFile(
                        id: FileID(high: 0, low: number), name: name,
                        type: number == 1 ? "image/jpeg" : "audio/mp4", size: number * 178_900,
                        url: URL(fileURLWithPath: "/dev/null")))
            }
            return composition
        }

        nonisolated private static func draw(_ dimensions: Attachment.Dimensions, to url: URL) throws {
            let space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
            let (width, height): (Int, Int) = (Int(clamping: dimensions.width), Int(clamping: dimensions.height))
            let colors: [CGColor] = [
                CGColor(red: 0.05, green: 0.1, blue: 0.3, alpha: 1),
                CGColor(red: 0.95, green: 0.6, blue: 0.4, alpha: 1),
            ]
            guard
                let context: CGContext = CGContext(
                    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue),
                let gradient: CGGradient = CGGradient(
                    colorsSpace: space, colors: colors as CFArray, locations: [0, 1])
            else { throw CocoaError(CocoaError.Code.fileWriteUnknown) }
            context.drawLinearGradient(
                gradient, start: CGPoint(x: 0, y: height), end: CGPoint(x: width, y: 0), options: [])
            guard let picture: CGImage = context.makeImage(),
                let destination: CGImageDestination = CGImageDestinationCreateWithURL(
                    url as CFURL, "public.png" as CFString, 1, nil)
            else { throw CocoaError(CocoaError.Code.fileWriteUnknown) }
            CGImageDestinationAddImage(destination, picture, nil)
            guard CGImageDestinationFinalize(destination) else { throw CocoaError(CocoaError.Code.fileWriteUnknown) }
        }
    }
#endif
