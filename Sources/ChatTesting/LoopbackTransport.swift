import ChatCore

/// ChatCore's way to a ``LoopbackServer``: frames go from one to the other as values, without bytes and without a socket.
public struct LoopbackTransport: Transport {
    /// The server is away, or the connection has ended.
    public struct Unreachable: Error, Hashable, Sendable {
        public init() {}
    }

    private let server: LoopbackServer

    init(server: LoopbackServer) { self.server = server }

    public var files: (any FileTransport)? { LoopbackFiles(server: server) }

    public func connect() async throws -> any TransportConnection { try await server.connect() }
}

/// A connection to a ``LoopbackServer``.
struct LoopbackConnection: TransportConnection {
    let server: LoopbackServer
    let id: InProcessServer.ConnectionID
    let events: AsyncStream<TransportEvent>

    func send(_ frame: ClientFrame) async throws { try await server.receive(frame, from: id) }

    func close(_ code: CloseCode) async { await server.close(id, code) }
}
