import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatWire
import Foundation

struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send one message, and wait until the server has it on disk.",
        discussion: """
            Tries again until the server has answered: the message is in the room once. Without TEXT, or with -, it is read from \
            standard input. Prints the message's number in the room.
            """)

    @Argument(help: "The room's name.")
    var room: String

    @Argument(help: "What to say.")
    var text: String?

    @Option(help: "Seconds after which to give up.")
    var timeout = 30

    @Option(
        help: ArgumentHelp(
            "Keep what is not sent yet in this folder, also when this is killed or gives up; the next send with the same folder sends it first.",
            discussion: "One folder is one account on one server, and one process at a time.", valueName: "folder"))
    var outbox: String?

    @OptionGroup var client: ClientOptions

    func run() async throws {
        guard let name = RoomName(room) else {
            throw ValidationError("\(room) is not a room's name: a-z, 0-9, - and _.")
        }
        let text = try message()
        if let error = TextRule.check(text) { throw ValidationError(error.text) }
        let address = try client.address()
        let chat = ChatClient(transport: NIOTransport(address), storage: storage, name: client.displayName())
        let delivery = Delivery(client: chat, server: "\(address.host):\(address.port)", folder: outbox)
        let result: Result<UInt64, any Error>
        do { result = .success(try await delivery.run(text, to: name, seconds: timeout)) } catch {
            result = .failure(error)
        }
        await chat.shutDown()
        print(try result.get())
    }

    private var storage: any Storage {
        guard let outbox else { return MemoryStorage() }
        return FileStorage(path: URL(fileURLWithPath: outbox).appendingPathComponent("journal").path)
    }

    private func message() throws -> String {
        if let text, text != "-" { return text }
        let data = try FileHandle.standardInput.read(upToCount: Limits.textBytes + 1) ?? Data()
        guard let text = String(data: data, encoding: .utf8) else { throw ValidationError("The input is not UTF-8.") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// One message on its way, over as many connections as it takes.
private struct Delivery {
    let client: ChatClient
    /// For people.
    let server: String
    /// Where it is kept, where it is.
    let folder: String?

    private enum End: Sendable {
        case settled(Settlement)
        case givenUp(Connection.Trouble)
        case tooLate
    }

    /// - Returns: the message's number in the room.
    func run(_ text: String, to room: RoomName, seconds: Int) async throws -> UInt64 {
        do {
            try await client.start()
            try await tellEarlierFailures()
            let sending = try await client.send(text, to: room)
            switch try await end(of: sending, seconds: seconds) {
            case .settled(.sent(let seq, _, _)): return seq
            case .settled(.failed(let error)): throw CommandFailure(error)
            case .settled(.dropped): throw CommandFailure("The message was not sent.")
            case .givenUp(let trouble): throw CommandFailure(trouble)
            case .tooLate: throw try await tooLate(sending)
            }
        } catch let error as WireError {
            throw CommandFailure(error)
        } catch let error as StorageError {
            throw CommandFailure(error.description)
        }
    }

    private func end(of sending: Sending, seconds: Int) async throws -> End {
        let states = try await client.connectionStates()
        return try await withThrowingTaskGroup(of: End?.self) { tasks in
            defer { tasks.cancelAll() }
            tasks.addTask { .settled(try await sending.settled()) }
            tasks.addTask {
                for await state in states {
                    if state.connection.hasGivenUp, let trouble = state.connection.trouble { return .givenUp(trouble) }
                }
                return nil
            }
            tasks.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return .tooLate
            }
            while let end = try await tasks.next() {
                if let end { return end }
            }
            return .tooLate
        }
    }

    /// What becomes of it now, in a sentence.
    private func tooLate(_ sending: Sending) async throws -> CommandFailure {
        if let folder {
            return CommandFailure(
                "No answer from \(server) in time: the message is kept in \(folder) and goes with the next send from there."
            )
        }
        // What has not left can be taken back; then it is certain.
        try await client.drop(sending.ticket)
        let mayHaveArrived = try await client.chat().outbox[sending.ticket] != nil
        return CommandFailure(
            mayHaveArrived
                ? "No answer from \(server) in time: it is not known whether the message arrived."
                : "No server can be reached at \(server): the message was not sent.")
    }

    /// What an earlier send kept and the server would not take.
    private func tellEarlierFailures() async throws {
        for item in try await client.chat().outbox.items {
            guard case .failed(let error) = item.state else { continue }
            let line = "Warning: an earlier message to \(item.room.text) was not sent: \(error.text)\n"
            FileHandle.standardError.write(Data(line.utf8))
            try await client.drop(item.ticket)
        }
    }
}
