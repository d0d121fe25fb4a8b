#if canImport(AVFoundation)
    import AVFoundation
    import ChatModel
    import Foundation

    /// Removes the location and the owner's name from a video.
    enum VideoPrivacy {
        struct Failure: LocalizedError {
            var errorDescription: String? { localized("This video could not be prepared for sending.") }
        }

        /// Rewrites the file without them. Pictures and sound are copied, not compressed again.
        static func removeLocation(of url: URL) async throws {
            let type: AVFileType = url.pathExtension.lowercased() == "mp4" ? AVFileType.mp4 : AVFileType.mov
            guard
                let export: AVAssetExportSession = AVAssetExportSession(
                    asset: AVURLAsset(url: url), presetName: AVAssetExportPresetPassthrough),
                export.supportedFileTypes.contains(type)
            else { throw Failure() }
            let fresh: URL = url.deletingLastPathComponent()
                .appendingPathComponent("export", isDirectory: false).appendingPathExtension(url.pathExtension)
            export.outputURL = fresh
            export.outputFileType = type
            export.metadataItemFilter = AVMetadataItemFilter.forSharing()
            await export.export()
            guard export.status == AVAssetExportSession.Status.completed else { throw export.error ?? Failure() }
            _ = try FileManager.default.replaceItemAt(url, withItemAt: fresh)
        }
    }
#endif
