import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix

@testable import ChatNIO

/// A real server on a real socket, and raw clients for it.
enum Loopback {
    /// What a raw client does with its connection.
    typealias Raw = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// Runs `body` against a server whose WebSockets have such endpoints.
    static func withServer(
        configuration: WebSocketHandler.Configuration = .init(),
        endpoint: @escaping @Sendable () -> any WebSocketEndpoint = { Echo() },
        _ body: (Int) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try serve(channel, configuration, endpoint) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(server.localAddress?.port ?? 0)
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    private static func serve(
        _ channel: any Channel, _ configuration: WebSocketHandler.Configuration,
        _ endpoint: @escaping @Sendable () -> any WebSocketEndpoint
    ) throws {
        try ConnectionOptions.set(on: channel)
        try channel.pipeline.syncOperations.addOpeningHandshake(
            accept: { head in
                let isAllowed = OriginRule().permits(origin: head.headers["origin"], host: head.headers["host"].first)
                return head.uri == "/refused" || !isAllowed ? nil : .init(endpoint(), configuration: configuration)
            },
            serve: { try $0.pipeline.syncOperations.addHandler(Refuser()) })
    }

    static func withRawClient(
        port: Int, _ body: @escaping (inout Incoming, NIOAsyncChannelOutboundWriter<ByteBuffer>) async throws -> Void
    ) async throws {
        let raw: Raw = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try Raw(wrappingChannelSynchronously: channel) }
            }
        try await raw.executeThenClose { inbound, outbound in
            var incoming = Incoming(bytes: inbound.makeAsyncIterator())
            try await body(&incoming, outbound)
        }
    }

    static func handshake(_ change: (inout [String]) -> Void = { _ in }) -> [UInt8] {
        var lines = [
            "GET / HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        change(&lines)
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }
}

/// What a raw client reads.
struct Incoming {
    fileprivate var bytes: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var rest: ArraySlice<UInt8> = []

    fileprivate init(bytes: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.bytes = bytes }

    /// The head of the answer, in lower case.
    mutating func head() async throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = try await next(1).first { head.append(byte) }
        return String(decoding: head, as: UTF8.self).lowercased()
    }

    /// As many bytes, or those up to the end.
    mutating func next(_ count: Int) async throws -> [UInt8] {
        while rest.count < count, let more = try await bytes.next() { rest += more.readableBytesView }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}

private final class Refuser: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let status = WebSocketHandshake.refusal(of: head) ?? .forbidden
        let response = HTTPResponseHead(version: .http1_1, status: status, headers: ["content-length": "0"])
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

final class Echo: WebSocketEndpoint {
    private var socket: WebSocketHandler?

    func opened(_ socket: WebSocketHandler) { self.socket = socket }

    func received(text: ByteBuffer) {
        socket?.send(text: text)
        socket?.flush()
    }

    func received(binary: ByteBuffer) {}
    func closed(_ code: CloseCode?) { socket = nil }
}
