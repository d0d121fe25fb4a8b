#if canImport(SwiftUI)
import ChatStore
import Flux
import Foundation

/// Where the app keeps what must outlive it: a folder of its own in Application Support.
struct AppFiles {
    let folder: URL

    init() {
        let support: URL? = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        folder = (support ?? FileManager.default.temporaryDirectory).appendingPathComponent("Martlet", isDirectory: true)
    }

    /// Accounts, drafts, where one was.
    var state: StateFile<AppState> {
        StateFile<AppState>(folder.appendingPathComponent("state", isDirectory: false))
    }

    /// A journal for each account.
    var opening: ChatLine.Opening {
        fatalError()
    }
}
#endif
