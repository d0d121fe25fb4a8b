import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatTerminal
import Foundation

struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Chat in the terminal, on the full screen.",
        discussion: """
            F1 or ? shows the keys and commands. Messages that can't be sent yet are kept on this machine, also if \
            this command is killed, and are sent once. If standard input or output is not a terminal, it prints each \
            message as a line, NAME:TEXT, and sends each line of its input; it ends when all of them are sent.
            """)

    @Argument(
        help: "The room to show first: its name, or a link to it. Without it: the first of your rooms, or the lobby.")
    var room: String?

    @Option(
        help: ArgumentHelp(
            "The folder for your identity and unsent messages. One folder is one user on one server, and is for one process at a time. (default: a folder for this server and name in $XDG_STATE_HOME/martlet or ~/.local/state/martlet)",
            valueName: "folder"))
    var outbox: String?

    @OptionGroup var account: AccountOptions
    @OptionGroup var client: ClientOptions

    func validate() throws {
        if outbox?.isEmpty == true { throw ValidationError("--outbox takes a folder, and is empty.") }
    }

    func run() async throws {
        var transport = try client.transport()
        let name = try room.map { try Self.room($0, on: transport.address) }
        let tokens = try client.tokens()
        if let option = client.user.file?.option, account.needsOwnSession {
            throw ValidationError(
                "Your user comes from the file of \(option). Start without it for --login, --register, --sessions and --logout."
            )
        }
        // A dumb terminal, such as a shell in Emacs, has no screen to draw on.
        let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
        let isScreen = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(kind)
        // Lines and lists are for scripts, and stay English.
        if isScreen, !account.endWithoutChat { Language.use(.ofTerminal(ProcessInfo.processInfo.environment)) }
        transport.endsOnDistrust = !isScreen
        let folder = try StateFolder(outbox, address: transport.address, options: client)
        let chat = ChatClient(
            transport: transport, storage: folder.storage, name: client.displayName(), tokens: tokens,
            configuration: .init(catchUp: isScreen ? .newest : .everything, entersOwnRooms: isScreen),
            program: Self.program)
        do {
            // A folder that can't be used is found before a password is asked for and a session
            // begins.
            _ = try await chat.chat()
            guard try await account.perform(ChatAccount(chat, host: transport.address.host)) else {
                return await chat.shutDown()
            }
            let restored = try await chat.chat()
            let first = name ?? (restored.conversations.isEmpty || !isScreen ? .lobby : nil)
            if let first { try await chat.join(first) }
            if isScreen {
                var session = ChatSession(
                    client: chat, transport: transport, room: first, hasTokenFile: tokens != nil)
                if let farewell = try await session.run() { print(farewell) } else { try await tellWaiting(in: chat) }
            } else {
                try await PlainChat(client: chat, transport: transport, room: first ?? .lobby).run()
            }
        } catch let error as StorageError {
            await chat.shutDown()
            throw folder.failure(error)
        } catch {
            await chat.shutDown()
            throw error
        }
        await chat.shutDown()
    }

    /// Reads the argument: a room's name, also as `#Kitchen`, or a link to a room of this server.
    static func room(_ text: String, on server: ServerAddress) throws -> RoomName {
        let target: JoinTarget
        do throws(WireError) { target = try JoinTarget(text, host: server.title) } catch {
            throw text.contains("://") ? ValidationError(error.text) : ValidationError.noRoomName(text)
        }
        switch target.place {
        case .room(let room, _): return room
        case .group:
            throw ValidationError("This is an invite link. Start martlet chat without it, and type /join LINK.")
        }
    }

    /// What the list of sessions calls this program: “martlet chat (HOST)”.
    private static var program: String {
        var host = [CChar](repeating: 0, count: 256)
        guard gethostname(&host, host.count - 1) == 0 else { return ProgramName.usual }
        let bytes = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return ProgramName.on(String(decoding: bytes, as: UTF8.self), program: "martlet chat")
    }

    /// Says what waits, after the screen is the user's own again.
    private func tellWaiting(in chat: ChatClient) async throws {
        if let sentence = Waiting(in: try await chat.chat()).farewell { print(sentence) }
    }
}
