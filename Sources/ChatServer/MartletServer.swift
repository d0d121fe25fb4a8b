import ChatNIO
import ChatRooms
import ChatWire
import Hummingbird
import HummingbirdCore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The chat server: three protocols, one log.
///
/// A service (swift-service-lifecycle): ``run()`` serves until its task is told to shut down gracefully, then lets commits finish,
/// tells clients to connect elsewhere, and returns. It throws when it can't start, or when the store has failed.
public struct MartletServer: Service {
    /// Where a running server can be reached.
    public struct Addresses: Sendable {
        public let host: String
        public let port: Int
        public let linePort: Int?
    }

    private let configuration: Configuration
    private let store: any MessageStore
    private let authenticator: any Authenticator
    private let logger: Logger
    private let onReady: @Sendable (Addresses) async -> Void

    /// - Parameters:
    ///   - store: the log; the server is its only appender. It is not closed by the server.
    ///   - onReady: called when the server accepts connections.
    public init(
        configuration: Configuration = Configuration(), store: any MessageStore, authenticator: any Authenticator,
        logger: Logger, onReady: @escaping @Sendable (Addresses) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        self.authenticator = authenticator
        self.logger = logger
        self.onReady = onReady
    }

    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.eventLoops ?? System.coreCount)
        let result: Result<Void, any Error>
        do { result = .success(try await serve(on: group)) } catch { result = .failure(error) }
        try? await group.shutdownGracefully()
        try result.get()
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let stop = StopSignal()
        let context = try await makeContext(group, stop)
        let lines = try await startLines(context, group)
        let application = makeApplication(context, group, lines)
        let interval = TimeAmount.milliseconds(Limits.presenceInterval)
        let counting = group.next().scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            context.directory.tellCounts()
        }
        defer { counting.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            let (host, port) = (configuration.host, configuration.port)
            tasks.addTask {
                do {
                    try await application.run()
                } catch let error as IOError {
                    throw StartError.cannotListen(host, port, flag: "--port", error)
                }
            }
            tasks.addTask {
                let failure = await withGracefulShutdownHandler(
                    operation: stop.wait, onGracefulShutdown: { stop.stop() })
                await lines?.close()
                await Drain(context: context).run(failure)
                if let failure { throw failure }
            }
            // Either ends the other: a port that can't be had, or a store that has failed.
            do {
                while try await tasks.next() != nil {}
            } catch {
                tasks.cancelAll()
                stop.stop()
                throw error
            }
        }
    }

    private func makeContext(_ group: MultiThreadedEventLoopGroup, _ stop: StopSignal) async throws -> ServerContext {
        let fanout = try await Fanout(group: group)
        let logger = logger
        let committer = Committer(store: store, fanout: fanout) { error in
            logger.critical("The store has failed; the server stops.", metadata: ["error": "\(error)"])
            stop.stop(because: error)
        }
        return ServerContext(
            fanout: fanout, committer: committer, history: HistoryReader(store: store, fanout: fanout),
            directory: Directory(fanout: fanout, rate: configuration.rate),
            addresses: AddressCounts(limit: configuration.connectionsPerAddress), authenticator: authenticator,
            epoch: store.epoch, logger: logger)
    }

    private func startLines(_ context: ServerContext, _ group: MultiThreadedEventLoopGroup) async throws
        -> LineListener?
    {
        guard let port = configuration.linePort else { return nil }
        do {
            return try await LineListener.start(host: configuration.host, port: port, group: group, server: context)
        } catch {
            throw StartError.cannotListen(configuration.host, port, flag: "--line-port", error)
        }
    }

    private func makeApplication(
        _ context: ServerContext, _ group: MultiThreadedEventLoopGroup, _ lines: LineListener?
    ) -> some ApplicationProtocol {
        let rule = HandshakeRule(
            origins: OriginRule(allowed: configuration.allowedOrigins), addresses: context.addresses)
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        let (host, port) = (configuration.host, configuration.port)
        return Application(
            responder: Routes(server: context, rule: rule).router().buildResponder(),
            server: HTTPServerBuilder { responder in
                ChatChildChannel(responder: responder, server: context, rule: rule)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: nil, backlog: 1_024, reuseAddress: true),
            onServerRunning: { [onReady] channel in
                await onReady(Addresses(host: host, port: channel.localAddress?.port ?? port, linePort: lines?.port))
            },
            eventLoopGroupProvider: .shared(group),
            logger: quiet)
    }
}
