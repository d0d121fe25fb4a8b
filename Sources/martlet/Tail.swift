import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatWire
import Foundation

struct Tail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a room's messages as they arrive, one per line: NAME:TEXT.",
        discussion: "Survives restarts of the server without losing or repeating a message. End it with Control-C.")

    @Argument(help: "The room's name.")
    var room: String

    @Option(name: [.short, .long], help: "How many earlier messages to print first, at most \(Limits.pageEvents).")
    var last = 10

    @Flag(help: "Print each message as a line of JSON instead.")
    var json = false

    @OptionGroup var client: ClientOptions

    func run() async throws {
        let name = try RoomName(argument: room)
        guard (0...Limits.pageEvents).contains(last) else {
            throw ValidationError("--last must be a number from 0 to \(Limits.pageEvents).")
        }
        let transport = try client.transport()
        let chat = ChatClient(
            transport: transport, name: client.displayName(), tokens: try client.tokens(),
            configuration: .init(catchUp: .everything, entersOwnRooms: false))
        StandardOutput.endWithReader()
        try await follow(name, with: chat, over: transport)
    }

    private func follow(_ room: RoomName, with client: ChatClient, over transport: CommandTransport) async throws {
        let files = transport.files
        let report = ConnectionReport(transport)
        try await client.join(room)
        try await client.setFollowing(false, in: room)
        let connections = try await client.connectionStates()
        let conversations = try await client.conversationUpdates(in: room)
        try await client.start()
        let (last, json) = (last, json)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await transport.watchTrust() }
            tasks.addTask {
                for await state in connections { try report.take(state.connection) }
            }
            tasks.addTask {
                var reader = LogReader(last: last)
                for await state in conversations {
                    if case .refused(let error) = state.conversation.membership { throw CommandFailure(error) }
                    let (messages, view) = reader.read(state.conversation.timeline)
                    try print(messages, of: state.conversation, json: json, files: files)
                    if let view { try await client.show(view, in: room) }
                }
            }
            // The first failure ends the others.
            while try await tasks.next() != nil {}
        }
    }

    private func print(
        _ events: [Event], of conversation: Conversation, json: Bool, files: (any FileTransport)?
    ) throws(CommandFailure) {
        var bytes: [UInt8] = []
        for event in events {
            guard case .message(let message) = event.content else { continue }
            if json, let epoch = conversation.timeline.epoch {
                var writer = JSONWriter()
                ServerFrame.event(room: conversation.room, epoch: epoch, event).write(to: &writer)
                bytes += writer.bytes + [UInt8(ascii: "\n")]
            } else {
                let text = message.line { files?.url(of: $0)?.absoluteString }
                Line.message(name: event.author.name, text: text).write(to: &bytes)
            }
        }
        try StandardOutput.write(bytes)
    }
}
