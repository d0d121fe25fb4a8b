#if canImport(SwiftUI)
    import ChatWire
    import CoreTransferable
    import PhotosUI
    import SwiftUI
    import UniformTypeIdentifiers

    /// Copies chosen items into the app, one after the other.
    struct FileIntake: Hashable {
        /// A chosen item, where the system has it.
        enum Source: Hashable {
            case photo(PhotosPickerItem)
            /// A file outside of the app. It is readable only with security-scoped access.
            case file(URL)
        }

        struct Waiting: Hashable, Identifiable {
            let id: Int
            let source: Source
        }

        private(set) var waiting: [Waiting] = []
        private var count: Int = 0

        mutating func add(_ sources: [Source]) {
            for source: Source in sources {
                count += 1
                waiting.append(Waiting(id: count, source: source))
            }
        }

        mutating func finish(_ id: Int) { waiting.removeAll { (one: Waiting) in one.id == id } }
    }

    extension FileIntake.Source {
        /// Copies the file into `folder`, and removes its location.
        @MainActor
        func picked(into folder: OutgoingFolder) async throws -> PickedFile {
            switch self {
            case .file(let url):
                let isScoped: Bool = url.startAccessingSecurityScopedResource()
                defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
                return try await FileCopies.take(url, into: folder)
            case .photo(let item):
                let copy: URL = try await TransferredCopy.load(item)
                defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
                return try await FileCopies.take(copy, into: folder)
            }
        }
    }

    /// A photo or a video from the picker. The system's file disappears when the closure returns,
    /// so the closure copies it.
    private struct TransferredCopy: Transferable {
        let url: URL

        /// Uses the callback API: an item need not be `Sendable`, so it stays on the main actor.
        @MainActor
        static func load(_ item: PhotosPickerItem) async throws -> URL {
            let copy: TransferredCopy? = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<TransferredCopy?, any Error>) in
                // Called on any thread: `@Sendable` keeps it off the main actor.
                _ = item.loadTransferable(type: TransferredCopy.self) {
                    @Sendable (result: Result<TransferredCopy?, any Error>) in
                    continuation.resume(with: result)
                }
            }
            guard let copy else { throw CocoaError(CocoaError.Code.fileReadUnknown) }
            return copy.url
        }

        init(_ received: ReceivedTransferredFile) throws {
            let place: URL = FileManager.default.temporaryDirectory
                .appendingPathComponent(FileID.random().text, isDirectory: true)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            url = place.appendingPathComponent(received.file.lastPathComponent, isDirectory: false)
            try FileManager.default.copyItem(at: received.file, to: url)
        }

        static var transferRepresentation: some TransferRepresentation {
            FileRepresentation(importedContentType: .movie) { (received: ReceivedTransferredFile) in
                try TransferredCopy(received)
            }
            FileRepresentation(importedContentType: .image) { (received: ReceivedTransferredFile) in
                try TransferredCopy(received)
            }
        }
    }
#endif
