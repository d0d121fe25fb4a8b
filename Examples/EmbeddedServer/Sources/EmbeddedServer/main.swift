import ChatCore
import ChatCoreNIO
import ChatRooms
import ChatServer
import Logging
import ServiceLifecycle

// A chat server within a program, and a client of it. `swift run EmbeddedServer` exits with status
// 0 when the message has arrived.

/// Users of the program's own: only they may connect, under their own names.
struct Staff: Authenticator {
    let people: [String: UserIdentity]

    /// A real program asks its database or another service here.
    func identity(of token: String) async throws -> UserIdentity? { people[token] }
}

let staff = Staff(people: ["ann's secret": UserIdentity(user: .issued(), name: "ann")])

var configuration = MartletServer.Configuration()
configuration.port = 0  // any free port
configuration.linePort = nil

// This store forgets everything when the program ends. ChatSQLite has a store on disk.
let (ready, continuation) = AsyncStream.makeStream(of: MartletServer.Addresses.self)
var logger = Logger(label: "example")
logger.logLevel = .warning
let server = MartletServer(
    configuration: configuration, store: MemoryStore(), authenticator: staff, logger: logger,
    onReady: { continuation.yield($0) })
let services = ServiceGroup(services: [server], logger: logger)

try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
        // Ends the loop below if the server can't start.
        defer { continuation.finish() }
        try await services.run()
    }
    for await addresses in ready {
        try await talk(to: "http://\(addresses.host):\(addresses.port)")
        break
    }
    await services.triggerGracefulShutdown()
    try await tasks.waitForAll()
}

/// Sends a message, and reads it back.
func talk(to server: String) async throws {
    guard let address = ServerAddress(server) else { fatalError("\(server) is no address") }
    let client = ChatClient(transport: NIOTransport(address), name: "ann", tokens: FixedToken("ann's secret"))
    try await client.join(.lobby)
    try await client.start()
    let sending = try await client.send("Hello from within", to: .lobby)
    print("settled:", try await sending.settled())
    for await state in try await client.conversationUpdates(in: .lobby) {
        guard case .message(let message) = state.conversation.last?.content else { continue }
        print("read back:", message.text)
        break
    }
    await client.shutDown()
}
