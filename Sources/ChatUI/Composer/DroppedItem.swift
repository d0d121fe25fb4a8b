#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import Foundation
    import UniformTypeIdentifiers

    #if canImport(UIKit)
        import UIKit
    #elseif canImport(AppKit)
        import AppKit
    #endif

    /// A file that was dropped on the composer, or pasted.
    @MainActor
    final class DroppedItem {
        private let provider: NSItemProvider
        private let part: DroppedPart
        private let (loaded, loading): (AsyncThrowingStream<Loaded, any Error>, Loading) =
            AsyncThrowingStream<Loaded, any Error>.makeStream()
        private var hasBegun: Bool = false

        private typealias Loading = AsyncThrowingStream<Loaded, any Error>.Continuation

        /// Where the file is.
        enum Loaded: Sendable {
            /// In another app. It is readable only with security-scoped access.
            case there(URL)
            /// Copied to a folder of its own among the temporary files.
            case copied(URL)
        }

        /// `nil` for what is not a file.
        init?(_ provider: NSItemProvider) {
            let types: [String] = provider.registeredTypeIdentifiers
            let part: DroppedPart? = DroppedPart(types: types, isNamed: provider.suggestedName != nil) {
                (type: String, other: String) in
                guard let type: UTType = UTType(type), let other: UTType = UTType(other) else { return false }
                return type.conforms(to: other)
            }
            guard let part else { return nil }
            (self.provider, self.part) = (provider, part)
        }

        /// Asks the other app for the file. Call it while the drop is handled: later the system
        /// does not give it any more.
        func begin() {
            if hasBegun { return }
            hasBegun = true
            let loading: Loading = self.loading
            switch part {
            case .address:
                _ = provider.loadObject(ofClass: URL.self) { @Sendable (url: URL?, error: (any Error)?) in
                    let found: URL? = url.flatMap { (url: URL) in url.isFileURL ? url : nil }
                    DroppedItem.end(loading, found.map { (url: URL) in Loaded.there(url) }, error)
                }
            case .file(let type):
                let isNamed: Bool = provider.suggestedName != nil
                _ = provider.loadFileRepresentation(forTypeIdentifier: type) {
                    @Sendable (url: URL?, error: (any Error)?) in
                    // The system deletes its file when this returns.
                    do {
                        let copy: URL? = try url.map { (url: URL) in
                            try DroppedItem.copy(url, as: isNamed ? nil : localized("Photo"))
                        }
                        DroppedItem.end(loading, copy.map { (url: URL) in Loaded.copied(url) }, error)
                    } catch {
                        loading.finish(throwing: error)
                    }
                }
            }
        }

        /// The file, when it is there.
        func file() async throws -> Loaded {
            for try await file: Loaded in loaded { return file }
            throw CocoaError(CocoaError.Code.fileReadUnknown)
        }

        private nonisolated static func end(_ loading: Loading, _ file: Loaded?, _ error: (any Error)?) {
            guard let file else {
                return loading.finish(throwing: error ?? CocoaError(CocoaError.Code.fileReadUnknown))
            }
            loading.yield(file)
            loading.finish()
        }

        /// - Parameter name: The copy's name without its ending; `nil` for that of the file.
        private nonisolated static func copy(_ file: URL, as name: String?) throws -> URL {
            let place: URL = FileManager.default.temporaryDirectory
                .appendingPathComponent(FileID.random().text, isDirectory: true)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let own: String = name.map { (name: String) in "\(name).\(file.pathExtension)" } ?? file.lastPathComponent
            let copy: URL = place.appendingPathComponent(own, isDirectory: false)
            try FileManager.default.copyItem(at: file, to: copy)
            return copy
        }

        /// The pictures and files on the pasteboard.
        static func pasted() -> [FileIntake.Source] {
            #if canImport(UIKit)
                return sources(UIPasteboard.general.itemProviders)
            #elseif canImport(AppKit)
                let board: NSPasteboard = NSPasteboard.general
                let found: [Any] =
                    board.readObjects(forClasses: [NSURL.self], options: [.urlReadingFileURLsOnly: true]) ?? []
                let files: [URL] = found.compactMap { (one: Any) in one as? URL }
                if !files.isEmpty { return files.map { (url: URL) in FileIntake.Source.file(url) } }
                let items: [NSPasteboardItem] = board.pasteboardItems ?? []
                return sources(items.compactMap { (item: NSPasteboardItem) in picture(of: item) })
            #endif
        }

        /// What of these is a file.
        static func sources(_ providers: [NSItemProvider]) -> [FileIntake.Source] {
            providers.compactMap { (provider: NSItemProvider) in
                DroppedItem(provider).map { (item: DroppedItem) in FileIntake.Source.dropped(item) }
            }
        }

        #if canImport(AppKit) && !canImport(UIKit)
            /// The picture of a pasteboard's item, in all its formats.
            private static func picture(of item: NSPasteboardItem) -> NSItemProvider? {
                let provider: NSItemProvider = NSItemProvider()
                for type: NSPasteboard.PasteboardType in item.types {
                    guard UTType(type.rawValue)?.conforms(to: UTType.image) == true,
                        let bytes: Data = item.data(forType: type)
                    else { continue }
                    offer(type.rawValue, by: provider) { @Sendable () -> Data? in bytes }
                    // Browsers show no TIFF, and it is not compressed. Most apps copy nothing else.
                    if type == NSPasteboard.PasteboardType.tiff, !item.types.contains(NSPasteboard.PasteboardType.png) {
                        offer(UTType.png.identifier, by: provider) { @Sendable () -> Data? in
                            NSBitmapImageRep(data: bytes)?
                                .representation(using: NSBitmapImageRep.FileType.png, properties: [:])
                        }
                    }
                }
                return provider.registeredTypeIdentifiers.isEmpty ? nil : provider
            }

            /// - Parameter bytes: Called on any thread when the format is wanted.
            private static func offer(
                _ type: String, by provider: NSItemProvider, bytes: @escaping @Sendable () -> Data?
            ) {
                provider.registerDataRepresentation(forTypeIdentifier: type, visibility: .all) {
                    @Sendable (answer: @escaping (Data?, (any Error)?) -> Void) -> Progress? in
                    let found: Data? = bytes()
                    answer(found, found == nil ? CocoaError(CocoaError.Code.fileReadCorruptFile) : nil)
                    return nil
                }
            }
        #endif
    }

    extension DroppedItem: Hashable {
        nonisolated static func == (one: DroppedItem, other: DroppedItem) -> Bool { one === other }
        nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
#endif
