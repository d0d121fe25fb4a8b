import ArgumentParser
import ChatRooms
import ChatSQLite

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Append an export to a data folder. The server must be stopped.",
        discussion: """
            Times, authors, ids and order stay. Numbers continue those of the room. Events that \
            are already there are not appended again, so you can run it again after an \
            interruption, or with a later export of the same log.
            """)

    @Argument(help: "A folder that martlet export wrote, or - to read its lines from standard input, without files.")
    var folder: String

    @OptionGroup var options: DataOption

    func run() throws {
        let progress = ByteProgress("Importing")
        do throws(StoreError) {
            let paths = options.paths
            let source: Import.Source = folder == "-" ? .standardInput : .folder(folder)
            let summary = try Import.run(source, into: paths) { progress.show($0, of: $1) }
            progress.end()
            print("Imported \(summary.events) messages and \(summary.files) files into \(paths.folder).")
            if summary.known > 0 { print("Already there: \(summary.known) messages.") }
            if summary.missing > 0 { print("Not in the export: \(summary.missing) files; their messages are there.") }
        } catch {
            progress.end()
            throw CommandFailure(error.description)
        }
    }
}
