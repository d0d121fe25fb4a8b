import ChatCore
import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// Martlet v1 over a WebSocket (`docs/protocol.md`), on SwiftNIO: for Linux, where `URLSession` has
/// no WebSocket, and for all other systems.
///
/// ```swift
/// let transport = NIOTransport(ServerAddress("http://127.0.0.1:8080")!)
/// ```
///
/// For `https` and `wss`, pass `ConnectionSecurity.tls()` of `ChatCoreTLS`.
public struct NIOTransport: Transport {
    private let server: NIOServer

    /// Creates the transport.
    ///
    /// - Parameters:
    ///   - address: The server's address.
    ///   - security: Makes connections secure, if the address requires it.
    ///   - group: The event loops for the connections.
    public init(
        _ address: ServerAddress, security: ConnectionSecurity? = nil,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        server = NIOServer(address: address, security: security, group: group)
    }

    /// Connects within 10 seconds.
    ///
    /// - Throws: `WebSocketClientError`, ``UnsupportedSecurity``, `CancellationError`, or the
    ///   network's error.
    public func connect() async throws -> any TransportConnection {
        let (events, sink) = TransportSink.make()
        let socket = try await WebSocketChannel.connect(
            to: server.address, path: "/v1", security: server.security, on: server.group.next(),
            listener: .init(
                received: { text in
                    text.withUnsafeReadableBytes { sink.receive(json: $0.bindMemory(to: UInt8.self)) }
                },
                closed: { sink.close($0) }))
        return Connection(events: events, socket: socket)
    }

    /// Files go to the same server, over HTTP.
    public var files: (any FileTransport)? { NIOFiles(server) }

    /// Requests about accounts go to the same server, over HTTP.
    public var requests: (any RequestTransport)? { NIORequests(server) }

    private struct Connection: TransportConnection {
        let events: AsyncStream<TransportEvent>
        let socket: WebSocketChannel

        func send(_ frame: ClientFrame) async throws {
            var writer = JSONWriter()
            frame.write(to: &writer)
            try await socket.send(writer.bytes)
        }

        func close(_ code: CloseCode) async { await socket.close(code) }
    }
}
