import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// Listens for the line protocol.
struct LineListener {
    private let channel: any Channel

    /// - Throws: the error of binding.
    static func start(
        host: String, port: Int, group: any EventLoopGroup, server: ServerContext
    ) async throws -> LineListener {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let table = server.fanout.table(of: channel.eventLoop), server.addresses.admit(channel) else {
                        throw TooManyConnections()
                    }
                    try ConnectionOptions.set(on: channel)
                    let connection = LineConnection(table: table, server: server)
                    try channel.pipeline.syncOperations.addHandler(LineHandler(connection))
                }
            }
        return LineListener(channel: try await bootstrap.bind(host: host, port: port).get())
    }

    var port: Int? { channel.localAddress?.port }

    func close() async { try? await channel.close() }

    private struct TooManyConnections: Error {}
}
