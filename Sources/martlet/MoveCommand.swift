import ArgumentParser
import ChatPostgres
import ChatRooms
import ChatSQLite
import Foundation

struct MoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move the log and the accounts of a data folder into PostgreSQL. The server must be stopped.",
        discussion: """
            Rooms, numbers, people, devices, accounts and tokens stay what they are, so clients notice \
            nothing. Files stay in the folder. The database must be empty. Until everything is there, \
            the folder does not change: run it again after an interruption. Afterwards start the server with the same --data and with --store.
            """)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "The data folder. [MARTLET_DATA] (default: $XDG_DATA_HOME/martlet or ~/.local/share/martlet)",
            valueName: "folder"))
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "The database, such as postgres://martlet@db.example.org/martlet. The password belongs in PGPASSWORD or ~/.pgpass.",
            valueName: "URI"))
    var to: String

    func run() throws {
        let paths = DataOption.paths(folder)
        let progress = Progress()
        do throws(StoreError) {
            let database = try MovedDatabase(paths)
            let move = LogMove(
                database.store, tables: database.tables, lastIds: database.lastIds, accounts: database.accounts,
                watermark: paths.postgres)
            let summary = try move.run(to: to) { rows, total in
                if progress.isTerminal { progress.show("Moving, rows", Int(clamping: rows), of: Int(clamping: total)) }
            }
            let former = try database.setAside()
            if progress.isTerminal { progress.end("Moving, rows") }
            print(
                summary.wasThere
                    ? "An earlier move had copied all \(summary.events) messages. It is finished now."
                    : "Moved \(summary.events) messages into PostgreSQL.")
            print("Start the server with --data \(paths.folder) and --store.")
            print("What was in SQLite, and the key of guest tokens, is in \(former). Delete it when all is well.")
        } catch {
            if progress.isTerminal { progress.end("Moving, rows") }
            throw CommandFailure(error.description)
        }
    }
}
