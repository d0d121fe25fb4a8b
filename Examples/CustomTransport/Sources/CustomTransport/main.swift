import ChatCore
import ChatTesting
import Foundation

// A client and a server in two processes, connected by two pipes. `swift run CustomTransport` exits
// with status 0 when the message has arrived.

if CommandLine.arguments.dropFirst().first == "serve" {
    try await serve()
} else {
    try await talk()
}

/// Sends a message, and reads it back.
func talk() async throws {
    // Otherwise a write to a server that has ended would end this process, too.
    signal(SIGPIPE, SIG_IGN)
    let transport = PipeTransport(program: CommandLine.arguments[0], arguments: ["serve"])
    let client = ChatClient(transport: transport, name: "ann")
    try await client.join(.lobby)
    try await client.start()
    let sending = try await client.send("Hello through a pipe", to: .lobby)
    print("settled:", try await sending.settled())
    for await state in try await client.conversationUpdates(in: .lobby) {
        guard case .message(let message) = state.conversation.last?.content else { continue }
        print("read back:", message.text)
        break
    }
    await client.shutDown()
}

/// The server's rules, on standard input and output.
func serve() async throws {
    let connection = try await LoopbackServer().transport.connect()
    let (frames, continuation) = AsyncStream.makeStream(of: ClientFrame.self)
    Thread {
        for line in Lines(.standardInput) {
            if let frame = try? ClientFrame(json: line) { continuation.yield(frame) }
        }
        continuation.finish()
    }.start()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            for await case .received(let frame) in connection.events {
                var writer = JSONWriter()
                frame.write(to: &writer)
                try FileHandle.standardOutput.write(contentsOf: Data(writer.bytes + [UInt8(ascii: "\n")]))
            }
        }
        for await frame in frames { try await connection.send(frame) }
        await connection.close(.normal)
        tasks.cancelAll()
    }
}
