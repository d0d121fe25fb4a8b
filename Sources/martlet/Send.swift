import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatWire
import Foundation

struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send one message, or files, and wait until the server has it on disk.",
        discussion: """
            Tries until the server has replied; the message is in the room exactly once. Without \
            TEXT, or with -, the text is read from standard input. Each file is a message of its \
            own, and TEXT goes with the first one. Photos that follow each other are shown as an \
            album. Prints each message's number in the room.
            """)

    @Argument(help: "The room's name.")
    var room: String

    @Argument(help: "The text to send.")
    var text: String?

    @Option(help: ArgumentHelp("A file to send. Repeat the option for more.", valueName: "path"))
    var file: [String] = []

    @Option(help: "Seconds after which to give up; for files, seconds without progress.")
    var timeout = 30

    @Option(
        help: ArgumentHelp(
            "Keep unsent messages in this folder, even if this command is killed or gives up. The next send with this folder sends them first. One folder is one account on one server, and is for one process at a time.",
            valueName: "folder"))
    var outbox: String?

    @OptionGroup var client: ClientOptions

    /// Up to 30 years, which is for ever. The clocks of tasks trap at the largest numbers.
    private static let timeouts = 1...1_000_000_000

    func validate() throws {
        if outbox?.isEmpty == true { throw ValidationError("--outbox takes a folder, and is empty.") }
        guard Self.timeouts.contains(timeout) else {
            throw ValidationError(
                "--timeout must be a number of seconds from \(Self.timeouts.lowerBound) to \(Self.timeouts.upperBound)."
            )
        }
    }

    func run() async throws {
        let name = try RoomName(argument: room)
        let parcels = try parcels()
        let transport = try client.transport()
        let chat = ChatClient(
            transport: transport, storage: storage, name: client.displayName(), tokens: try client.tokens(),
            configuration: .init(entersOwnRooms: false))
        let delivery = Delivery(client: chat, transport: transport, folder: outbox)
        var failure: (any Error)?
        do {
            try await withThrowingTaskGroup(of: Void.self) { [timeout] tasks in
                tasks.addTask { try await transport.watchTrust() }
                tasks.addTask { try await delivery.run(parcels, to: name, seconds: timeout) }
                try await tasks.next()
                tasks.cancelAll()
            }
        } catch {
            failure = error
        }
        await chat.shutDown()
        if let failure { throw failure }
    }

    private var storage: any Storage {
        guard let outbox else { return MemoryStorage() }
        return FileStorage(path: URL(fileURLWithPath: outbox).appendingPathComponent("journal").path)
    }

    private func parcels() throws -> [Parcel] {
        let text = file.isEmpty || text == "-" ? try message() : text
        if let text, let error = TextRule.check(text) { throw ValidationError(error.text) }
        if file.isEmpty, let text { return [.text(text)] }
        return [.files(file.map { URL(fileURLWithPath: $0) }, text: text)]
    }

    private func message() throws -> String {
        if let text, text != "-" { return text }
        // A line end behind the text is no part of it.
        let most = Limits.textBytes + 2
        guard let data = try? FileHandle.standardInput.read(upToCount: most + 1) ?? Data() else {
            throw ValidationError("Standard input can't be read.")
        }
        // Where it is cut there may be half a character.
        guard data.count <= most else {
            throw ValidationError(
                "The input is longer than \(Limits.textBytes) bytes. Shorten it, or send it in parts.")
        }
        guard let text = String(data: data, encoding: .utf8) else { throw ValidationError("The input is not UTF-8.") }
        return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
    }
}
