import ArgumentParser
import ChatRooms
import ChatSQLite
import ChatServer
import ChatWire
import Foundation

@available(macOS 15, *)
struct AccountCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Add, reset, list, disable, enable, close or invite accounts, or change their roles.",
        discussion: "All of them work also while the server runs.",
        subcommands: [
            AddAccount.self, ResetAccount.self, ListAccounts.self, DisableAccount.self, EnableAccount.self,
            CloseAccount.self, SetAccountRole.self, InviteAccount.self,
        ])
}

@available(macOS 15, *)
struct AddAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account. The password is a line of standard input, or typed twice at a terminal.")

    @Argument(help: "The account's name.") var name: String
    @Option(help: ArgumentHelp("What it may do on the server: user or administrator.", valueName: "role"))
    var role = "user"
    @OptionGroup var options: DataOption

    func run() async throws {
        let role = try accountRole(role)
        try await AccountAction(options).print(.add(name: name, password: try PasswordInput.readNew(), role))
    }
}

@available(macOS 15, *)
struct ResetAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Set a new password of an account, and end all its sessions.",
        discussion: "The password is a line of standard input, or typed twice at a terminal.")

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: DataOption

    func run() async throws {
        try await AccountAction(options).print(.reset(name: name, password: try PasswordInput.readNew()))
    }
}

@available(macOS 15, *)
struct ListAccounts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print each account's name, role, state and user id.")

    @OptionGroup var options: DataOption

    func run() async throws {
        var after: String?
        while true {
            let lines = try await AccountAction(options).run(.list(after: after))
            for line in lines { print(line) }
            guard lines.count == AccountCommand.page, let last = lines.last else { return }
            after = last.split(separator: "\t").first.map(String.init)
        }
    }
}

@available(macOS 15, *)
struct DisableAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "End an account's sessions, and refuse its password until it is enabled.")

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.disable(name: name)) }
}

@available(macOS 15, *)
struct EnableAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Enable a disabled account.")

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.enable(name: name)) }
}

@available(macOS 15, *)
struct CloseAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close an account for good, as its user can in a client.",
        discussion: """
            Its sessions end, and its name becomes free. While the server runs, its user leaves their \
            groups; only a group of which the user is the only owner, with other people in it, keeps \
            them. Messages stay under the name until martlet erase erases them. Closing can't be \
            undone: to keep somebody out for some time, disable the account.
            """)

    @Argument(help: "The account's name.") var name: String
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.close(name: name)) }
}

@available(macOS 15, *)
struct SetAccountRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Change what an account may do on the server.",
        discussion: "Open connections of the account are closed, and come back with the new role.")

    @Argument(help: "The account's name.") var name: String
    @Argument(help: "user or administrator.") var role: String
    @OptionGroup var options: DataOption

    func run() async throws {
        try await AccountAction(options).print(.setRole(name: name, try accountRole(role)))
    }
}

@available(macOS 15, *)
struct InviteAccount: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Print an invite, with which one account can be made within 7 days.")

    @Option(help: ArgumentHelp("The new account's role: user or administrator.", valueName: "role"))
    var role = "user"
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.invite(try accountRole(role))) }
}

@available(macOS 15, *)
struct KeyCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Add, list or remove API keys, with which programs use the HTTP API.",
        discussion: "All of them work also while the server runs.",
        subcommands: [AddKey.self, ListKeys.self, RemoveKey.self])
}

@available(macOS 15, *)
struct AddKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an API key, and print it. It is not shown again.")

    @Argument(help: "The name under which the program appears in rooms.") var name: String
    @Option(help: ArgumentHelp("What it may do on the server: user or administrator.", valueName: "role"))
    var role = "user"
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.addKey(name: name, try accountRole(role))) }
}

@available(macOS 15, *)
struct ListKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print each API key's name, role and user id, never the key.")

    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.listKeys) }
}

@available(macOS 15, *)
struct RemoveKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an API key, and close its connections.")

    @Argument(help: "The key's name.") var name: String
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.removeKey(name: name)) }
}

private func accountRole(_ text: String) throws -> ServerRole {
    guard let role = ServerRole(name: text), role != .guest else {
        throw ValidationError("The role is user or administrator, not \(text).")
    }
    return role
}
