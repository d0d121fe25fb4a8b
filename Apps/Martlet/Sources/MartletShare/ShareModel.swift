#if os(iOS)
    import ChatStore
    import Combine
    import Foundation
    import MartletGroup
    import UIKit
    import UniformTypeIdentifiers

    /// Reads what is shared into a ``ChatStore/ShareDraft``, and hands its message to the app.
    @MainActor
    final class ShareModel: ObservableObject {
        /// What the screen shows and changes.
        @Published var draft: ShareDraft = ShareDraft(SharePlaces())
        /// Whether the rooms have been read.
        @Published private(set) var isReady: Bool = false
        /// Whether the message is being handed over, or was. Until the sheet is gone, a second tap
        /// would hand it over again.
        @Published private(set) var isHanding: Bool = false

        private let folder: ShareFolder? = AppGroup.sharing.map { (folder: URL) in ShareFolder(folder) }
        /// The extension's copies of shared files.
        private let copies: URL = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString, isDirectory: true)
        private let finished: (Bool) -> Void

        /// - Parameter finished: Called at the end, with whether the app has the message.
        init(finished: @escaping (Bool) -> Void) { self.finished = finished }

        /// Reads the rooms, and then what is shared, one thing after the other.
        func read(_ items: [NSExtensionItem]) async {
            draft = ShareDraft(await folder?.places() ?? SharePlaces())
            isReady = true
            for item: NSExtensionItem in items {
                if let text: String = item.attributedContentText?.string { draft.add(text) }
            }
            let shared: [NSItemProvider] = items.flatMap { (item: NSExtensionItem) in item.attachments ?? [] }
            let count: Int = draft.expect(shared.count)
            for provider: NSItemProvider in shared.prefix(count) { await read(provider) }
        }

        private func read(_ provider: NSItemProvider) async {
            let part: SharedPart? = SharedPart(types: provider.registeredTypeIdentifiers) {
                (type: String, other: String) in
                guard let kind: UTType = UTType(type), let wanted: UTType = UTType(other) else { return type == other }
                return kind.conforms(to: wanted)
            }
            switch part {
            case .text: take(await SharedReading.text(of: provider))
            case .link: take(await SharedReading.link(of: provider)?.absoluteString)
            case .file(let type):
                guard let file = await SharedReading.file(of: provider, type: type, into: copies) else {
                    return draft.failed()
                }
                _ = draft.came(file)
            case nil: draft.failed()
            }
        }

        private func take(_ line: String?) {
            if let line { draft.came(line) } else { draft.failed() }
        }

        /// Hands the message over.
        func send() {
            let now: Int64 = Int64(Date().timeIntervalSince1970 * 1_000)
            guard let folder, !isHanding, let message: SharedMessage = draft.message(at: now) else { return }
            isHanding = true
            let files: [URL] = draft.files.map { (file: ShareDraft.File) in file.url }
            // Ends when the files are copied, on this device's disk.
            Task {
                do {
                    try await folder.hand(message, files: files)
                    await finish(isHanded: true)
                } catch {
                    draft.refuse(error.localizedDescription)
                    isHanding = false
                }
            }
        }

        /// Shares nothing. While the message is handed over, it is too late.
        func cancel() {
            guard !isHanding else { return }
            Task { await finish(isHanded: false) }
        }

        private func finish(isHanded: Bool) async {
            await SharedReading.remove(copies)
            finished(isHanded)
        }
    }
#endif
