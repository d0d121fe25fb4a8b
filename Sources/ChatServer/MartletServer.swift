import ChatNIO
import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The chat server: three protocols, one log.
///
/// A service (swift-service-lifecycle): ``run()`` serves until its task is told to shut down
/// gracefully, then lets commits finish, tells clients to connect elsewhere, and returns. It throws
/// when it can't start, or when the store has failed.
public struct MartletServer: Service {
    /// Where a running server can be reached.
    public struct Addresses: Sendable {
        /// The address that the server listens on.
        public let host: String
        /// The port of the page, WebSockets and files.
        public let port: Int
        /// The port of the line protocol; `nil` if it is off.
        public let linePort: Int?
        /// Whether ``port`` speaks TLS.
        public let isSecure: Bool
        /// Whether ``linePort`` speaks TLS.
        public let linesAreSecure: Bool
        /// The port of plain HTTP that only redirects.
        public let redirectPort: Int?
        /// Where `/metrics` has an address of its own.
        public let metrics: (host: String, port: Int)?
    }

    /// The label of the security log.
    public static let securityLabel = "martlet.security"

    private let configuration: Configuration
    private let store: any MessageStore
    private let authenticator: any Authenticator
    private let accounts: Accounts?
    private let previews: (any LinkPreviewSource)?
    private let logger: Logger
    private let securityLogger: Logger
    private let onReady: @Sendable (Addresses) async -> Void

    /// - Parameters:
    ///   - store: the log; the server is its only appender. It is not closed by the server.
    ///   - authenticator: answers who users are; ``GuestTokens``, ``Accounts``, or your own
    ///   - accounts: the server's accounts, if the authenticator is another object that asks them
    ///   - previews: fetches the previews of links; the server does not end it. Without it, there
    ///     are none.
    ///   - securityLogger: is told of sign-ins, refusals and cuts with addresses and user ids;
    ///     without it, one with the label ``securityLabel`` and the level of `logger`
    ///   - onReady: called when the server accepts connections.
    public init(
        configuration: Configuration = Configuration(), store: any MessageStore, authenticator: any Authenticator,
        accounts: Accounts? = nil, previews: (any LinkPreviewSource)? = nil, logger: Logger,
        securityLogger: Logger? = nil,
        onReady: @escaping @Sendable (Addresses) async -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.store = store
        self.authenticator = authenticator
        self.accounts = accounts ?? authenticator as? Accounts
        self.previews = previews
        self.logger = logger
        if let securityLogger {
            self.securityLogger = securityLogger
        } else {
            var logger = Logger(label: Self.securityLabel)
            logger.logLevel = self.logger.logLevel
            self.securityLogger = logger
        }
        self.onReady = onReady
    }

    /// Serves until the task is told to shut down gracefully.
    ///
    /// - Throws: ``StartError`` if the server can't start, or the `StoreError` with which the store
    ///   failed.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.eventLoops ?? System.coreCount)
        let result: Result<Void, any Error>
        do { result = .success(try await serve(on: group)) } catch { result = .failure(error) }
        try? await group.shutdownGracefully()
        try result.get()
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let stop = StopSignal()
        let context = try makeContext(group, stop)
        let result: Result<Void, any Error>
        do { result = .success(try await serve(context, group, stop)) } catch { result = .failure(error) }
        await context.files?.end()
        try result.get()
    }

    private func serve(
        _ context: ServerContext, _ group: MultiThreadedEventLoopGroup, _ stop: StopSignal
    ) async throws {
        try await context.files?.begin()
        let formerFiles = context.files == nil ? beginFormerFiles(context) : nil
        let removals = Removals(committer: context.committer, loop: group.next(), logger: logger)
        // Before anyone is told that the server is there.
        let control = await listenForCommands(
            ControlActions(removals: removals, store: store, server: context, loop: group.next()), group)
        let cluster = context.beginCluster()
        let listeners: [Listener]
        do {
            listeners = try await listen(context, group)
        } catch {
            cluster?.cancel()
            await context.cluster?.end()
            await control?.close()
            throw error
        }
        logger.info("serving", metadata: ["epoch": "\(context.epoch.number)", "loops": "\(context.fanout.count)"])
        var chores = [context.beginEverySecond(on: group.next()), forgetUnusedFiles(context, formerFiles, group)]
        if let cluster { chores.append(cluster) }
        if let filter = context.filter { chores.append(watch(filter, group)) }
        chores += try beginErasing(context, removals, group)
        // Nothing else removes rooms, so there is nothing else to go on with.
        if configuration.controlSocket != nil || configuration.forgetRoomsAfter != nil {
            removals.finishInterrupted()
        }
        await withGracefulShutdownHandler(operation: stop.wait, onGracefulShutdown: { stop.stop() })
        for chore in chores { chore.cancel() }
        logger.info("stopping")
        await control?.close()
        for listener in listeners { await listener.close() }
        await Drain(context: context, stop: stop).run()
        await context.cluster?.end()
        logger.info("stopped")
        // Also of a store that failed at its last commit, after the server was asked to stop.
        if let failure = stop.failure { throw failure }
    }

    /// Begins to erase messages and rooms that are past their time, if any ever are.
    private func beginErasing(
        _ context: ServerContext, _ removals: Removals, _ group: MultiThreadedEventLoopGroup
    ) throws(StoreError) -> [RepeatedTask] {
        let retention = configuration.retention
        guard !retention.isEndless || configuration.forgetRoomsAfter != nil else { return [] }
        let clock = try ExpiryClock(store, context.committer, logger, time: context.clock)
        var chores = [clock.begin(on: group.next())]
        if !retention.isEndless {
            chores.append(RetentionChore(retention, context.committer, on: group.next(), clock).begin())
        }
        if let age = configuration.forgetRoomsAfter {
            chores.append(
                ForgettingChore(age: age, store, context.presence, context.cluster, removals, clock)
                    .begin(on: group.next()))
        }
        return chores
    }

    private func listen(_ context: ServerContext, _ group: MultiThreadedEventLoopGroup) async throws -> [Listener] {
        let web = try await listenForWeb(context, group)
        let lines = try await listenForLines(context, group)
        let redirects = try await listenForRedirects(to: web.port ?? 0, context, group)
        let metrics = try await listenForMetrics(context, group)
        let host = configuration.host
        let isSecure = configuration.security != nil
        if !web.isLoopback, !isSecure, proxies.networks.isEmpty {
            logger.warning(
                "\(host) can be reached by other machines, and there is no TLS: others can read messages and tokens on the way. Use --tls-certificate and --tls-key, or name the proxy that provides TLS with --trusted-proxy."
            )
        }
        await onReady(
            Addresses(
                host: host, port: web.port ?? 0, linePort: lines?.port, isSecure: isSecure,
                linesAreSecure: lines != nil && lineSecurity != nil, redirectPort: redirects?.port,
                metrics: metrics.map { ($0.host, $0.listener.port ?? 0) }))
        return [web, lines, redirects, metrics?.listener].compactMap(\.self)
    }

    private var origins: OriginRule {
        OriginRule(allowed: configuration.allowedOrigins, host: configuration.host)
    }

    private var proxies: TrustedProxies {
        TrustedProxies(configuration.trustedProxies, configuration.proxyHeader)
    }

    private var lineSecurity: ServerSecurity? { configuration.securesLines ? configuration.security : nil }

    private func setup(
        _ context: ServerContext, _ header: ProxyHeaderKind? = nil, _ security: ServerSecurity? = nil
    ) -> ConnectionSetup {
        ConnectionSetup(server: context, proxies: proxies, proxyHeader: header, security: security)
    }

    private func listenForWeb(
        _ context: ServerContext, _ group: MultiThreadedEventLoopGroup
    ) async throws -> Listener {
        // SwiftChat and lines have guests only, who read before they say who they are.
        let kinds = authenticator.admitsGuests ? configuration.connectionKinds : [.v1]
        var setup = setup(context, proxies.kind, configuration.security)
        if proxies.networks.isEmpty { setup.unnamedProxy = UnnamedProxy(logger: logger) }
        let site = WebConnections(
            server: context, rule: HandshakeRule(origins: origins, kinds: kinds),
            site: .page(showsMetrics: configuration.metrics == nil && configuration.listensOnLoopback), setup: setup)
        return try await Listener.start(
            host: configuration.host, port: configuration.port, flag: "--port", group: group,
            connections: context.connections, setUp: site.setUp)
    }

    private func listenForLines(
        _ context: ServerContext, _ group: MultiThreadedEventLoopGroup
    ) async throws -> Listener? {
        guard authenticator.admitsGuests, let port = configuration.linePort else { return nil }
        let setup = setup(context, configuration.linesFromProxy ? .proxyProtocol : nil, lineSecurity)
        return try await Listener.start(
            host: configuration.host, port: port, flag: "--line-port", group: group, connections: context.connections,
            setUp: LineConnections(server: context, setup: setup).setUp)
    }

    /// - Parameter web: the port of the page
    private func listenForRedirects(
        to web: Int, _ context: ServerContext, _ group: MultiThreadedEventLoopGroup
    ) async throws -> Listener? {
        guard configuration.security != nil, let port = configuration.redirectPort else { return nil }
        return try await Listener.start(
            host: configuration.host, port: port, flag: "--http-redirect-port", group: group,
            connections: context.connections,
            setUp: Redirects(origins: origins, port: web, setup: setup(context)).setUp)
    }

    private func listenForMetrics(
        _ context: ServerContext, _ group: MultiThreadedEventLoopGroup
    ) async throws -> (listener: Listener, host: String)? {
        guard let (host, port) = configuration.metricsEndpoint else { return nil }
        let rule = HandshakeRule(origins: OriginRule(host: host), kinds: [])
        let site = WebConnections(server: context, rule: rule, site: .metrics, setup: setup(context))
        let listener = try await Listener.start(
            host: host, port: port, flag: "--metrics", group: group,
            // Counted apart, so that monitoring works when all other connections are taken.
            connections: OpenConnections(limit: Limits.metricsConnections), setUp: site.setUp)
        return (listener, host)
    }

    /// Without a control socket the server serves all the same.
    private func listenForCommands(
        _ actions: ControlActions, _ group: MultiThreadedEventLoopGroup
    ) async -> ControlSocket? {
        guard let path = configuration.controlSocket else { return nil }
        do {
            return try await ControlSocket.listen(at: path, group: group, actions)
        } catch {
            logger.warning(
                "Commands can't reach this server while it runs: its control socket can't be made. Stop the server for martlet erase and martlet room delete.",
                metadata: ["path": "\(path)", "error": "\(error)"])
            return nil
        }
    }

    /// Reads the filter list again when it changes, on a thread that may wait for the disk.
    private func watch(_ filter: ContentFilter, _ group: MultiThreadedEventLoopGroup) -> RepeatedTask {
        let interval = TimeAmount.milliseconds(Limits.filterInterval)
        return group.next().scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            NIOSingletons.posixBlockingThreadPool.submit { _ in filter.readAgain() }
        }
    }

    /// Begins to delete files from earlier; `nil` if there are none, or if their folder can't be
    /// opened. The server starts all the same.
    private func beginFormerFiles(_ context: ServerContext) -> FormerFiles? {
        do throws(StartError) {
            guard let folder = configuration.formerFiles, let files = try FormerFiles(folder: folder) else {
                return nil
            }
            files.begin(
                age: configuration.fileLimits.unusedAge, setAside: configuration.unknownFiles, store, context.committer,
                metrics: context.metrics,
                clock: context.clock, logger)
            return files
        } catch {
            logger.warning(
                "Files from earlier can't be deleted with their messages.", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func forgetUnusedFiles(
        _ context: ServerContext, _ formerFiles: FormerFiles?, _ group: MultiThreadedEventLoopGroup
    ) -> RepeatedTask {
        let interval = TimeAmount.seconds(Limits.unusedFilesInterval)
        return group.next().scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            context.files?.forgetUnused()
            formerFiles?.forgetUnused()
        }
    }

    private func makeContext(_ group: MultiThreadedEventLoopGroup, _ stop: StopSignal) throws -> ServerContext {
        let loops = Array(group.makeIterator())
        let descriptors = DescriptorBudget.current(eventLoops: loops.count)
        if let warning = descriptors.warning { logger.warning("\(warning)") }
        let filter = try configuration.filter.map { path in try ContentFilter(path: path, logger: logger) }
        var context = ServerContext(
            loops: loops, store: store, authenticator: authenticator, accounts: accounts, filter: filter,
            configuration: configuration,
            openConnections: descriptors.connections, logger: logger, securityLogger: securityLogger, stop: stop)
        context.previews = previews
        context.tls = configuration.security
        context.fileAddress = FileAddress(key: configuration.fileAddressKey)
        context.attachAccounts(of: store)
        context.files = try configuration.files.map { folder in
            try Files(
                folder: folder, objects: configuration.objects, setAside: configuration.unknownFiles,
                openAtOnce: descriptors.files,
                limits: configuration.fileLimits, admitsGuests: authenticator.admitsGuests, store: store,
                committer: context.committer, metrics: context.metrics, logger: logger)
        }
        return context
    }
}

extension MartletServer.Configuration {
    /// Within the hard ceilings.
    fileprivate var fileLimits: FileLimits {
        let age = Int64(clamping: unusedFileSeconds.multipliedReportingOverflow(by: 1_000).partialValue)
        return FileLimits(
            largest: min(fileBytes, UInt64(Limits.fileBytes)), quota: fileBytesPerUser,
            unusedAge: min(max(age, 1_000), Limits.longestUnusedFileAge))
    }
}
