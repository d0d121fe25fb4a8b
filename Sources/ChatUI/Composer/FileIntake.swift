#if canImport(SwiftUI)
    import ChatWire
    import CoreTransferable
    import PhotosUI
    import SwiftUI
    import UniformTypeIdentifiers

    /// Takes what was chosen into the app, one after the other.
    struct FileIntake: Hashable {
        /// Something that was chosen, where the system has it.
        enum Source: Hashable {
            case photo(PhotosPickerItem)
            /// Outside the app: readable only while it is asked for.
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
        /// The file as the app's own copy, without the place where it was taken.
        @MainActor
        func picked() async throws -> PickedFile {
            switch self {
            case .file(let url):
                let isScoped: Bool = url.startAccessingSecurityScopedResource()
                defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
                return try await FileCopies.take(url)
            case .photo(let item):
                let copy: URL = try await TransferredCopy.load(item)
                defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
                return try await FileCopies.take(copy)
            }
        }
    }

    /// A photo or a video as the picker hands it over. The system's file is gone when the closure returns: it is copied there.
    private struct TransferredCopy: Transferable {
        let url: URL

        /// With the callback: an item need not be `Sendable`, and so stays with the main actor.
        @MainActor
        static func load(_ item: PhotosPickerItem) async throws -> URL {
            let copy: TransferredCopy? = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<TransferredCopy?, any Error>) in
                // Called on any thread: `@Sendable` keeps it from being taken for the main actor's.
                _ = item.loadTransferable(type: TransferredCopy.self) {
                    @Sendable (result: Result<TransferredCopy?, any Error>) in
                    continuation.resume(with: result)
                }
            }
            guard let copy else { throw CocoaError(CocoaError.Code.fileReadUnknown) }
            return copy.url
        }

        init(_ received: ReceivedTransferredFile) throws {
            let folder: URL = try FileCopies.fresh(FileID.random())
            url = folder.appendingPathComponent(received.file.lastPathComponent, isDirectory: false)
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
