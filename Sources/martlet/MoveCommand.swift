import ArgumentParser
import ChatPostgres
import ChatRooms
import ChatSQLite
import Foundation

struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move the log and the accounts of a data folder into PostgreSQL, or back. Stop the server first.",
        discussion: """
            Rooms, numbers, people, devices, accounts and tokens stay what they are, so clients notice \
            nothing. Files stay in the folder, or in their bucket.

            Into PostgreSQL, with --from FOLDER --to URI: the database must be empty. Until everything is there, \
            the folder does not change: run it again after an interruption. Afterwards start the server with the same --data and with --store.

            Back, with --from URI --to FOLDER: the folder must have no log. Pass the server's data folder, where its files are. \
            Until everything is there, PostgreSQL has the log: run it again after an interruption. Afterwards start the server with that folder as --data \
            and without --store. No server starts on the database any more.
            """)

    @Option(
        help: ArgumentHelp(
            "The data folder, or the database from which the log goes back. [MARTLET_DATA] (default: $XDG_DATA_HOME/martlet or ~/.local/share/martlet)",
            valueName: "folder-or-URI"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "The database, such as postgres://martlet@db.example.org/martlet, or the data folder to which the log goes back. The password belongs in PGPASSWORD or ~/.pgpass.",
            valueName: "URI-or-folder"))
    var to: String

    func validate() throws {
        if to.isEmpty || from?.isEmpty == true {
            throw ValidationError("--from and --to take a folder or an address, and one of them is empty.")
        }
    }

    func run() throws {
        let progress = Progress()
        let show = { (rows: UInt64, total: UInt64) in
            if progress.isTerminal { progress.show("Moving, rows", Int(clamping: rows), of: Int(clamping: total)) }
        }
        let result: Result<[String], StoreError>
        do throws(StoreError) {
            if let from, PostgresStore.isAddress(from) {
                result = .success(try moveBack(from: from, show))
            } else {
                result = .success(try moveThere(show))
            }
        } catch {
            result = .failure(error)
        }
        if progress.isTerminal { progress.end("Moving, rows") }
        switch result {
        case .success(let lines): for line in lines { print(line) }
        case .failure(let error): throw CommandFailure(error.description)
        }
    }

    /// - Returns: what to tell the user
    private func moveThere(_ progress: @escaping (UInt64, UInt64) -> Void) throws(StoreError) -> [String] {
        guard PostgresStore.isAddress(to) else {
            throw .unusable(
                "One of --from and --to must be a data folder, and the other an address such as postgres://USER@HOST/DATABASE."
            )
        }
        let paths = DataOption.paths(from)
        let database = try MovedDatabase(paths, namedBy: "--from")
        let move = LogMove(
            database.store, tables: database.tables, lastIds: database.lastIds, accounts: database.accounts,
            watermark: paths.postgres)
        let summary = try move.run(to: to, progress: progress)
        let former = try database.setAside()
        return [
            summary.wasThere
                ? "An earlier move had copied all \(summary.events) messages. It is finished now."
                : "Moved \(summary.events) messages into PostgreSQL.",
            "Start the server with --data \(paths.folder) and --store.",
            "What was in SQLite, and the key of guest tokens, is in \(former). Delete it when all is well.",
        ]
    }

    /// - Returns: what to tell the user
    private func moveBack(
        from address: String, _ progress: @escaping (UInt64, UInt64) -> Void
    ) throws(StoreError) -> [String] {
        guard !PostgresStore.isAddress(to) else {
            throw .unusable(
                "One of --from and --to must be a data folder. To move a database, use pg_dump and pg_restore.")
        }
        let paths = DataPaths(to)
        let folder = try ArrivingDatabase(paths)
        let log = try LogMoveBack(from: address)
        let summary: LogMoveBack.Summary
        if let moved = try log.moved() {
            summary = moved
        } else {
            try folder.requireRoom()
            summary = try log.run(
                watermark: paths.postgres, copy: { log in try folder.copy(log, progress: progress) },
                discard: folder.discard)
        }
        try folder.putInPlace(summary.copy)
        var lines = [
            summary.wasThere
                ? "An earlier move had copied all \(summary.events) messages. It is finished now."
                : "Moved \(summary.events) messages from PostgreSQL into \(paths.folder)."
        ]
        if summary.continuityLost {
            lines.append(
                "PostgreSQL's log had gone back since it was last served. It has a new epoch, and clients read it from the start."
            )
        }
        if summary.files > 0, folder.lacksFiles {
            lines.append(
                "The log has \(summary.files) files, which are not in this folder: move the folder files of the former data folder into it, or start the server with --files as before."
            )
        }
        lines.append("Start the server with --data \(paths.folder) and without --store.")
        lines.append(
            "PostgreSQL still has everything, and the key of guest tokens. Drop the database when all is well.")
        return lines
    }
}
