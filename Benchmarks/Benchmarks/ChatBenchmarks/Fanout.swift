import Benchmark
import ChatNIO
import ChatWire
import NIOCore
import NIOEmbedded

/// One message to a room of 1,000: written once, its bytes handed to every member's handler, each
/// flushed once.
func fanout() {
    var members: [Member] = []
    var writer = JSONWriter(capacity: 1_024)
    let event = Sample.event()
    Benchmark("Fan-a-message-out-to-1000-connections", configuration: .init(scalingFactor: .one)) { benchmark in
        benchmark.measure {
            writer.removeAll()
            Event.writeEvent(room: Sample.room, epoch: Sample.epoch, event: event, to: &writer)
            var frame = ByteBuffer()
            writer.withBytes { WebSocketFraming.appendText($0, to: &frame) }
            for member in members { member.socket.send(framed: frame) }
            for member in members { member.socket.flush() }
        }
    } setup: {
        members = try (0..<1_000).map { _ in try Member() }
    }
}

private struct Member {
    let channel = EmbeddedChannel()
    let socket = WebSocketHandler(Silent(), configuration: .init(role: .server))

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([Sink(), socket])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }
}

/// In the kernel's place: takes everything, keeps nothing.
private final class Sink: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        promise?.succeed()
    }
}

private final class Silent: WebSocketEndpoint {
    func opened(_ socket: WebSocketHandler) {}
    func received(text: ByteBuffer) {}
    func received(binary: ByteBuffer) {}
    func closed(_ code: CloseCode?) {}
}
