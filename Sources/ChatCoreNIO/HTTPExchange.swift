import ChatCore
import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix

/// One HTTP request and its response, over a connection of its own.
struct HTTPExchange {
    let address: ServerAddress
    let security: ConnectionSecurity?
    let loop: any EventLoop

    private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - body: Sent as fast as the server reads it. One of more than
    ///     ``ChatWire/Limits/accountRequestBytes`` waits for the server's permission.
    ///   - progress: Called with the number of body bytes handed over.
    ///   - received: Takes a part of the response. `false` ends the exchange.
    /// - Throws: ``UnsupportedSecurity``, ``ConnectionEnded``, a `StorageError` of the body, or the
    ///   network's error.
    func run(
        _ method: HTTPMethod, _ target: String, _ headers: [(String, String)], body: FileSource? = nil,
        progress: @escaping @Sendable (UInt64) -> Void = { _ in },
        received: (HTTPResponseHead, ByteBuffer) throws -> Bool
    ) async throws -> HTTPResponseHead {
        let connection = try await connect()
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: address.basePath + target)
        head.headers.add(name: "Host", value: address.authority)
        head.headers.add(name: "Connection", value: "close")
        head.headers.add(contentsOf: headers)
        if let body { head.headers.add(name: "Content-Length", value: "\(body.size)") }
        // With `Expect`, a refusal arrives before the body is sent, and cannot get lost behind it.
        let asks = body.map { $0.size > UInt64(Limits.accountRequestBytes) } ?? false
        if asks { head.headers.add(name: "Expect", value: "100-continue") }
        let request = head
        let (permits, permit) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        if !asks { permit.yield(()) }
        return try await connection.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    do {
                        try await send(request, body, when: permits, progress, outbound)
                    } catch let error as StorageError {
                        connection.channel.close(promise: nil)
                        throw error
                    } catch {
                        // A server that refuses early responds before it closes. The response tells
                        // why.
                    }
                }
                let answer: Result<HTTPResponseHead, any Error>
                group.addTask {
                    // A server that does not support `Expect` need not answer it (RFC 9110 section
                    // 10.1.1).
                    try? await Task.sleep(nanoseconds: UInt64(Limits.expectDeadline) * 1_000_000)
                    permit.yield(())
                }
                do {
                    answer = .success(try await read(inbound, permit, received))
                } catch {
                    answer = .failure(error)
                }
                group.cancelAll()
                if case .failure = answer { try await group.waitForAll() }
                return try answer.get()
            }
        }
    }

    private func send(
        _ head: HTTPRequestHead, _ body: FileSource?, when permits: AsyncStream<Void>,
        _ progress: @Sendable (UInt64) -> Void,
        _ outbound: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>
    ) async throws {
        try await outbound.write(.head(head))
        if body != nil {
            var permits = permits.makeAsyncIterator()
            _ = await permits.next()
            try Task.checkCancellation()
        }
        var sent: UInt64 = 0
        while let body, sent < body.size {
            let part = try body.read(at: sent, count: Limits.filePartBytes)
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: part))))
            sent += UInt64(part.count)
            progress(sent)
        }
        try await outbound.write(.end(nil))
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>, _ permit: AsyncStream<Void>.Continuation,
        _ received: (HTTPResponseHead, ByteBuffer) throws -> Bool
    ) async throws -> HTTPResponseHead {
        var head: HTTPResponseHead?
        for try await part in inbound {
            switch part {
            case .head(let answer) where answer.status == .continue: permit.yield(())
            case .head(let answer) where answer.status.code >= 200: head = answer
            case .head: break
            case .body(let buffer):
                guard let head, try received(head, buffer) else { throw ConnectionEnded() }
            case .end: if let head { return head }
            }
        }
        throw ConnectionEnded()
    }

    private func connect() async throws -> Connection {
        if address.isSecure, security == nil { throw UnsupportedSecurity() }
        let security = address.isSecure ? security : nil
        return try await ConnectionAttempt.make { [address, loop] attempt in
            try await ClientBootstrap(group: loop)
                .connectTimeout(.milliseconds(Limits.handshakeDeadline))
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try attempt.begin(channel)
                        try security?.secure(channel, address.host)
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(IdleStateHandler(allTimeout: .milliseconds(Limits.fileSilence)))
                        try pipeline.addHandler(SilenceHandler())
                        try pipeline.addHandler(HTTPRequestEncoder())
                        let decoder = HTTPResponseDecoder(informationalResponseStrategy: .forward)
                        try pipeline.addHandler(ByteToMessageHandler(decoder))
                        try pipeline.addHandler(NIOHTTPRequestHeadersValidator())
                        return try Connection(wrappingChannelSynchronously: channel)
                    }
                }
        }
    }
}

/// Closes a silent connection.
private final class SilenceHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
