import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatServer
import ChatWire
import Foundation

/// Does something to the accounts of a data folder; where a server runs on it, by asking that
/// server over its control socket.
struct AccountAction {
    private let paths: DataPaths

    init(_ options: DataOption) { paths = options.paths }

    func print(_ command: AccountCommand) async throws {
        for line in try await run(command) { Swift.print(line) }
    }

    /// - Returns: lines to print
    func run(_ command: AccountCommand) async throws -> [String] {
        // A list creates no database.
        if command.isList, hasNone { return [] }
        guard let accounts = try open() else {
            guard case .lines(let lines) = try RunningServer(paths: paths).ask(.account(command)) else { return [] }
            return lines
        }
        do throws(WireError) {
            let lines = try await accounts.perform(command)
            await accounts.end()
            return lines
        } catch {
            await accounts.end()
            throw CommandFailure(error.text.asCell)
        }
    }

    /// Whether the folder has neither accounts nor keys, and no server that may have them
    /// elsewhere.
    private var hasNone: Bool {
        paths.hasDatabase && !paths.hasAccounts && !paths.logIsInPostgres && !paths.isInUse
    }

    /// `nil` if a server runs on the folder.
    private func open() throws -> Accounts? {
        // New files can be read only by their owner, from the moment they are created.
        umask(0o077)
        do throws(StoreError) {
            try paths.requireFolder()
            try paths.requireSearchable()
            try paths.requireAccountsHere()
            guard paths.hasDatabase || paths.hasAccounts else {
                throw .unusable(
                    "There is no database \(paths.database). Pass the server's data folder with --data. A new server makes its folder when it starts for the first time."
                )
            }
            let store = try SQLiteAccounts.open(in: paths)
            // Guests have nothing to do with it.
            return try Accounts(store: store, guests: GuestTokens(), registration: .closed)
        } catch {
            if paths.isInUse { return nil }
            throw CommandFailure(error.description)
        }
    }
}

extension AccountCommand {
    fileprivate var isList: Bool {
        switch self {
        case .list, .listKeys, .listBans: true
        case .ban, .unban, .add, .reset, .disable, .enable, .close, .setRole, .invite, .addKey, .removeKey: false
        }
    }
}
