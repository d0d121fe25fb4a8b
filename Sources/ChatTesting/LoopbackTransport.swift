import ChatCore

/// The transport of a ``LoopbackServer``. It passes frames as values, without bytes and without a
/// socket.
public struct LoopbackTransport: Transport {
    /// The server is away, or the connection has ended.
    public struct Unreachable: Error, Hashable, Sendable {
        /// Creates the value.
        public init() {}
    }

    private let server: LoopbackServer

    init(server: LoopbackServer) { self.server = server }

    /// Transfers files to and from the same server.
    public var files: (any FileTransport)? { LoopbackFiles(server: server) }

    /// Sends requests about accounts to the same server.
    public var requests: (any RequestTransport)? { LoopbackRequests(server: server) }

    /// Connects to the server. It throws ``Unreachable`` while the server is away.
    public func connect() async throws -> any TransportConnection { try await server.connect() }
}

/// Requests about accounts to a ``LoopbackServer``.
struct LoopbackRequests: RequestTransport {
    let server: LoopbackServer

    func answer(to request: ServerRequest) async throws -> ServerAnswer { try await server.answer(to: request) }
}

/// A connection to a ``LoopbackServer``.
struct LoopbackConnection: TransportConnection {
    let server: LoopbackServer
    let id: InProcessServer.ConnectionID
    let events: AsyncStream<TransportEvent>

    func send(_ frame: ClientFrame) async throws { try await server.receive(frame, from: id) }

    func close(_ code: CloseCode) async { await server.close(id, code) }
}
