import ChatCore
import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends small requests over HTTP/1.1, on SwiftNIO, each over a connection of its own.
/// ``NIOTransport`` uses it.
public struct NIORequests: RequestTransport {
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
        self.init(NIOServer(address: address, security: security, group: group))
    }

    init(_ server: NIOServer) { self.server = server }

    /// Asks the server over a connection of its own, and closes it.
    public func answer(to request: ServerRequest) async throws -> ServerAnswer {
        let exchange = server.exchange()
        var body: [UInt8] = []
        let head = try await exchange.run(
            HTTPMethod(rawValue: request.method.rawValue), request.path, request.headers,
            body: request.body.map { FileSource($0) }
        ) { _, part in
            guard body.count + part.readableBytes <= Limits.receivedFrameBytes else { return false }
            body += part.readableBytesView
            return true
        }
        return ServerAnswer(head, body)
    }
}

extension ServerAnswer {
    init(_ head: HTTPResponseHead, _ body: [UInt8]) {
        self.init(status: Int(head.status.code), retryAfter: head.headers.first(name: "Retry-After"), body: body)
    }
}
