#if os(iOS)
    import ChatModel
    import ChatStore
    import ChatWire
    import Foundation
    import UIKit

    /// Reads one shared thing. It uses the callback API, as the system calls back on a queue of its
    /// own and a provider stays on the main actor.
    @MainActor
    enum SharedReading {
        static func text(of provider: NSItemProvider) async -> String? {
            await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                _ = provider.loadObject(ofClass: String.self) { @Sendable (text: String?, _: (any Error)?) in
                    continuation.resume(returning: text)
                }
            }
        }

        static func link(of provider: NSItemProvider) async -> URL? {
            await withCheckedContinuation { (continuation: CheckedContinuation<URL?, Never>) in
                _ = provider.loadObject(ofClass: URL.self) { @Sendable (url: URL?, _: (any Error)?) in
                    continuation.resume(returning: url)
                }
            }
        }

        /// Copies the file into `folder`. `nil` if the other app does not give it.
        static func file(of provider: NSItemProvider, type: String, into folder: URL) async -> ShareDraft.File? {
            if type == "public.file-url" {
                guard let url: URL = await link(of: provider), url.isFileURL else { return nil }
                return await copied(url, into: folder)
            }
            if let file: ShareDraft.File = await represented(by: provider, type: type, into: folder) { return file }
            // A screenshot may be a picture in memory.
            return await picture(of: provider, into: folder)
        }

        private static func represented(
            by provider: NSItemProvider, type: String, into folder: URL
        ) async -> ShareDraft.File? {
            await withCheckedContinuation { (continuation: CheckedContinuation<ShareDraft.File?, Never>) in
                _ = provider.loadFileRepresentation(forTypeIdentifier: type) {
                    @Sendable (url: URL?, _: (any Error)?) in
                    // The system deletes its file when this returns.
                    continuation.resume(returning: url.flatMap { (url: URL) in copy(url, into: folder) })
                }
            }
        }

        private static func picture(of provider: NSItemProvider, into folder: URL) async -> ShareDraft.File? {
            guard provider.canLoadObject(ofClass: UIImage.self) else { return nil }
            return await withCheckedContinuation { (continuation: CheckedContinuation<ShareDraft.File?, Never>) in
                _ = provider.loadObject(ofClass: UIImage.self) {
                    @Sendable (object: (any NSItemProviderReading)?, _: (any Error)?) in
                    let bytes: Data? = (object as? UIImage)?.pngData()
                    continuation.resume(returning: bytes.flatMap { (bytes: Data) in write(bytes, into: folder) })
                }
            }
        }

        private nonisolated static func copied(_ url: URL, into folder: URL) async -> ShareDraft.File? {
            copy(url, into: folder)
        }

        /// A file that is too large is not copied: ``ChatStore/ShareDraft`` refuses it.
        private nonisolated static func copy(_ url: URL, into folder: URL) -> ShareDraft.File? {
            guard let size: UInt64 = size(of: url) else { return nil }
            if size > UInt64(Limits.fileBytes) { return ShareDraft.File(url: url, size: size) }
            guard let place: URL = place(of: url.lastPathComponent, in: folder),
                (try? FileManager.default.copyItem(at: url, to: place)) != nil
            else { return nil }
            return ShareDraft.File(url: place, size: size)
        }

        private nonisolated static func write(_ bytes: Data, into folder: URL) -> ShareDraft.File? {
            guard let place: URL = place(of: "\(localized("Photo")).png", in: folder),
                (try? bytes.write(to: place)) != nil
            else { return nil }
            return ShareDraft.File(url: place, size: UInt64(bytes.count))
        }

        /// Each file has a folder of its own, so that it can keep its name.
        private nonisolated static func place(of name: String, in folder: URL) -> URL? {
            let own: URL = folder.appendingPathComponent(UUID().uuidString, isDirectory: true)
            guard (try? FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)) != nil else {
                return nil
            }
            return own.appendingPathComponent(FileName.allowed(name), isDirectory: false)
        }

        private nonisolated static func size(of url: URL) -> UInt64? {
            let attributes: [FileAttributeKey: Any]? = try? FileManager.default.attributesOfItem(atPath: url.path)
            return (attributes?[FileAttributeKey.size] as? NSNumber)?.uint64Value
        }

        /// Deletes the copies.
        nonisolated static func remove(_ folder: URL) async { try? FileManager.default.removeItem(at: folder) }
    }
#endif
