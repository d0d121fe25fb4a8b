import ChatCore
import ChatNIO
import ChatWire
import NIOCore

/// A WebSocket for a transport: text messages in and out.
struct WebSocketChannel: Sendable {
    private let loop: any EventLoop
    private let endpoint: NIOLoopBound<Endpoint>

    /// A transport's handling of received messages. Called on the connection's event loop, in
    /// order.
    struct Listener: Sendable {
        /// Takes a whole message, valid UTF-8. `false` ends the connection: there is no room for
        /// it.
        var received: @Sendable (ByteBuffer) -> Bool
        /// Called once, after the last message.
        var closed: @Sendable (CloseCode?) -> Void
    }

    /// Connects.
    ///
    /// - Throws: `WebSocketClientError`, ``UnsupportedSecurity``, `CancellationError`, or the
    ///   network's error.
    static func connect(
        to address: ServerAddress, path: String, security: ConnectionSecurity?, on loop: any EventLoop,
        listener: Listener
    ) async throws -> WebSocketChannel {
        if address.isSecure, security == nil { throw UnsupportedSecurity() }
        let endpoint = try await loop.submit { NIOLoopBound(Endpoint(listener), eventLoop: loop) }.get()
        var configuration = WebSocketHandler.Configuration(role: .client)
        configuration.messageBytes = Limits.receivedFrameBytes
        let (security, settings) = (address.isSecure ? security : nil, configuration)
        _ = try await ConnectionAttempt.make { attempt in
            try await WebSocketClient.connect(
                host: address.host, port: address.port, path: address.basePath + path, configuration: settings,
                on: loop,
                prepare: { channel in
                    try attempt.begin(channel)
                    try security?.secure(channel, address.host)
                }, endpoint: { endpoint.value })
        }
        return WebSocketChannel(loop: loop, endpoint: endpoint)
    }

    /// Sends a text message, which must be UTF-8.
    ///
    /// - Throws: ``ConnectionEnded``.
    func send(_ text: [UInt8]) async throws { try await loop.submit { try write(text) }.get() }

    /// Sends a text message at once. On the event loop only.
    func write(_ text: [UInt8]) throws(ConnectionEnded) {
        guard let socket = endpoint.value.socket, !socket.isClosing else { throw ConnectionEnded() }
        socket.send(text: text)
        socket.flush()
    }

    /// Closes the WebSocket. The listener is told at once, whether or not the server answers.
    /// Returns when the close frame is sent.
    func close(_ code: CloseCode) async {
        try? await loop.submit { endpoint.value.socket?.close(code, "goodbye") }.get()
    }
}

/// The connection has ended. What was sent may not have arrived.
public struct ConnectionEnded: Error, CustomStringConvertible {
    /// What happened, for a log.
    public var description: String { "the connection has ended" }
}

/// The address requires TLS, but the transport has no ``ConnectionSecurity``; see `ChatCoreTLS`.
public struct UnsupportedSecurity: Error, CustomStringConvertible {
    /// What is missing, for a log.
    public var description: String { "addresses with https and wss need ConnectionSecurity.tls() of ChatCoreTLS" }
}

extension WebSocketChannel {
    private final class Endpoint: WebSocketEndpoint {
        private(set) var socket: WebSocketHandler?
        private let listener: Listener

        init(_ listener: Listener) { self.listener = listener }

        func opened(_ socket: WebSocketHandler) { self.socket = socket }

        func received(text: ByteBuffer) {
            if !listener.received(text) { socket?.close(.tooSlow, "the client reads too slowly") }
        }

        func received(binary: ByteBuffer) {}

        func closed(_ code: CloseCode?) {
            socket = nil
            listener.closed(code)
        }
    }
}
