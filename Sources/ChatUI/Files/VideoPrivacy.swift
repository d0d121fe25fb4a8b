#if canImport(AVFoundation)
    import AVFoundation
    import ChatModel
    import Foundation

    /// Removes the location and the owner's name from a video.
    enum VideoPrivacy {
        /// The location can't be removed from this kind of video.
        struct Failure: LocalizedError {
            var errorDescription: String? {
                localized(
                    "This video contains the place where it was taken, which can't be removed. Send it as MP4.")
            }
        }

        /// Rewrites the file without them. Pictures and sound are copied, not compressed again. A
        /// video that the system can't rewrite (WebM, Matroska, AVI) stays as it is, unless it is
        /// known to name a place.
        static func removeLocation(of url: URL) async throws {
            let asset: AVURLAsset = AVURLAsset(url: url)
            var reason: (any Error)?
            do {
                if try await isRewritten(asset, url) { return }
            } catch {
                // It may be a full disk, about which the user can do something.
                reason = error
            }
            if await namesPlace(asset) { throw reason ?? Failure() }
        }

        /// Returns `false` if the system can't rewrite this kind of video.
        private static func isRewritten(_ asset: AVURLAsset, _ url: URL) async throws -> Bool {
            let type: AVFileType = url.pathExtension.lowercased() == "mp4" ? AVFileType.mp4 : AVFileType.mov
            guard
                let export: AVAssetExportSession = AVAssetExportSession(
                    asset: asset, presetName: AVAssetExportPresetPassthrough),
                export.supportedFileTypes.contains(type)
            else { return false }
            let fresh: URL = url.deletingLastPathComponent()
                .appendingPathComponent("export", isDirectory: false).appendingPathExtension(url.pathExtension)
            export.outputURL = fresh
            export.outputFileType = type
            export.metadataItemFilter = AVMetadataItemFilter.forSharing()
            await export.export()
            do {
                guard export.status == AVAssetExportSession.Status.completed else {
                    throw export.error ?? CocoaError(CocoaError.Code.fileWriteUnknown)
                }
                _ = try FileManager.default.replaceItemAt(url, withItemAt: fresh)
                return true
            } catch {
                try? FileManager.default.removeItem(at: fresh)
                throw error
            }
        }

        /// Whether the file names a place, as far as the system can read it.
        private static func namesPlace(_ asset: AVURLAsset) async -> Bool {
            guard let metadata: [AVMetadataItem] = try? await asset.load(.metadata) else { return false }
            return metadata.contains { (item: AVMetadataItem) in
                item.identifier.map { (key: AVMetadataIdentifier) in PlaceTag.namesPlaceOfVideo(key.rawValue) } ?? false
            }
        }
    }
#endif
