import ChatNIO
import ChatWire
import NIOCore
import NIOPosix
import Testing

/// A v1 client: frames in, frames out, over a real socket.
struct TestClient: Sendable {
    private let channel: any Channel
    private let endpoint: NIOLoopBound<Endpoint>
    private let frames: AsyncStream<ServerFrame>

    init(port: Int) async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (frames, continuation) = AsyncStream.makeStream(
            of: ServerFrame.self, bufferingPolicy: .bufferingOldest(65_536))
        let endpoint = try await loop.submit { NIOLoopBound(Endpoint(continuation), eventLoop: loop) }.get()
        channel = try await WebSocketClient.connect(
            host: "127.0.0.1", port: port, path: "/v1", on: loop, endpoint: { endpoint.value })
        self.endpoint = endpoint
        self.frames = frames
    }

    func send(_ request: ClientFrame.Request, ref: UInt64 = 0) {
        channel.eventLoop.execute {
            var writer = JSONWriter()
            ClientFrame(ref: ref, request: request).write(to: &writer)
            endpoint.value.socket?.send(text: writer.bytes)
            endpoint.value.socket?.flush()
        }
    }

    /// The next frame that `pick` takes something from; what comes before it is passed over.
    func next<Picked: Sendable>(_ pick: (ServerFrame) -> Picked?) async throws -> Picked {
        for await frame in frames {
            if let picked = pick(frame) { return picked }
        }
        throw ConnectionEnded()
    }

    /// Says hello and joins the room.
    /// - Returns: the room's head.
    @discardableResult
    func enter(_ room: RoomName = .lobby, name: String? = nil, device: DeviceID? = nil) async throws -> Seq {
        send(.hello(.init(name: name, device: device, join: [room])))
        return try await next { if case .joined(_, let joined) = $0 { joined.head } else { nil } }
    }

    func closed() async throws -> CloseCode? {
        for await _ in frames {}
        return try await channel.eventLoop.submit { endpoint.value.code }.get()
    }

    func close() { channel.close(promise: nil) }

    struct ConnectionEnded: Error {}

    private final class Endpoint: WebSocketEndpoint {
        private(set) var socket: WebSocketHandler?
        private(set) var code: CloseCode?
        private let continuation: AsyncStream<ServerFrame>.Continuation

        init(_ continuation: AsyncStream<ServerFrame>.Continuation) { self.continuation = continuation }

        func opened(_ socket: WebSocketHandler) { self.socket = socket }

        func received(text: ByteBuffer) {
            if let frame = try? ServerFrame(json: Array(text.readableBytesView)) { continuation.yield(frame) }
        }

        func received(binary: ByteBuffer) {}

        func closed(_ code: CloseCode?) {
            self.code = code
            continuation.finish()
        }
    }
}
