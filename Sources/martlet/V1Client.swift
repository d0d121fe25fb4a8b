import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// A connection to a server, as frames in and frames out; what `send` and `tail` stand on.
struct V1Client: Sendable {
    /// How a connection ended.
    struct Ended: Error {
        let code: CloseCode?

        var mayReturn: Bool { (code ?? CloseCode(1006)).advice != .giveUp }
    }

    private let channel: any Channel
    private let endpoint: NIOLoopBound<Endpoint>
    let frames: AsyncStream<ServerFrame>

    static func connect(to address: ServerAddress) async throws -> V1Client {
        // What a terminal can't keep up with ends the connection, and is read from history afterwards.
        let (frames, continuation) = AsyncStream.makeStream(
            of: ServerFrame.self, bufferingPolicy: .bufferingOldest(4_096))
        let group = MultiThreadedEventLoopGroup.singleton
        let loop = group.next()
        let endpoint = try await loop.submit { NIOLoopBound(Endpoint(continuation), eventLoop: loop) }.get()
        let channel = try await WebSocketClient.connect(
            host: address.host, port: address.port, path: "/v1", on: loop, endpoint: { endpoint.value })
        return V1Client(channel: channel, endpoint: endpoint, frames: frames)
    }

    func send(_ frame: ClientFrame) {
        channel.eventLoop.execute {
            var writer = JSONWriter()
            frame.write(to: &writer)
            endpoint.value.socket?.send(text: writer.bytes)
            endpoint.value.socket?.flush()
        }
    }

    /// Why the connection ended; to be asked when `frames` has.
    func ended() async -> Ended {
        let code = try? await channel.eventLoop.submit { endpoint.value.code }.get()
        return Ended(code: code ?? nil)
    }

    func close() async {
        channel.eventLoop.execute { endpoint.value.socket?.close(.normal, "done") }
        try? await channel.closeFuture.get()
    }

    private final class Endpoint: WebSocketEndpoint {
        private(set) var socket: WebSocketHandler?
        private(set) var code: CloseCode?
        private let continuation: AsyncStream<ServerFrame>.Continuation

        init(_ continuation: AsyncStream<ServerFrame>.Continuation) { self.continuation = continuation }

        func opened(_ socket: WebSocketHandler) {
            self.socket = socket
            socket.keepTicking()
        }

        func received(text: ByteBuffer) {
            let frame = text.withUnsafeReadableBytes { try? ServerFrame(json: $0.bindMemory(to: UInt8.self)) }
            guard let frame else { return }
            if case .dropped = continuation.yield(frame) { socket?.close(.tooSlow, "the terminal is too slow") }
        }

        func received(binary: ByteBuffer) {}

        func closed(_ code: CloseCode?) {
            self.code = code
            socket = nil
            continuation.finish()
        }
    }
}
