import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Why a WebSocket could not be opened.
public struct WebSocketClientError: Error, Hashable, CustomStringConvertible {
    private enum Kind: Hashable { case refused(UInt), noHandshake, tooLate }

    private let kind: Kind

    /// The server answered the handshake with this HTTP status.
    public static func refused(status: UInt) -> Self { .init(kind: .refused(status)) }
    /// The server did not answer as a WebSocket server.
    public static let noHandshake = Self(kind: .noHandshake)
    /// There was no answer within `Limits.handshakeDeadline`.
    public static let tooLate = Self(kind: .tooLate)

    /// The HTTP status of a refusal.
    public var status: UInt? {
        guard case .refused(let status) = kind else { return nil }
        return status
    }

    /// What happened, for a log.
    public var description: String {
        switch kind {
        case .refused(let status): "the server refused the WebSocket with HTTP status \(status)"
        case .noHandshake: "the server did not complete the WebSocket handshake"
        case .tooLate: "the server did not answer within \(Limits.handshakeDeadline) ms"
        }
    }
}

/// Opens WebSockets as a client (RFC 6455 section 4.1).
public enum WebSocketClient {
    /// Connects and performs the handshake. From then on the connection belongs to the endpoint,
    /// and ticks by itself.
    ///
    /// - Parameters:
    ///   - headers: Headers of the request besides those of the handshake.
    ///   - prepare: Called with every new channel, on its event loop, before anything is sent; for
    ///     example to add TLS. Its errors are thrown.
    ///   - endpoint: Makes the endpoint, on the connection's event loop.
    /// - Returns: The channel. Its `closeFuture` tells when everything has ended.
    /// - Throws: ``WebSocketClientError``, or the network's error.
    @discardableResult
    public static func connect(
        host: String, port: Int, path: String, headers: [(String, String)] = [],
        configuration: WebSocketHandler.Configuration = .init(role: .client), on group: any EventLoopGroup,
        prepare: (@Sendable (any Channel) throws -> Void)? = nil,
        endpoint: @escaping @Sendable () -> any WebSocketEndpoint
    ) async throws -> any Channel {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
        head.headers.add(name: "Host", value: "\(host.contains(":") ? "[\(host)]" : host):\(port)")
        head.headers.add(contentsOf: headers)
        let request = head
        let upgrade = WebSocketClientUpgrade(configuration: configuration, endpoint: endpoint)
        let upgraded = try await ClientBootstrap(group: group)
            .connectTimeout(.milliseconds(Limits.handshakeDeadline))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try prepare?(channel)
                    return try configure(channel, request, upgrade, isPrepared: prepare != nil)
                }
            }
        return try await upgraded.get()
    }

    /// Sets up the pipeline. The future completes with the handshake.
    private static func configure(
        _ channel: any Channel, _ request: HTTPRequestHead, _ upgrade: WebSocketClientUpgrade, isPrepared: Bool
    ) throws -> EventLoopFuture<any Channel> {
        try ConnectionOptions.set(on: channel)
        let result = channel.eventLoop.makePromise(of: (any Channel).self)
        if isPrepared { try channel.pipeline.syncOperations.addHandler(PreparationErrors(result)) }
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: .init(upgradeRequestHead: request, upgraders: [upgrade]) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RefusalHandler(result))
                    return nil
                }
            })
        // Keeps frames that arrive together with the response.
        configuration.leftOverBytesStrategy = .forwardBytes
        let handshake = try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: configuration)
        let deadline = channel.eventLoop.scheduleTask(in: .milliseconds(Limits.handshakeDeadline)) {
            result.fail(WebSocketClientError.tooLate)
            channel.close(promise: nil)
        }
        handshake.whenSuccess { handler in
            guard let handler else { return }
            handler.value.open()
            handler.value.keepTicking()
            result.succeed(channel)
        }
        handshake.whenFailure { _ in result.fail(WebSocketClientError.noHandshake) }
        channel.closeFuture.whenComplete { _ in result.fail(WebSocketClientError.noHandshake) }
        result.futureResult.whenComplete { _ in deadline.cancel() }
        return result.futureResult
    }
}
