import ChatRooms
import ChatServer
import ChatWire
import Logging
import ServiceLifecycle

/// Runs a server on a free port while `body` runs, then stops it gracefully.
func withServer(
    _ store: any MessageStore = MemoryStore(), authenticator: any Authenticator = GuestTokens(),
    body: @escaping @Sendable (Int) async throws -> Void
) async throws {
    var configuration = MartletServer.Configuration()
    configuration.port = 0
    configuration.linePort = nil
    configuration.rate = nil
    let (ready, continuation) = AsyncStream.makeStream(of: Int.self)
    let server = MartletServer(
        configuration: configuration, store: store, authenticator: authenticator, logger: .silent,
        onReady: { continuation.yield($0.port) })
    let group = ServiceGroup(
        configuration: .init(
            services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)], logger: .silent))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await group.run()
        }
        for await port in ready {
            let result: Result<Void, any Error>
            do { result = .success(try await body(port)) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            let end: Result<Void, any Error>
            do { end = .success(try await tasks.waitForAll()) } catch { end = .failure(error) }
            // The body's error comes first: a server that was meant to fail must not hide it.
            try result.get()
            return try end.get()
        }
        try await tasks.waitForAll()
    }
}

extension Logger {
    static var silent: Logger {
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        return logger
    }
}
