import ArgumentParser
import ChatServer

@main
@available(macOS 15, *)
struct Martlet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "martlet",
        abstract: "Chat: a server anyone can start, and command-line tools.",
        version: ServerVersion.number,
        subcommands: [
            Serve.self, ChatCommand.self, Send.self, Tail.self, Bench.self, BackUp.self, RestoreCommand.self,
            ExportCommand.self,
            ImportCommand.self, MoveCommand.self, FileCommands.self, CheckCommand.self, RoomCommand.self,
            ReportCommands.self, Erase.self,
            AccountCommands.self,
            KeyCommands.self,
        ])
}
