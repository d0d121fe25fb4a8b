import ChatPostgres
import ChatRooms
import ChatSQL
import ChatSQLite
import ChatServer
import Foundation
import Logging

/// The server's data folder.
struct DataDirectory {
    let paths: DataPaths
    /// Keeps a second server away from the folder while its log is elsewhere.
    private var lock: DataLock?
    /// The log, if it is not in this folder. Then the accounts are there, too.
    private var postgres: PostgresStore?
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
        do throws(StoreError) { try paths.requireFolder() } catch { throw StartError(error.description) }
        do {
            try paths.makeFolder()
        } catch {
            throw StartError(
                "Can't create the folder \(paths.folder). Choose another with --data, or check the permissions of its parent."
            )
        }
    }

    /// Opens the log in this folder.
    func openStore() throws(StartError) -> any SQLStore {
        try Self.check(paths, logIsHere: true)
        return try openSQLite()
    }

    /// Checks whether the log may be opened: neither a move nor a restore was interrupted, and no
    /// log is left behind. It looks at the names of files only.
    ///
    /// - Parameter logIsHere: whether the log is to be in the folder, and not in PostgreSQL
    static func check(_ paths: DataPaths, logIsHere: Bool) throws(StartError) {
        let path = paths.folder
        guard !(paths.isMoveBackInterrupted && (logIsHere || paths.hasDatabase)) else {
            throw StartError(
                "A move of the log from PostgreSQL into \(path) was not finished: run martlet move with --to \(path) again. To stay with PostgreSQL, start the server with --store."
            )
        }
        guard !paths.isMoveInterrupted else {
            throw StartError(
                "A move of the log of \(path) to PostgreSQL was not finished: run martlet move with --from \(path) again. To stay with SQLite, remove \(paths.postgres).watermark instead."
            )
        }
        guard logIsHere else {
            guard !paths.hasDatabase else {
                throw StartError(
                    "\(path) has a log in SQLite, which --store would leave behind. Move it into the database with martlet move, or give --data another folder."
                )
            }
            return
        }
        guard !paths.isRestoreInterrupted else {
            throw StartError(
                "A restore into \(path) was not finished: run martlet restore with --replace again, and then start the server."
            )
        }
        guard !paths.logIsInPostgres else {
            throw StartError(
                "The log of \(path) is in PostgreSQL: give its address with --store, or another folder with --data.")
        }
    }

    /// Opens the log in a PostgreSQL database.
    ///
    /// - Parameter open: opens it, as soon as no other server has it
    mutating func openStore(
        _ open: (_ watermark: String) async throws(StartError) -> PostgresStore
    ) async throws(StartError) -> any SQLStore {
        try Self.check(paths, logIsHere: false)
        do throws(StoreError) { lock = try DataLock(of: paths) } catch { throw StartError(error.description) }
        let store = try await open(paths.postgres)
        if let epoch = paths.epochMoving, epoch != store.epoch {
            throw StartError(
                "\(paths.moving) has the log of another PostgreSQL database: run martlet move with that one again. If its log is served elsewhere, remove \(paths.moving)."
            )
        }
        postgres = store
        // The database has the log that was being moved, and it changes from here on.
        do throws(StoreError) { try paths.discardMoving() } catch { throw StartError(error.description) }
        return store
    }

    private func openSQLite() throws(StartError) -> SQLiteStore {
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

    /// Whether guests' tokens have no key yet. With a log that means that it was lost.
    var lacksTokenKey: Bool { postgres == nil && !FileManager.default.fileExists(atPath: paths.tokenKey) }

    /// Finds out who a token's user is: a guest, or an account if the server has accounts.
    ///
    /// - Returns: the authenticator, and the guests' tokens, which it uses
    func users(
        _ guests: GuestAccess, _ registration: Registration
    ) throws(StartError) -> (authenticator: any Authenticator, guests: GuestTokens) {
        do throws(StoreError) {
            if let postgres { return try users(in: postgres.accounts(), guests, registration) }
            var tokens = try guestTokens()
            tokens.access = guests
            let store: any AccountStore =
                registration == .off
                ? try LaterAccounts(path: paths.accounts) : try SQLiteAccounts(path: paths.accounts)
            return (try Accounts(store: store, guests: tokens, registration: registration), tokens)
        } catch {
            throw StartError(error.description)
        }
    }

    private func guestTokens() throws(StoreError) -> GuestTokens {
        do throws(StartError) { return try GuestTokens(keyFile: paths.tokenKey) } catch {
            throw .unusable(error.description)
        }
    }

    /// The users in PostgreSQL. Those that were in the folder until now go there first.
    private func users(
        in store: PostgresAccounts, _ guests: GuestAccess, _ registration: Registration
    ) throws(StoreError) -> (any Authenticator, GuestTokens) {
        let folder = try FolderAccounts(of: paths)
        if !folder.isEmpty {
            try store.takeOver(folder)
            let former = try folder.setAside(of: paths)
            Logger(label: "martlet").notice(
                "The accounts and the key of guest tokens are in PostgreSQL now. Delete their files when all is well.",
                metadata: ["files": "\(former)"])
        }
        var tokens = GuestTokens(keyBytes: try store.tokenKey())
        tokens.access = guests
        return (try Accounts(store: store, guests: tokens, registration: registration), tokens)
    }
}
