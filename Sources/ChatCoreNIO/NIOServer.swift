import ChatCore
import ChatWire
import NIOCore

/// A server, and what is needed to connect to it. ``NIOTransport``, ``NIOFiles`` and
/// ``NIORequests`` share it.
struct NIOServer: Sendable {
    let address: ServerAddress
    /// Makes connections secure, if the address requires it.
    let security: ConnectionSecurity?
    /// The event loops for the connections.
    let group: any EventLoopGroup

    /// A new HTTP request, over a connection of its own.
    func exchange() -> HTTPExchange { HTTPExchange(address: address, security: security, loop: group.next()) }
}
