import ChatWire
import NIOCore
import NIOPosix
import Testing

@testable import ChatNIO

struct ClientTests {
    /// Passes on what it is told.
    private final class Teller: WebSocketEndpoint {
        private let stream: AsyncStream<String>.Continuation
        private let greeting: [String]
        private var socket: WebSocketHandler?

        init(_ stream: AsyncStream<String>.Continuation, greeting: [String]) {
            self.stream = stream
            self.greeting = greeting
        }

        func opened(_ socket: WebSocketHandler) {
            self.socket = socket
            for text in greeting { socket.send(text: Array(text.utf8)) }
            socket.flush()
        }

        func received(text: ByteBuffer) {
            stream.yield(String(buffer: text))
            if text.readableBytes == 0 { socket?.close(.normal, "done") }
        }

        func received(binary: ByteBuffer) {}

        func closed(_ code: CloseCode?) {
            stream.yield("closed \(code?.number ?? 0)")
            stream.finish()
        }
    }

    private func connect(port: Int, path: String = "/", greeting: [String] = []) async throws -> (
        any Channel, AsyncStream<String>
    ) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        let channel = try await WebSocketClient.connect(
            host: "127.0.0.1", port: port, path: path, on: .singletonMultiThreadedEventLoopGroup
        ) { Teller(continuation, greeting: greeting) }
        return (channel, stream)
    }

    @Test func `a client hears its echo, and closes properly`() async throws {
        try await Loopback.withServer { port in
            let long = String(repeating: "long ", count: 10_000)
            let (channel, stream) = try await connect(port: port, greeting: ["a", long, "grüezi", ""])
            var told: [String] = []
            for await text in stream { told.append(text) }
            #expect(told == ["a", long, "grüezi", "", "closed 1000"])
            try await channel.closeFuture.get()
        }
    }

    @Test func `a refusal tells its status`() async throws {
        try await Loopback.withServer { port in
            await #expect(throws: WebSocketClientError.refused(status: 403)) {
                _ = try await connect(port: port, path: "/refused")
            }
        }
    }

    @Test func `frames that come with the answer are received`() async throws {
        final class Greeter: WebSocketEndpoint {
            func opened(_ socket: WebSocketHandler) {
                socket.send(text: Array("welcome".utf8))
                socket.close(.draining, "")
            }
            func received(text: ByteBuffer) {}
            func received(binary: ByteBuffer) {}
            func closed(_ code: CloseCode?) {}
        }
        try await Loopback.withServer(endpoint: { Greeter() }) { port in
            let (channel, stream) = try await connect(port: port)
            var told: [String] = []
            for await text in stream { told.append(text) }
            #expect(told == ["welcome", "closed 4000"])
            try await channel.closeFuture.get()
        }
    }

    @Test func `a port on which nobody listens is an error`() async throws {
        let free = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(
            host: "127.0.0.1", port: 0
        ).get()
        let port = free.localAddress?.port ?? 0
        try await free.close()
        await #expect(throws: (any Error).self) { _ = try await connect(port: port) }
    }
}
