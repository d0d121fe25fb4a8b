import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// The tutorial's chat client: introduces itself, sends texts, and receives everybody's texts. It
/// has an async sequence where the tutorial has a delegate.
///
/// ```swift
/// let client = try await LineClient.connect(host: "127.0.0.1", port: 8081)
/// try await client.introduce(as: "ann")
/// try await client.say("Hello")
/// for await event in client.events {
///     if case .message(let name, let text) = event { print(name, text) }
/// }
/// ```
///
/// It works with Martlet and with the tutorial's own server, which does not end its messages. It
/// may be used from any thread; only one task may read ``events``.
public struct LineClient: Sendable {
    /// What ends a request.
    public enum Ending: Hashable, Sendable {
        /// A line feed, for Martlet.
        case lineFeed
        /// A pause, for the tutorial's server, which takes each read for a message. Requests are
        /// sent 60 ms apart.
        case pause
    }

    /// Received events, until the connection ends. The connection is closed if more than
    /// `Limits.framesWaiting` events wait.
    public let events: AsyncStream<LineEvent>
    private let channel: any Channel
    private let handler: NIOLoopBound<LineClientHandler>

    /// Connects.
    ///
    /// - Throws: The network's error.
    public static func connect(
        host: String, port: Int, ending: Ending = .lineFeed,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws -> LineClient {
        let (events, continuation) = AsyncStream.makeStream(
            of: LineEvent.self, bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        let received: @Sendable (LineEvent) -> Bool = {
            if case .enqueued = continuation.yield($0) { true } else { false }
        }
        let (channel, handler) = try await open(host: host, port: port, on: group.next()) {
            LineClientHandler(ending: ending, received: received, ended: { continuation.finish() })
        }
        return LineClient(events: events, channel: channel, handler: handler)
    }

    /// Connects. `make` creates the handler on the connection's event loop.
    static func open(
        host: String, port: Int, on loop: any EventLoop, _ make: @escaping @Sendable () -> LineClientHandler
    ) async throws -> (any Channel, NIOLoopBound<LineClientHandler>) {
        try await ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(Limits.handshakeDeadline))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try ConnectionOptions.set(on: channel, receiveBytes: Limits.lineBytes)
                    // A client that closes its half has left: the protocol has no other goodbye.
                    try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
                    let handler = make()
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                }
            }
    }

    /// Sends the name: `iam:NAME`. Everyone, this client included, receives
    /// ``LineEvent/joined(name:)``. If the name is taken, Martlet assigns another one, and says so
    /// in a notice first.
    ///
    /// - Throws: If the connection has ended.
    public func introduce(as name: String) async throws { try await write("iam:" + name.onOneLine) }

    /// Sends a text: `msg:TEXT`. Line breaks become spaces.
    ///
    /// - Throws: If the connection has ended.
    public func say(_ text: String) async throws { try await write("msg:" + text.onOneLine) }

    /// Closes the connection.
    public func close() async {
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
    }

    private func write(_ request: String) async throws {
        try await channel.eventLoop.flatSubmit { handler.value.write(request, to: channel) }.get()
    }
}
