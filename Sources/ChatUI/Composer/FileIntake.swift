#if canImport(Combine)
    import Combine
#endif

/// Copies chosen items into the app, one after the other.
///
/// It goes on when the composer has left the screen: an item that the user has chosen in a room
/// arrives there although they are in another room by then.
@MainActor
public final class FileIntake {
    /// Copies one item.
    typealias Copying = @MainActor () async throws -> PickedFile
    /// Gets the copy of an item, or why there is none.
    typealias Arrived = @MainActor (Result<PickedFile, any Error>) -> Void

    /// How many items are not copied yet.
    #if canImport(Combine)
        @Published
    #endif
    private(set) var waiting = 0

    private var queue: [(copy: Copying, arrived: Arrived)] = []
    private var isCopying = false

    /// Creates an intake without items.
    public init() {}

    /// Copies the items after those that wait.
    func add(_ items: [Copying], arrived: @escaping Arrived) {
        queue += items.map { (copy: $0, arrived: arrived) }
        waiting += items.count
        if isCopying || queue.isEmpty { return }
        isCopying = true
        // Ends with the last item. Nobody cancels it: what the user has chosen is not lost.
        Task { await copyAll() }
    }

    private func copyAll() async {
        while !queue.isEmpty {
            let item = queue.removeFirst()
            let result: Result<PickedFile, any Error>
            do { result = .success(try await item.copy()) } catch { result = .failure(error) }
            waiting -= 1
            item.arrived(result)
        }
        isCopying = false
    }
}

#if canImport(Combine)
    extension FileIntake: ObservableObject {}
#endif

#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreTransferable
    import PhotosUI
    import SwiftUI
    import UniformTypeIdentifiers

    extension FileIntake {
        /// A chosen item, where the system has it.
        enum Source: Hashable {
            case photo(PhotosPickerItem)
            /// A file outside of the app. It is readable only with security-scoped access.
            case file(URL)
            /// What was dropped, or pasted.
            case dropped(DroppedItem)
        }

        /// Copies chosen items into `folder`.
        func add(_ sources: [Source], to folder: OutgoingFolder, arrived: @escaping Arrived) {
            for case .dropped(let item) in sources { item.begin() }
            add(
                sources.map { (source: Source) -> Copying in { try await source.picked(into: folder) } },
                arrived: arrived)
        }
    }

    private struct FileIntakeKey: EnvironmentKey {
        static let defaultValue: FileIntake? = nil
    }

    extension EnvironmentValues {
        /// Copies what is chosen in the composer. Without it the composer has one of its own.
        public var fileIntake: FileIntake? {
            get { self[FileIntakeKey.self] }
            set { self[FileIntakeKey.self] = newValue }
        }
    }

    extension FileIntake.Source {
        /// Copies the file into `folder`, and removes its location.
        @MainActor
        func picked(into folder: OutgoingFolder) async throws -> PickedFile {
            switch self {
            case .file(let url): return try await taken(url, into: folder)
            case .dropped(let item):
                switch try await item.file() {
                case .there(let url): return try await taken(url, into: folder)
                case .copied(let copy):
                    defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
                    return try await FileCopies.take(copy, into: folder)
                }
            case .photo(let item):
                let copy: URL = try await TransferredCopy.load(item)
                defer { try? FileManager.default.removeItem(at: copy.deletingLastPathComponent()) }
                return try await FileCopies.take(copy, into: folder)
            }
        }

        /// Copies a file outside of the app.
        @MainActor
        private func taken(_ url: URL, into folder: OutgoingFolder) async throws -> PickedFile {
            let isScoped: Bool = url.startAccessingSecurityScopedResource()
            defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
            return try await FileCopies.take(url, into: folder)
        }
    }

    /// A photo or a video from the picker. The system's file disappears when the closure returns,
    /// so the closure copies it.
    private struct TransferredCopy: Transferable {
        let url: URL

        /// Uses the callback API: an item need not be `Sendable`, so it stays on the main actor.
        @MainActor
        static func load(_ item: PhotosPickerItem) async throws -> URL {
            let copy: TransferredCopy?
            do {
                copy = try await withCheckedThrowingContinuation {
                    (continuation: CheckedContinuation<TransferredCopy?, any Error>) in
                    // Called on any thread: `@Sendable` keeps it off the main actor.
                    _ = item.loadTransferable(type: TransferredCopy.self) {
                        @Sendable (result: Result<TransferredCopy?, any Error>) in
                        continuation.resume(with: result)
                    }
                }
            } catch let error as CocoaError {
                // Of the copy, such as a full disk.
                throw error
            } catch {
                // The library's own reason is a number.
                throw NotLoaded()
            }
            guard let copy else { throw NotLoaded() }
            return copy.url
        }

        /// The photo library does not give the item.
        private struct NotLoaded: LocalizedError {
            var errorDescription: String? {
                localized(
                    "This photo or video could not be loaded. If it is in iCloud, try again when you are connected.")
            }
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
