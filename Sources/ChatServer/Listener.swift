import ChatNIO
import ChatWire
import NIOCore
import NIOPosix

/// Listens on an address. `setUp` sets up each connection, on the connection's event loop, before
/// it is read.
struct Listener {
    private let channel: any Channel

    /// - Parameters:
    ///   - flag: The command-line flag of the port, for the error's sentence.
    ///   - connections: The connections of all listeners of the server.
    ///   - setUp: If it throws, the connection is closed.
    static func start(
        host: String, port: Int, flag: String, group: any EventLoopGroup, connections: OpenConnections,
        setUp: @escaping @Sendable (any Channel) throws -> Void
    ) async throws(StartError) -> Listener {
        do {
            let bootstrap = ConnectionOptions.set(on: ServerBootstrap(group: group))
                .serverChannelOption(.backlog, value: 1_024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.maxMessagesPerRead, value: UInt(Limits.acceptsTogether))
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try AcceptGate.add(to: channel, connections) }
                }
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try setUp(channel) } }
            return Listener(channel: try await bootstrap.bind(host: host, port: port).get())
        } catch {
            throw .cannotListen(host, port, flag: flag, error)
        }
    }

    /// Checks that a server could listen at an address, without taking a port from it: a datagram
    /// socket needs the same address, and its ports are others.
    static func check(host: String, flag: String) async throws(StartError) {
        do {
            let socket = DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: host, port: 0)
            try await socket.get().close()
        } catch {
            throw .cannotListen(host, 0, flag: flag, error)
        }
    }

    var port: Int? { channel.localAddress?.port }

    /// Whether it can be reached only from this machine.
    var isLoopback: Bool {
        switch channel.localAddress {
        case .v4(let address): UInt32(bigEndian: address.address.sin_addr.s_addr) >> 24 == 127
        case .v6: channel.localAddress?.ipAddress == "::1"
        case .unixDomainSocket: true
        case nil: false
        }
    }

    /// Stops accepting connections. Existing ones stay.
    func close() async { try? await channel.close() }
}

/// Thrown when an address is over its connection limit.
struct TooManyConnections: Error {}
