import NIOCore
import NIOPosix

/// The tutorial's chat server as its clients know it: one read is one message, nothing ends with a
/// line feed, a text ends at its colon.
final class TutorialServer: Sendable {
    private let channel: any Channel
    var port: Int { channel.localAddress?.port ?? 0 }

    init() async throws {
        // One loop for all: who is there is known without a lock.
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let room = try await loop.submit { NIOLoopBound(Room(), eventLoop: loop) }.get()
        channel = try await ServerBootstrap(group: loop)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Guest(room.value))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close() }

    /// A port on which nobody listens. The system gives it to no server that takes any free port.
    static let closedPort = 1

    private final class Room {
        var guests: [ObjectIdentifier: any Channel] = [:]

        func tell(_ text: String) {
            for guest in guests.values { guest.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        }
    }

    private final class Guest: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let room: Room
        private var name = ""

        init(_ room: Room) { self.room = room }

        func channelActive(context: ChannelHandlerContext) { room.guests[ObjectIdentifier(self)] = context.channel }
        func channelInactive(context: ChannelHandlerContext) { room.guests[ObjectIdentifier(self)] = nil }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let parts = String(buffer: unwrapInboundIn(data)).split(separator: ":").map(String.init)
            guard parts.count >= 2 else { return }
            if parts[0] == "iam" {
                name = parts[1]
                room.tell("\(name) has joined")
            } else if parts[0] == "msg" {
                room.tell("\(name):\(parts[1])")
            }
        }
    }
}
