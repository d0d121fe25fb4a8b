#if canImport(SwiftUI)
    import ChatCore
    import ChatStore
    import Flux
    import Foundation

    /// The app's files: a folder in Application Support.
    struct AppFiles: Sendable {
        let folder: URL
        /// Downloaded files, in the caches folder, which the system may empty.
        let shelf: FileShelf

        init() {
            let support: URL? = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            folder = (support ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("Martlet", isDirectory: true)
            let caches: URL? = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            shelf = FileShelf(
                (caches ?? FileManager.default.temporaryDirectory)
                    .appendingPathComponent("Martlet", isDirectory: true)
                    .appendingPathComponent("Files", isDirectory: true))
        }

        /// Accounts, drafts and navigation.
        var state: StateFile<AppState> {
            StateFile<AppState>(folder.appendingPathComponent("state", isDirectory: false))
        }

        /// Makes an account's client. Each has a journal of its own: unsent messages, the token,
        /// the newest events of its rooms.
        var opening: ClientSession.Opening {
            let (folder, shelf): (URL, FileShelf) = (self.folder, self.shelf)
            return { (account: Account) async throws -> ClientSession in
                guard let server: URL = account.server.url else { throw URLError(URLError.Code.badURL) }
                let journal: URL = folder.appendingPathComponent("\(account.id.text).journal", isDirectory: false)
                return try await ClientSession(
                    ChatClient(
                        transport: URLSessionTransport(server),
                        storage: FileStorage(path: journal.path), name: account.name,
                        configuration: Chat.Configuration(entersOwnRooms: true),
                        background: AppFiles.background),
                    shelf: shelf)
            }
        }

        private static var background: any BackgroundExecution {
            #if os(iOS)
                return ApplicationBackground()
            #else
                return NoBackgroundTask()
            #endif
        }
    }
#endif
