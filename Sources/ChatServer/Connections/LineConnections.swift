import ChatNIO
import NIOCore

/// What a connection to the line port becomes.
struct LineConnections: Sendable {
    let server: ServerContext

    func setUp(_ channel: any Channel) throws {
        let client = ClientAddress(channel.remoteAddress)
        guard let table = server.fanout.table(of: channel.eventLoop), server.addresses.admit(channel, of: client) else {
            throw TooManyConnections()
        }
        try ConnectionOptions.set(on: channel, inherited: true)
        let connection = LineConnection(client, table: table, server: server)
        try channel.pipeline.syncOperations.addHandler(LineHandler(connection))
    }
}
