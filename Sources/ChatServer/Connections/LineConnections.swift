import ChatNIO
import NIOCore

/// What a connection to the line port becomes.
struct LineConnections: Sendable {
    let server: ServerContext

    func setUp(_ channel: any Channel) throws {
        guard let table = server.fanout.table(of: channel.eventLoop), server.addresses.admit(channel) else {
            throw TooManyConnections()
        }
        try ConnectionOptions.set(on: channel, inherited: true)
        let connection = LineConnection(table: table, server: server)
        try channel.pipeline.syncOperations.addHandler(LineHandler(connection))
    }
}
