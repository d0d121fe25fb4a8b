import ChatRooms
import ChatSQLite
import ChatServer
import Foundation

/// The server's data folder.
struct DataDirectory {
    let paths: DataPaths
    var path: String { paths.folder }

    /// The default (XDG Base Directory Specification).
    static func standard(_ environment: [String: String]) -> String {
        if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/martlet" }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return home + "/.local/share/martlet"
    }

    /// Creates the folder if necessary, readable for its owner only.
    init(_ path: String) throws(StartError) {
        paths = DataPaths(path)
        do {
            try FileManager.default.createDirectory(
                atPath: paths.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StartError(
                "Can't create the folder \(paths.folder). Choose another with --data, or check the permissions of its parent."
            )
        }
    }

    func openStore() throws(StartError) -> SQLiteStore {
        guard !paths.isRestoreInterrupted else {
            throw StartError(
                "A restore into \(path) was not finished: run martlet restore with --replace again, and then start the server."
            )
        }
        do throws(StoreError) {
            let store = try SQLiteStore(path: paths.database)
            guard try !store.isImporting() else {
                throw StoreError.unusable(
                    "An import into \(path) was not finished: run martlet import again, and then start the server.")
            }
            return store
        } catch {
            throw StartError(error.description)
        }
    }

    /// Who users are: guests, and accounts if there are any, or may be.
    func authenticator(_ guests: GuestAccess, _ registration: Registration) throws(StartError) -> any Authenticator {
        var tokens = try GuestTokens(keyFile: paths.tokenKey)
        tokens.access = guests
        guard registration != .off || paths.hasAccounts else { return tokens }
        do throws(StoreError) {
            let store = try SQLiteAccounts(path: paths.accounts)
            return try Accounts(store: store, guests: tokens, registration: registration)
        } catch {
            throw StartError(error.description)
        }
    }
}
