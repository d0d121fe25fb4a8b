import NIOCore
import NIOPosix
import NIOSSL

/// A proxy like those in front of servers in production: it speaks TLS to clients, and passes on
/// what they send to a port of this machine.
enum TLSProxy {
    /// - Returns: the listening channel, on a free port
    static func start(to port: Int) async throws -> any Channel {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: certificates, privateKey: key))
        return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(NIOSSLServerHandler(context: context), Relay())
                }.flatMap { connect(channel, to: port) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    private static func connect(_ client: any Channel, to port: Int) -> EventLoopFuture<Void> {
        ClientBootstrap(group: client.eventLoop)
            .channelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    let back = Relay()
                    back.other = client
                    try server.pipeline.syncOperations.addHandler(back)
                    try client.pipeline.syncOperations.handler(type: Relay.self).other = server
                }
            }
            .connect(host: "127.0.0.1", port: port).map { _ in }
    }

    /// For localhost and 127.0.0.1, signed by itself, good until 2120.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
        c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
        CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFin5SxY0ce5hxxS
        MDWbh35QhDnwuzIBAkfclahOIqMGClL73gdlnnuLzAlDEoPxAMgrfeCdLRMvPvIh
        Xwg1dt6jTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
        BTADAQH/MB0GA1UdDgQWBBTtEJJKetUgvB89PNWIaA5N1r985DAKBggqhkjOPQQD
        AgNIADBFAiEA6HjOPkr52ZKvNbb70Q0PgBYHSFo66jCUa6gxEUXWK9YCIEFLDWq2
        DzK0Ai9aXwHtnhfQK1HC0b8o2XP/NIp4tMyY
        -----END CERTIFICATE-----
        """

    /// Not a secret: it is published here.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDGHKOo+qEwQE1cCn
        1ZkQmuIUZZ/YAUbFtBcpLyeb26mhRANCAARYp+UsWNHHuYccUjA1m4d+UIQ58Lsy
        AQJH3JWoTiKjBgpS+94HZZ57i8wJQxKD8QDIK33gnS0TLz7yIV8INXbe
        -----END PRIVATE KEY-----
        """
}

/// Passes what it reads on to another channel of its event loop. When one of them closes, so does
/// the other.
private final class Relay: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var other: (any Channel)?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other?.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other?.close(promise: nil)
        other = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
