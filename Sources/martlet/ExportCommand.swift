import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatWire
import Foundation

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write rooms as lines of JSON, with their files. The server may run.",
        discussion: """
            FOLDER gets events.jsonl and the folder files, in which each file is named by its \
            id. events.jsonl has one line for each event, as it was sent, and after the events of \
            a room its read marks. Run the command again to continue an interrupted export. With \
            -, the lines go to standard output, without files.
            """)

    @Argument(help: "The folder to write into, or - for standard output.")
    var folder: String

    @Option(help: ArgumentHelp("Export only this room. Repeat the option for more.", valueName: "name"))
    var room: [String] = []

    @OptionGroup var options: DataOption

    func validate() throws {
        if folder.isEmpty { throw ValidationError("The name of the folder is empty.") }
    }

    func run() throws {
        let rooms = try room.map(RoomName.init(argument:))
        let bar = Progress(isQuiet: folder == "-")
        var failure: CommandFailure?
        do throws(StoreError) {
            var export = try Export(
                of: options.paths, remote: folder == "-" ? nil : try options.remoteFiles(), rooms: rooms
            ) { done, total in
                bar.show("Exporting, messages", Int(clamping: done), of: Int(clamping: total))
            }
            if folder == "-" {
                _ = try export.write { bytes in
                    do throws(CommandFailure) {
                        try StandardOutput.write(bytes)
                    } catch {
                        // `export` would report it as an error of the database.
                        failure = error
                        throw error
                    }
                }
            } else {
                let summary = try export.write(into: folder)
                if bar.isTerminal { bar.end("") }
                let kind = summary.isContinued ? "Exported the remaining" : "Exported"
                print("\(kind) \(summary.events) messages and \(summary.files) files into \(folder).")
                if summary.missing > 0 { print("Missing: the bytes of \(summary.missing) files.") }
            }
        } catch {
            if bar.isTerminal { bar.end("") }
            throw failure ?? CommandFailure(error.description)
        }
    }
}
