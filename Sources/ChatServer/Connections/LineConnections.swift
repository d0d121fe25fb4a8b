import ChatNIO
import NIOCore

/// What a connection to the line port becomes.
struct LineConnections: Sendable {
    let server: ServerContext
    let setup: ConnectionSetup

    func setUp(_ channel: any Channel) throws { try setup.setUp(channel, begin) }

    private func begin(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        guard origin.isSecure else { return try open(channel, origin, table) }
        table.awaitHandshake(of: channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in table.handshakeEnded(of: channel) }
        try channel.pipeline.syncOperations.addHandler(
            AfterHandshake { channel in
                table.handshakeEnded(of: channel)
                try open(channel, origin, table)
            })
    }

    private func open(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        let connection = LineConnection(origin.client, table: table, server: server)
        try channel.pipeline.syncOperations.addHandler(
            LineHandler(connection, writeBufferBytes: server.bounds.writeBufferBytes, isSealed: origin.isSecure))
    }
}
