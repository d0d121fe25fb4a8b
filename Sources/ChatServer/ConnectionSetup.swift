import ChatNIO
import ChatRooms
import NIOCore

/// Prepares every accepted connection before its protocol begins: finds its client, checks the
/// client's connection limit, and sets up TLS.
struct ConnectionSetup: Sendable {
    /// Sets up a channel's protocol, on its event loop.
    typealias Begin = @Sendable (any Channel, ConnectionOrigin, LoopTable) throws -> Void

    let server: ServerContext
    let proxies: TrustedProxies
    /// How a trusted proxy's connections name their client; `nil`: they do not, and are treated
    /// like all others.
    let proxyHeader: ProxyHeaderKind?
    /// `nil` for none.
    let security: ServerSecurity?
    /// `nil` on ports without web requests, and if an option names a proxy.
    var unnamedProxy: UnnamedProxy?

    /// Sets up a channel.
    ///
    /// - Throws: If the connection must be closed.
    func setUp(_ channel: any Channel, _ begin: @escaping Begin) throws {
        guard let table = server.fanout.table(of: channel.eventLoop) else { throw TooManyConnections() }
        let peer = channel.remoteAddress
        let isProxy = proxyHeader != nil && proxies.trust(IPAddress(peer))
        if !isProxy { try admit(channel, ClientAddress(peer)) }
        try ConnectionOptions.set(on: channel, inherited: true)
        guard isProxy, proxyHeader == .proxyProtocol else {
            // A proxy's connection carries many clients. Each of them is counted by itself.
            let origin = ConnectionOrigin(
                client: ClientAddress(peer), headers: isProxy ? proxies : nil,
                unnamedProxy: unnamedProxy?.peer(at: peer))
            return try secure(channel, origin, table, begin)
        }
        table.awaitHandshake(of: channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in table.handshakeEnded(of: channel) }
        try channel.pipeline.syncOperations.addHandler(
            ProxyHeaderHandler { channel, outcome in
                var client = ClientAddress(peer)
                if case .client(let address, _) = outcome { client = ClientAddress(claimed: address) }
                try admit(channel, client)
                table.handshakeEnded(of: channel)
                try secure(channel, ConnectionOrigin(client: client), table, begin)
            })
    }

    private func admit(_ channel: any Channel, _ client: ClientAddress) throws {
        guard server.addresses.admit(channel, of: client) else { throw TooManyConnections() }
    }

    private func secure(
        _ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable, _ begin: @escaping Begin
    ) throws {
        var origin = origin
        origin.isSecure = security != nil
        try security?.secure(channel)
        try begin(channel, origin, table)
    }
}
