import ArgumentParser
import ChatServer
import Foundation

@main
@available(macOS 15, *)
struct Martlet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "martlet",
        abstract: "Chat: a server anyone can start, and command-line tools.",
        discussion:
            "martlet --version --verbose also says which databases this build can serve, and what it can use.",
        version: ServerVersion.number,
        subcommands: [
            Serve.self, ChatCommand.self, Send.self, Tail.self, Bench.self, BackUp.self, RestoreCommand.self,
            ExportCommand.self,
            ImportCommand.self, MoveCommand.self, FileCommands.self, CheckCommand.self, RoomCommand.self,
            ReportCommands.self, Erase.self,
            AccountCommands.self,
            KeyCommands.self, BanCommands.self,
        ])

    static func main() async {
        OpenFiles.openStandardDescriptors()
        if Set(CommandLine.arguments.dropFirst()) == VersionText.arguments { return print(VersionText.detailed) }
        var command: any ParsableCommand
        do { command = try parseAsRoot() } catch { exit(withError: error) }
        do {
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            try StandardOutput.finish()
        } catch let error as ValidationError {
            // The parser would add the usage of `martlet` itself.
            StandardError.write("Error: \(error.message)\n")
            Foundation.exit(ExitCode.validationFailure.rawValue)
        } catch {
            exit(withError: error)
        }
    }
}
