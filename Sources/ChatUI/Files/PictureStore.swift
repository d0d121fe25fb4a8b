#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import Foundation
    import SwiftUI

    /// Pictures as they are drawn. Those that were seen last are kept decoded, within ``ChatWire/Limits/pictureBytesKept``.
    @MainActor
    public final class PictureStore {
        private struct Key: Hashable, Sendable {
            var file: FileID
            var pixels: Int
        }

        private let files: FileAccess
        private var kept: BoundedCache<Key, CGImage> = BoundedCache<Key, CGImage>(
            count: Limits.picturesKept, bytes: Limits.pictureBytesKept)

        public init(files: FileAccess) { self.files = files }

        /// What is there at once.
        func kept(_ file: Row.File, pixels: Int) -> CGImage? { kept.value(for: Key(file: file.id, pixels: pixels)) }

        /// - Parameter pixels: The longer side, at most.
        func picture(of file: Row.File, pixels: Int) async throws -> CGImage {
            if let picture: CGImage = kept(file, pixels: pixels) { return picture }
            let url: URL = try await files.url(file)
            let picture: CGImage = try await PictureDecoder.picture(at: url, pixels: pixels)
            kept.keep(
                picture, for: Key(file: file.id, pixels: pixels), bytes: picture.bytesPerRow * picture.height)
            return picture
        }
    }

    private struct PicturesKey: EnvironmentKey {
        static let defaultValue: PictureStore? = nil
    }

    extension EnvironmentValues {
        /// Where photos in bubbles come from; without it they stay placeholders.
        public var pictures: PictureStore? {
            get { self[PicturesKey.self] }
            set { self[PicturesKey.self] = newValue }
        }
    }
#endif
