import ChatPostgres
import ChatRooms
import ChatSQL
import ChatSQLite
import ChatServer
import Foundation

/// The server's data folder.
struct DataDirectory {
    let paths: DataPaths
    /// Keeps a second server away from the folder while its log is elsewhere.
    private var lock: DataLock?
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

    /// Opens the log.
    ///
    /// - Parameter address: of a PostgreSQL database; `nil` for the SQLite database in this folder
    mutating func openStore(_ address: String?) throws(StartError) -> any SQLStore {
        guard !paths.isMoveInterrupted else {
            throw StartError(
                "A move of the log of \(path) to PostgreSQL was not finished: run martlet move again. To stay with SQLite, remove \(paths.postgres).watermark instead."
            )
        }
        return if let address { try openPostgres(address) } else { try openSQLite() }
    }

    private mutating func openPostgres(_ address: String) throws(StartError) -> PostgresStore {
        guard !paths.hasDatabase else {
            throw StartError(
                "\(path) has a log in SQLite, which --store would leave behind. Move it into the database with martlet move, or give --data another folder."
            )
        }
        do throws(StoreError) {
            lock = try DataLock(of: paths)
            return try PostgresStore(address: address, watermark: paths.postgres)
        } catch {
            throw StartError(error.description)
        }
    }

    private func openSQLite() throws(StartError) -> SQLiteStore {
        guard !paths.isRestoreInterrupted else {
            throw StartError(
                "A restore into \(path) was not finished: run martlet restore with --replace again, and then start the server."
            )
        }
        guard !paths.logIsInPostgres else {
            throw StartError(
                "The log of \(path) is in PostgreSQL: give its address with --store, or another folder with --data.")
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
