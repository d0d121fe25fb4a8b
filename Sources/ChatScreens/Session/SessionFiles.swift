import ChatCore
import ChatStore
import Flux
import Foundation

/// The files of a ``ChatSession``: its state and the accounts' journals in one folder, downloads in
/// another, and in a third one what a share extension hands over.
public struct SessionFiles: Sendable {
    /// The folder of the state and the journals. It must not be one that the system may empty.
    public let folder: URL
    /// The folder of downloaded files. The system may empty it.
    public let downloads: URL
    /// The folder of an app group through which a share extension hands over what the user shares;
    /// `nil` without an extension. Sessions that manage accounts read it
    /// (``ChatStore/ShareFolder``).
    public let shared: URL?
    /// What a notification service extension reads; `nil` without one.
    public let pushes: PushAccess?

    /// Uses these folders, which are created when something is written to them.
    public init(folder: URL, downloads: URL, shared: URL? = nil, pushes: PushAccess? = nil) {
        self.folder = folder
        self.downloads = downloads
        self.shared = shared
        self.pushes = pushes
    }

    /// Uses the folder `name` in Application Support, and `name/Files` in the caches folder.
    public init(named name: String = "Chat", shared: URL? = nil, pushes: PushAccess? = nil) {
        func place(_ directory: FileManager.SearchPathDirectory) -> URL {
            let base = FileManager.default.urls(for: directory, in: .userDomainMask).first
            return (base ?? FileManager.default.temporaryDirectory).appendingPathComponent(name, isDirectory: true)
        }
        self.init(
            folder: place(.applicationSupportDirectory),
            downloads: place(.cachesDirectory).appendingPathComponent("Files", isDirectory: true), shared: shared,
            pushes: pushes)
    }

    /// The files of one user, apart from those of every other user of the app.
    ///
    /// - Parameters:
    ///   - user: Any text that identifies the user.
    ///   - server: The server's address.
    func files(of user: String, on server: ServerAddress) -> SessionFiles {
        let name = FileStorage.escaped("\(user)@\(server.text)")
        return SessionFiles(
            folder: folder.appendingPathComponent(name, isDirectory: true),
            downloads: downloads.appendingPathComponent(name, isDirectory: true), pushes: pushes)
    }

    /// What the push service was told of this device.
    var registrations: URL { folder.appendingPathComponent("push", isDirectory: false) }

    /// Accounts, drafts and navigation.
    var state: StateFile<AppState> {
        StateFile<AppState>(folder.appendingPathComponent("state", isDirectory: false))
    }

    /// An account's journal: unsent messages, the token, the newest events of its rooms.
    func storage(of account: AccountID) -> FileStorage {
        FileStorage(path: folder.appendingPathComponent("\(account.text).journal", isDirectory: false).path)
    }

    /// The account's own downloads: a sign-out deletes them.
    func shelf(of account: AccountID) -> FileShelf {
        FileShelf(downloads.appendingPathComponent(account.text, isDirectory: true))
    }

    /// Deletes what an account has on this device.
    var erasing: ClientSession.Erasing {
        { (account: AccountID) async throws -> Void in
            await shelf(of: account).removeAll()
            try storage(of: account).erase()
        }
    }
}
