import ChatCore
import ChatTerminal
import Foundation

/// The content of a message.
enum Parcel {
    case text(String)
    /// Files that are sent together.
    case files([URL], text: String?)
}

/// Sends messages, over as many connections as necessary.
struct Delivery {
    let client: ChatClient
    /// The client's.
    let transport: CommandTransport
    /// The folder for unsent messages, if there is one.
    let folder: String?
    private let report: ConnectionReport

    init(client: ChatClient, transport: CommandTransport, folder: String?) {
        (self.client, self.transport, self.folder) = (client, transport, folder)
        report = ConnectionReport(transport)
    }

    /// For people.
    private var server: String { transport.address.forPeople }

    private enum End: Sendable {
        case settled(Settlement)
        case earlierSent
        case tooLate
    }

    /// Prints each message's number in the room. A refused message does not stop the others.
    func run(_ parcels: [Parcel], to room: RoomName, seconds: Int) async throws {
        var failure: CommandFailure?
        do {
            try await client.start()
            try await tellEarlierFailures()
            var sendings: [Sending] = []
            for parcel in parcels { sendings += try await send(parcel, to: room) }
            for sending in sendings {
                switch try await end(seconds: seconds, { .settled(try await sending.settled()) }) {
                case .settled(.sent(let message)): print(message.seq)
                case .settled(.failed(let error)): failure = failure ?? CommandFailure(error)
                case .settled(.dropped): failure = failure ?? CommandFailure("The message was not sent.")
                case .earlierSent: break
                case .tooLate: throw try await tooLate(sending)
                }
            }
            try await waitForEarlier(seconds: seconds)
        } catch let error as WireError {
            throw CommandFailure(error)
        } catch let error as StorageError {
            throw CommandFailure(error.description)
        }
        if let failure { throw failure }
    }

    private func send(_ parcel: Parcel, to room: RoomName) async throws -> [Sending] {
        switch parcel {
        case .text(let text): return [try await client.send(text, to: room)]
        case .files(let urls, let text):
            var files: [ChosenFile] = []
            for url in urls {
                files.append(ChosenFile(try await client.source(at: url), name: url.lastPathComponent))
            }
            return try await client.send(files, text: text, to: room)
        }
    }

    /// Waits for messages of earlier sends: their files may be under way still.
    private func waitForEarlier(seconds: Int) async throws {
        let end = try await end(seconds: seconds) {
            try await client.drained()
            return .earlierSent
        }
        switch end {
        case .settled, .earlierSent: break
        case .tooLate:
            let refusal = try await client.chat().outbox.items.lazy.compactMap(\.refusal).first
            throw CommandFailure(
                "\(beginning(refusal)) Messages of an earlier send are kept in \(folder ?? "memory"); "
                    + "the next send from there sends them.")
        }
    }

    /// Does `what`, and reports the connection and the progress meanwhile.
    ///
    /// - Throws: ``CommandFailure`` if the client does not try again
    private func end(seconds: Int, _ what: @escaping @Sendable () async throws -> End) async throws -> End {
        let states = try await client.connectionStates()
        let items = try await client.outbox()
        let progress = UploadProgress()
        defer { progress.clear() }
        return try await withThrowingTaskGroup(of: End?.self) { tasks in
            defer { tasks.cancelAll() }
            tasks.addTask { try await what() }
            tasks.addTask {
                for await state in states { try report.take(state.connection) }
                return nil
            }
            tasks.addTask {
                for await items in items { progress.show(items) }
                return nil
            }
            tasks.addTask {
                while case let rest = progress.deadline(seconds) - .now, rest > .zero {
                    try await Task.sleep(for: rest)
                }
                return .tooLate
            }
            while let end = try await tasks.next() {
                if let end { return end }
            }
            return .tooLate
        }
    }

    /// Says in a sentence what becomes of the message.
    private func tooLate(_ sending: Sending) async throws -> CommandFailure {
        // From here on nothing is sent.
        try await client.stop()
        let refusal = try await client.chat().outbox[sending.ticket]?.refusal
        if let folder {
            return CommandFailure(
                "\(beginning(refusal)) The message is kept in \(folder); the next send from there sends it.")
        }
        // A message that has certainly not been sent can be removed.
        try await client.cancel(sending.ticket)
        guard let item = try await client.chat().outbox[sending.ticket] else {
            let reason = transport.failure?.reason(server).asCell ?? "No server can be reached at \(server)."
            return CommandFailure("\(reason) The message was not sent.")
        }
        let isRefused = refusal != nil && !item.isUncertain
        return CommandFailure(
            "\(beginning(refusal)) "
                + (isRefused ? "The message was not sent." : "It is unknown whether the message arrived."))
    }

    /// Says what the server has answered so far.
    private func beginning(_ refusal: WireError?) -> String {
        guard let refusal else {
            return transport.failure?.reason(server).asCell ?? "No answer from \(server) in time."
        }
        return "\(server) has not taken the message in time: \(refusal.text.asCell)"
    }

    /// Reports messages of earlier sends that the server refused.
    private func tellEarlierFailures() async throws {
        for item in try await client.chat().outbox.items {
            guard case .failed(let error) = item.state else { continue }
            let what = error.code == .held ? "is held" : "was not sent"
            let line = "Warning: an earlier message to \(item.room.text) \(what): \(error.text.asCell)\n"
            StandardError.write(line)
            try await client.cancel(item.ticket)
        }
    }
}
