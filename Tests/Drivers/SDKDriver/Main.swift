import ChatCore
import ChatCoreNIO
import Foundation

/// Clients in a process of their own, driven by lines on standard input, so that the system's tests
/// can kill them: `SDKDriver SERVER FOLDER COUNT newest|everything`. Each client has a journal in
/// FOLDER, and is in the lobby.
@main
struct SDKDriver {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let address = ServerAddress(arguments[1]), let count = Int(arguments[3]) else {
            fatalError("usage: SDKDriver SERVER FOLDER COUNT newest|everything")
        }
        let catchUp: Chat.Configuration.CatchUp = arguments[4] == "everything" ? .everything : .newest
        let members = (0..<count).map { number in
            Member(
                number: number,
                client: ChatClient(
                    transport: NIOTransport(address),
                    storage: FileStorage(path: "\(arguments[2])/\(number)/journal"),
                    configuration: .init(catchUp: catchUp)))
        }
        for member in members { try await member.enter() }
        tell("ready")
        try await withThrowingTaskGroup(of: Void.self) { watching in
            for await line in commands() {
                let words = line.split(separator: " ").map(String.init)
                if words.first == "watch" {
                    for member in members { watching.addTask { try await member.watch() } }
                } else {
                    try await obey(words, members)
                }
            }
            watching.cancelAll()
        }
    }

    /// Gives a command to all clients at once, and prints when all have done it.
    private static func obey(_ words: [String], _ members: [Member]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for member in members { tasks.addTask { try await member.obey(words) } }
            try await tasks.waitForAll()
        }
        if words.first != "send", words.first != "file" { tell("done \(words.joined(separator: " "))") }
    }

    private static func commands() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        // Reading blocks, which no task may.
        Thread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }.start()
        return lines
    }
}

/// Prints a line in one write, so that lines of several tasks don't mix, and nothing waits in a
/// buffer when the process is killed.
func tell(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
