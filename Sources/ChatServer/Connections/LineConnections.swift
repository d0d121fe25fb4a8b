import ChatNIO
import NIOCore

/// What a connection to the line port becomes.
struct LineConnections: Sendable {
    let server: ServerContext
    /// `nil` for plain text.
    let security: ServerSecurity?

    func setUp(_ channel: any Channel) throws {
        let client = ClientAddress(channel.remoteAddress)
        guard let table = server.fanout.table(of: channel.eventLoop), server.addresses.admit(channel, of: client) else {
            throw TooManyConnections()
        }
        try ConnectionOptions.set(on: channel, inherited: true)
        guard let security else { return try begin(channel, client, table) }
        table.awaitHandshake(of: channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in table.handshakeEnded(of: channel) }
        try security.secure(channel)
        try channel.pipeline.syncOperations.addHandler(
            AfterHandshake { channel in
                table.handshakeEnded(of: channel)
                try begin(channel, client, table)
            })
    }

    private func begin(_ channel: any Channel, _ client: ClientAddress, _ table: LoopTable) throws {
        let connection = LineConnection(client, table: table, server: server)
        try channel.pipeline.syncOperations.addHandler(LineHandler(connection, isSealed: security != nil))
    }
}
