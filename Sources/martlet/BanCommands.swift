import ArgumentParser
import ChatRooms
import ChatServer
import ChatWire

@available(macOS 15, *)
struct BanCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban", abstract: "Keep users or network addresses off the whole server.",
        discussion: "All of them work also while the server runs. martlet room ban keeps somebody out of one room.",
        subcommands: [AddBan.self, ListBans.self, RemoveBan.self])
}

/// Whom a ban is about.
struct BanSubject: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A user id, as martlet room members prints it, an address, or a network such as 192.0.2.0/24.",
            valueName: "user-or-address"))
    var subject: String

    func read() throws -> ServerBan.Subject {
        do throws(WireError) { return try ServerBan.Subject(subject).checked() } catch {
            throw ValidationError(error.text)
        }
    }
}

@available(macOS 15, *)
struct AddBan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Ban a user, or all clients of an address or a network.",
        discussion: """
            Their connections are closed within a second, and the next attempt to connect is told the \
            reason. A guest who loses the token is a new user: ban the guest's address, too. The security \
            log has the address, in the entry "signed in". This machine's own addresses can't be banned.
            """)

    @OptionGroup var subject: BanSubject
    @OptionGroup var sanction: SanctionOptions
    @OptionGroup var options: DataOption

    func run() async throws {
        let ban = ServerBan(
            try subject.read(), until: try sanction.time.map(SanctionOptions.end(after:)), reason: sanction.reason)
        try await AccountAction(options).print(.ban(ban))
    }
}

@available(macOS 15, *)
struct ListBans: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Print each ban: whom, until when, why, and the name, separated by tabs.")

    @OptionGroup var options: DataOption

    func run() async throws {
        var after: String?
        while true {
            let lines = try await AccountAction(options).run(.listBans(after: after))
            for line in lines { print(line) }
            guard lines.count == AccountCommand.page, let last = lines.last else { return }
            after = last.split(separator: "\t").first.map(String.init)
        }
    }
}

@available(macOS 15, *)
struct RemoveBan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Take a ban back.")

    @OptionGroup var subject: BanSubject
    @OptionGroup var options: DataOption

    func run() async throws { try await AccountAction(options).print(.unban(try subject.read())) }
}
