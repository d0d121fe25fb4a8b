import ArgumentParser
import ChatRooms
import ChatSQLite

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup into a data folder. The server must be stopped.",
        discussion: """
            The whole backup is checked before anything in the folder changes. A server that \
            starts on the folder afterwards begins a new epoch: clients read all rooms from the \
            start, and keep their unsent messages.
            """)

    @Argument(help: "The archive that martlet backup wrote.")
    var file: String

    @Flag(
        help:
            "Restore even if the folder has a database. It is moved into a folder replaced-… within, and can be deleted afterwards."
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
                print("The old content is in \(former). Delete it when all is well.")
            }
        } catch {
            progress.end()
            throw CommandFailure(error.description)
        }
    }
}
