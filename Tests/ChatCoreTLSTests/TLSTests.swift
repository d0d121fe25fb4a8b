import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import ChatRooms
import ChatServer
import ChatWire
import Logging
import NIOSSL
import ServiceLifecycle
import Testing

struct TLSTests {
    @Test(arguments: ["localhost", "127.0.0.1"])
    func `speaks through a proxy with TLS`(_ host: String) async throws {
        try await withServer { port in
            let proxy = try await TLSProxy.start(to: port)
            let address = try #require(ServerAddress("wss://\(host):\(proxy.localAddress?.port ?? 0)"))
            let security = try ConnectionSecurity.tls(trusting: Array(TLSProxy.certificate.utf8))
            let connection = try await NIOTransport(address, security: security).connect()
            try await connection.send(ClientFrame(ref: 1, request: .hello(.init(name: "ann"))))
            var events = connection.events.makeAsyncIterator()
            guard case .received(.welcome(1, let welcome)) = await events.next() else {
                return #expect(Bool(false), "no welcome")
            }
            #expect(welcome.name == "ann")
            await connection.close(.normal)
            #expect(await events.next() == .closed(.normal))
            try await proxy.close()
        }
    }

    @Test func `a certificate that leads to no trusted root ends the connection`() async throws {
        try await withServer { port in
            let proxy = try await TLSProxy.start(to: port)
            let address = try #require(ServerAddress("wss://localhost:\(proxy.localAddress?.port ?? 0)"))
            let transport = NIOTransport(address, security: try .tls())
            await #expect(throws: (any Error).self) { try await transport.connect() }
            try await proxy.close()
        }
    }

    private func withServer(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        var configuration = MartletServer.Configuration()
        configuration.port = 0
        configuration.linePort = nil
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ready, continuation) = AsyncStream.makeStream(of: Int.self)
        let server = MartletServer(
            configuration: configuration, store: MemoryStore(), authenticator: GuestTokens(), logger: logger,
            onReady: { continuation.yield($0.port) })
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)],
                logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var ports = ready.makeAsyncIterator()
            let port = try #require(await ports.next())
            try await body(port)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
