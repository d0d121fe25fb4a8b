#if canImport(SwiftUI)
    import ChatCore
    import ChatStore
    import Flux
    import Foundation

    /// Where the app keeps what must outlive it: a folder of its own in Application Support.
    struct AppFiles: Sendable {
        let folder: URL

        init() {
            let support: URL? = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            folder = (support ?? FileManager.default.temporaryDirectory)
                .appendingPathComponent("Martlet", isDirectory: true)
        }

        /// Accounts, drafts, where one was.
        var state: StateFile<AppState> {
            StateFile<AppState>(folder.appendingPathComponent("state", isDirectory: false))
        }

        /// A client for each account, with a journal of its own: its unsent messages, its token, the newest events of its rooms.
        var opening: ChatLine.Opening {
            let folder: URL = self.folder
            return { (account: Account) async throws -> ChatLine in
                let journal: URL = folder.appendingPathComponent("\(account.id.text).journal", isDirectory: false)
                return try await ChatLine(
                    ChatClient(
                        transport: WebSocketTransport(address: account.server),
                        storage: FileStorage(path: journal.path), name: account.name,
                        background: AppFiles.background))
            }
        }

        private static var background: any BackgroundExecution {
            #if canImport(UIKit)
                return BackgroundTime()
            #else
                return ProcessGoesOn()
            #endif
        }
    }
#endif
