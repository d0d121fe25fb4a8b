import ChatNIO
import NIOCore
import NIOPosix

// A WebSocket server that sends every message back, on any path. Start it with
// `swift run -c release EchoServer PORT`.

guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
    fatalError("usage: EchoServer PORT")
}
let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
    .serverChannelOption(.backlog, value: 1_024)
    .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try serveEcho(on: channel) }
    }
    .bind(host: "127.0.0.1", port: Int(port)).get()
print("listening on ws://127.0.0.1:\(server.localAddress?.port ?? 0)")
try await server.closeFuture.get()
