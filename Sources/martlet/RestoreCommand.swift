import ArgumentParser
import ChatRooms
import ChatSQLite

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder on which no server runs.",
        discussion: """
            The whole backup is checked before anything in the folder changes. A server that starts on it afterwards begins a new \
            epoch: clients read the rooms afresh, and keep what they have not sent yet.
            """)

    @Argument(help: "The archive that martlet backup wrote.")
    var file: String

    @Flag(
        help:
            "Also where the folder has a database: that is moved into a folder replaced-… within, and can be deleted afterwards."
    )
    var replace = false

    @OptionGroup var options: DataOption

    func run() throws {
        let progress = ByteProgress("Restoring")
        do {
            let paths = options.paths
            let summary = try Restore.run(file, to: paths, replacing: replace) { progress.show($0, of: $1) }
            progress.end()
            print("Restored \(summary.events) messages and \(summary.files) files into \(paths.folder).")
            if summary.absent > 0 { print("Not in the backup: \(summary.absent) files; their messages are there.") }
            if let former = summary.former {
                print("What was there before is in \(former): delete it when all is well.")
            }
        } catch {
            progress.end()
            throw CommandFailure(error.description)
        }
    }
}
