import ChatRooms
import ChatServer
import ChatWire
import Logging
import ServiceLifecycle

/// Runs the real server on free ports for the time of `body`, then stops it gracefully.
func withServer(
    as authenticator: any Authenticator = GuestTokens(), files: String? = nil, quota: UInt64 = Limits.fileBytesPerUser,
    body: @escaping @Sendable (MartletServer.Addresses) async throws -> Void
) async throws {
    var configuration = MartletServer.Configuration()
    configuration.port = 0
    configuration.linePort = 0
    configuration.rate = nil
    configuration.files = files
    configuration.fileBytesPerUser = quota
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let (ready, continuation) = AsyncStream.makeStream(of: MartletServer.Addresses.self)
    let server = MartletServer(
        configuration: configuration, store: MemoryStore(), authenticator: authenticator, logger: logger,
        onReady: { continuation.yield($0) })
    let group = ServiceGroup(
        configuration: .init(
            services: [.init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await group.run()
        }
        for await addresses in ready {
            let result: Result<Void, any Error>
            do { result = .success(try await body(addresses)) } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return try result.get()
        }
        try await tasks.waitForAll()
    }
}
