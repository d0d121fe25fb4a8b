#if canImport(SwiftUI)
    import ChatCore
    import ChatStore
    import Flux
    import Foundation

    /// The app's files: a folder in Application Support.
    struct AppFiles: Sendable {
        let folder: URL
        /// Downloaded files, in the caches folder, which the system may empty.
        private let downloads: URL

        init() {
            let support: URL? = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            folder = (support ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("Martlet", isDirectory: true)
            let caches: URL? = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
            downloads = (caches ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("Martlet", isDirectory: true)
                .appendingPathComponent("Files", isDirectory: true)
        }

        /// Accounts, drafts and navigation.
        var state: StateFile<AppState> {
            StateFile<AppState>(folder.appendingPathComponent("state", isDirectory: false))
        }

        /// Makes an account's client. Each has a journal of its own: unsent messages, the token,
        /// the newest events of its rooms.
        var opening: ClientSession.Opening {
            return { (account: Account) async throws -> ClientSession in
                guard let server: URL = account.server.url else { throw URLError(URLError.Code.badURL) }
                return try await ClientSession(
                    ChatClient(
                        transport: URLSessionTransport(server),
                        storage: storage(of: account.id), name: account.name,
                        configuration: Chat.Configuration(entersOwnRooms: true),
                        background: AppFiles.background),
                    shelf: shelf(of: account.id))
            }
        }

        /// Deletes what an account has on this device.
        var erasing: ClientSession.Erasing {
            return { (account: AccountID) async throws -> Void in
                await shelf(of: account).removeAll()
                try storage(of: account).erase()
            }
        }

        private func storage(of account: AccountID) -> FileStorage {
            FileStorage(path: folder.appendingPathComponent("\(account.text).journal", isDirectory: false).path)
        }

        /// The account's own downloads: a sign-out deletes them.
        private func shelf(of account: AccountID) -> FileShelf { FileShelf(downloads(of: account)) }

        private func downloads(of account: AccountID) -> URL {
            downloads.appendingPathComponent(account.text, isDirectory: true)
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
