import ChatWire
import NIOCore
import NIOPosix
import Testing

@testable import ChatNIO

struct SlowReaderTests {
    /// Sends more than anyone could hold for a reader, until it is stopped.
    private final class Flooder: WebSocketEndpoint {
        private let ends: AsyncStream<(frames: Int, code: UInt16?)>.Continuation
        private var frames = 0

        init(_ ends: AsyncStream<(frames: Int, code: UInt16?)>.Continuation) { self.ends = ends }

        func opened(_ socket: WebSocketHandler) {
            let frame = ByteBuffer(bytes: Frames.bytes(0x1, SlowReaderTests.payload, key: nil))
            while !socket.isClosing, frames < 10_000 {
                socket.send(framed: frame)
                socket.flush()
                frames += 1
            }
        }

        func received(text: ByteBuffer) {}
        func received(binary: ByteBuffer) {}

        func closed(_ code: CloseCode?) {
            ends.yield((frames, code?.number))
            ends.finish()
        }
    }

    private static let payload = [UInt8](repeating: 0x61, count: 16_384)

    @Test(arguments: [false, true])
    func `a peer that reads nothing is cut, and what was sent before arrives whole, the reason last`(
        directly: Bool
    ) async throws {
        var configuration = WebSocketHandler.Configuration()
        configuration.writesToSocket = directly
        // On a busy machine this reader needs long to read what was sent before the close.
        configuration.closeDeadline = 600_000
        let (ends, continuation) = AsyncStream.makeStream(of: (frames: Int, code: UInt16?).self)
        try await Loopback.withServer(configuration: configuration, endpoint: { Flooder(continuation) }) { port in
            try await Loopback.withRawClient(port: port) { incoming, outbound in
                try await outbound.write(ByteBuffer(bytes: Loopback.handshake()))
                // The client does not read until the server has given it up.
                var end: (frames: Int, code: UInt16?)?
                for await told in ends { end = told }
                let frames = try #require(end?.frames)
                #expect(end?.code == 4008)
                #expect(frames < 10_000)
                _ = try await incoming.head()
                let frame = Frames.bytes(0x1, Self.payload, key: nil)
                for _ in 0..<frames where try await incoming.next(frame.count) != frame {
                    Issue.record("a frame is broken")
                }
                #expect(try await incoming.next(1_000) == Frames.close(4008, Array("too slow".utf8), key: nil))
            }
        }
    }
}
