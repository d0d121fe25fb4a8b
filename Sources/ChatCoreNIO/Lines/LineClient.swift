import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// The tutorial's chat client: says a name, says texts, and hears what everyone says, as a sequence where the tutorial has a delegate.
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
/// It speaks to Martlet and to the tutorial's own server, whose messages have no end but the read that brings them. It may be used
/// from anywhere; only one task reads ``events``.
public struct LineClient: Sendable {
    /// What ends a request.
    public enum Ending: Hashable, Sendable {
        /// A line feed: Martlet.
        case lineFeed
        /// Nothing but a pause: the tutorial's server, which takes a read for a message. Requests are kept apart by 60 ms.
        case pause
    }

    /// What is heard, until the connection ends. Of a reader that leaves more than `Limits.framesWaiting` unread the connection is closed.
    public let events: AsyncStream<LineEvent>
    private let channel: any Channel
    private let handler: NIOLoopBound<LineClientHandler>

    /// - Throws: what went wrong with the network
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

    /// Connects, with the handler that `make` makes on the connection's event loop.
    static func open(
        host: String, port: Int, on loop: any EventLoop, _ make: @escaping @Sendable () -> LineClientHandler
    ) async throws -> (any Channel, NIOLoopBound<LineClientHandler>) {
        try await ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(Limits.handshakeDeadline))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try ConnectionOptions.set(on: channel, receiveBytes: Limits.lineBytes)
                    // Who has nothing more to say is gone: the protocol knows no goodbye.
                    try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false)
                    let handler = make()
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                }
            }
    }

    /// Says who this is: `iam:NAME`. Everyone, this client too, hears ``LineEvent/joined(name:)``; Martlet may give another name,
    /// and says so in a notice before.
    /// - Throws: when the connection has ended
    public func introduce(as name: String) async throws { try await write("iam:" + name.onOneLine) }

    /// Says a text: `msg:TEXT`. A line break becomes a space, for a line is what ends at one.
    /// - Throws: when the connection has ended
    public func say(_ text: String) async throws { try await write("msg:" + text.onOneLine) }

    public func close() async {
        channel.close(promise: nil)
        try? await channel.closeFuture.get()
    }

    private func write(_ request: String) async throws {
        try await channel.eventLoop.flatSubmit { handler.value.write(request, to: channel) }.get()
    }
}
