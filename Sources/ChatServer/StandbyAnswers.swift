import ChatNIO
import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers on the addresses of a server that stands by: every request gets status 503.
///
/// It needs no store. A proxy that asks for `/health` sends nobody there. The port of lines and the
/// port that redirects are closed.
package struct StandbyAnswers: Sendable {
    private let configuration: MartletServer.Configuration
    private let body = "standing by: another server has the database\n"

    /// - Parameter configuration: that of the server which will serve
    package init(_ configuration: MartletServer.Configuration) { self.configuration = configuration }

    /// Answers until `wait` returns. Then nothing listens any more, and the server can.
    ///
    /// - Throws: ``StartError`` if the addresses can't be used; what `wait` throws
    package func run<Value>(until wait: () async throws -> Value) async throws -> Value {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let result: Result<Value, any Error>
        do { result = .success(try await answer(on: group, until: wait)) } catch { result = .failure(error) }
        // Also closes the connections.
        try? await group.shutdownGracefully()
        return try result.get()
    }

    private func answer<Value>(
        on group: MultiThreadedEventLoopGroup, until wait: () async throws -> Value
    ) async throws -> Value {
        var listeners = [
            try await Listener.start(
                host: configuration.host, port: configuration.port, flag: "--port", group: group,
                connections: OpenConnections(limit: Limits.standbyConnections),
                setUp: { [security = configuration.security] channel in
                    try ConnectionOptions.set(on: channel, inherited: true)
                    try security?.secure(channel)
                    try begin(channel)
                })
        ]
        if let (host, port) = configuration.metricsEndpoint {
            listeners.append(
                try await Listener.start(
                    host: host, port: port, flag: "--metrics", group: group,
                    connections: OpenConnections(limit: Limits.metricsConnections),
                    setUp: { channel in
                        try ConnectionOptions.set(on: channel, inherited: true)
                        try begin(channel)
                    }))
        }
        let result: Result<Value, any Error>
        do { result = .success(try await wait()) } catch { result = .failure(error) }
        for listener in listeners { await listener.close() }
        return try result.get()
    }

    private func begin(_ channel: any Channel) throws {
        let deadline = channel.eventLoop.scheduleTask(in: .milliseconds(Limits.handshakeDeadline)) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in deadline.cancel() }
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes, limitConfiguration: WebConnections.decoderLimits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteToMessageHandler(decoder, maximumBufferSize: 2 * Limits.headerBytes))
        try pipeline.addHandler(
            SingleAnswerHandler { [body] _ in
                .init(
                    status: .serviceUnavailable,
                    headers: [
                        ("Content-Type", "text/plain; charset=utf-8"), ("Retry-After", "5"),
                        ("Cache-Control", "no-store"),
                    ],
                    body: body)
            })
    }
}
