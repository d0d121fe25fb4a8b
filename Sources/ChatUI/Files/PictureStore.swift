#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import Foundation
    import SwiftUI

    /// Decoded pictures. The most recently seen ones are kept, within
    /// ``ChatWire/Limits/pictureBytesKept``.
    @MainActor
    public final class PictureStore {
        private struct Key: Hashable, Sendable {
            var file: FileID
            var pixels: Int
        }

        private let files: FileAccess
        private var kept: BoundedCache<Key, CGImage> = BoundedCache<Key, CGImage>(
            count: Limits.picturesKept, bytes: Limits.pictureBytesKept)

        /// Creates an empty store, which gets its files from `files`.
        public init(files: FileAccess) { self.files = files }

        /// The file on this device. It is downloaded if necessary.
        func url(of file: Row.File) async throws -> URL { try await files.url(file) }

        /// The picture, if it is decoded already.
        func kept(_ file: Row.File, pixels: Int) -> CGImage? { kept.value(for: Key(file: file.id, pixels: pixels)) }

        /// Decodes a picture.
        ///
        /// - Parameter pixels: The maximum of the longer side.
        func picture(of file: Row.File, pixels: Int) async throws -> CGImage {
            if let picture: CGImage = kept(file, pixels: pixels) { return picture }
            let picture: CGImage = try await decoded(file, pixels: pixels)
            kept.keep(
                picture, for: Key(file: file.id, pixels: pixels), bytes: picture.bytesPerRow * picture.height)
            return picture
        }

        /// The thumbnail, if that will do. A photo whose thumbnail can't be shown is loaded itself.
        private func decoded(_ file: Row.File, pixels: Int) async throws -> CGImage {
            let shown: Row.File = file.picture(pixels: pixels)
            do {
                return try await PictureDecoder.picture(at: files.url(shown), pixels: pixels)
            } catch {
                try Task.checkCancellation()
                guard shown.id != file.id, file.kind == FileKind.photo else { throw error }
                return try await PictureDecoder.picture(at: files.url(file), pixels: pixels)
            }
        }
    }

    private struct PicturesKey: EnvironmentKey {
        static let defaultValue: PictureStore? = nil
    }

    extension EnvironmentValues {
        /// The source of photos in bubbles. Without it they stay placeholders.
        public var pictures: PictureStore? {
            get { self[PicturesKey.self] }
            set { self[PicturesKey.self] = newValue }
        }
    }
#endif
