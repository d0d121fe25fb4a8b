import ArgumentParser
import ChatRooms
import ChatSQLite

struct BackUp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write database, files and token key into one tar file, also while the server runs.",
        discussion: """
            The archive has the log as it stood at one moment, with its files. Everything in it is checked before it gets its name: \
            without an error it can be restored. It needs room for the database once more while it runs. It holds every message and \
            the key of guest tokens: keep it as you keep the data folder.
            """)

    @Argument(help: "The archive to write; there must be no such file.")
    var file: String

    @OptionGroup var options: DataOption

    func run() throws {
        let progress = ByteProgress("Backing up")
        do {
            let summary = try Backup.write(options.paths, to: file) { progress.show($0, of: $1) }
            progress.end()
            print(
                "Backed up \(summary.events) messages and \(summary.files) files into \(file) (\(summary.bytes.bytesInWords))."
            )
            if summary.absent > 0 {
                print("Left out: \(summary.absent) files that were deleted meanwhile, or were missing before.")
            }
        } catch {
            progress.end()
            throw CommandFailure(error.description)
        }
    }
}
