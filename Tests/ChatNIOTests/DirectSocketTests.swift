import ChatTesting
import ChatWire
import NIOCore
import Testing

@testable import ChatNIO

struct DirectSocketTests {
    /// Frames of all sizes, flushed now and then, together more than any socket takes at once.
    private static let frames: [(bytes: [UInt8], flushes: Bool)] = {
        var random = SeededGenerator(seed: 11)
        return (0..<4_000).map { number in
            let size = Int.random(in: 0...3_000, using: &random)
            let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
            return (Frames.bytes(0x1, payload, key: nil), Bool.random(using: &random))
        }
    }()

    private final class Talker: WebSocketEndpoint {
        func opened(_ socket: WebSocketHandler) {
            for frame in DirectSocketTests.frames {
                socket.send(framed: ByteBuffer(bytes: frame.bytes))
                if frame.flushes { socket.flush() }
            }
            socket.flush()
        }

        func received(text: ByteBuffer) {}
        func received(binary: ByteBuffer) {}
        func closed(_ code: CloseCode?) {}
    }

    @Test func `bytes keep their order, whether the socket takes them at once or they wait`() async throws {
        var configuration = WebSocketHandler.Configuration()
        configuration.writesToSocket = true
        configuration.writeBufferBytes = .max
        try await Loopback.withServer(configuration: configuration, endpoint: { Talker() }) { port in
            try await Loopback.withRawClient(port: port) { incoming, outbound in
                try await outbound.write(ByteBuffer(bytes: Loopback.handshake()))
                _ = try await incoming.head()
                for frame in Self.frames { #expect(try await incoming.next(frame.bytes.count) == frame.bytes) }
            }
        }
    }
}
