import ArgumentParser
import ChatRooms
import ChatSQLite

struct BackUp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write database, files and token key into one tar file, also while the server runs.",
        discussion: """
            The archive holds the log as it was at one moment, with its files, every message and \
            the key of guest tokens. Protect it like the data folder. The archive gets its name \
            only after all of it was checked: if there is no error, it can be restored. While the \
            command runs, it needs disk space beside the archive for a second copy of the \
            database. Files in a bucket are read from there into the archive, with \
            AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; a restore puts them into the folder.
            """)

    @Argument(help: "The archive to write. It must not exist.")
    var file: String

    @OptionGroup var options: DataOption

    func run() throws {
        if file.isEmpty { throw ValidationError("The name of the archive is empty.") }
        guard file != "-" else { throw ValidationError("A backup can't go to standard output. Name a file.") }
        let progress = ByteProgress("Backing up")
        do {
            let remote = try options.remoteFiles()
            let summary = try Backup.write(options.paths, remote: remote, to: file) { progress.show($0, of: $1) }
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
