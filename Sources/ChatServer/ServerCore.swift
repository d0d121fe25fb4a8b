import ChatNIO
import ChatRooms
import ChatWire
import Logging
import NIOCore

/// A server without listeners. Its caller provides the event loops, the connections and the time.
///
/// Everything else is as in ``MartletServer``. The simulation runs this type, so it tests the code
/// that ships. Files are uploaded and read, and accounts are made and closed, by function calls
/// instead of HTTP requests.
package struct ServerCore: Sendable {
    /// The port that a connection came to.
    package enum Port: Sendable { case web, lines }

    let context: ServerContext
    private let stop = StopSignal()
    private let web: WebConnections
    private let lines: LineConnections
    let loops: [any EventLoop]

    /// - Parameters:
    ///   - authenticator: with ``Accounts`` the server has these accounts
    ///   - files: `nil` to accept no files. The folder `/files` of the environment's disk is for
    ///     them.
    ///   - filter: the operator's filter list
    ///   - bus: to the other servers that share the log; `nil` if there are none
    /// - Throws: ``StartError`` if the folder of files can't be used
    package init(
        loops: [any EventLoop], store: any MessageStore, authenticator: any Authenticator, rate: TokenBucket.Rate?,
        files: FileLimits? = nil, filter: FilterList? = nil, bus: (any ServerBus)? = nil,
        environment: ServerEnvironment
    ) throws {
        var configuration = MartletServer.Configuration()
        configuration.rate = rate
        configuration.bus = bus
        let logger = Logger(label: "martlet.core") { _ in SwiftLogNoOpLogHandler() }
        var context = ServerContext(
            loops: loops, store: store, authenticator: authenticator, accounts: authenticator as? Accounts,
            filter: filter.map { ContentFilter($0, logger: logger) }, configuration: configuration,
            openConnections: .max, logger: logger, securityLogger: logger, stop: stop, environment: environment)
        context.attachAccounts(of: store)
        if let files {
            context.files = try Files(
                folder: "/files", limits: files, store: store, committer: context.committer, metrics: context.metrics,
                logger: logger, environment: environment)
        }
        self.context = context
        self.loops = loops
        let setup = ConnectionSetup(
            server: context, proxies: TrustedProxies([], .xForwardedFor), proxyHeader: nil, security: nil)
        let rule = HandshakeRule(origins: OriginRule(host: "127.0.0.1"))
        web = WebConnections(server: context, rule: rule, site: .page(showsMetrics: false), setup: setup)
        lines = LineConnections(server: context, setup: setup)
    }

    /// Begins what is done every second, and to speak with the other servers.
    package func begin() {
        _ = context.beginCluster()
        if let loop = loops.first { _ = context.beginEverySecond(on: loop) }
    }

    /// Sets a new connection up, on its event loop.
    /// - Throws: for a connection that is to be closed
    package func accept(_ channel: any Channel, at port: Port) throws {
        switch port {
        case .web: try web.setUp(channel)
        case .lines: try lines.setUp(channel)
        }
    }

    /// Whether the store has failed: then the server must be ended with ``drain(done:)``.
    package var hasFailed: Bool { stop.failure != nil }

    /// Ends the server in good order. See ``Drain``.
    package func drain(done: @escaping @Sendable () -> Void) { Drain(context: context, stop: stop).begin(done: done) }
}
