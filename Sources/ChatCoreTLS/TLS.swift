import ChatCoreNIO
import NIOCore
import NIOSSL

extension ConnectionSecurity {
    /// TLS 1.2 or newer. The server's certificate must be for the host, and be issued by a trusted
    /// root.
    ///
    /// - Parameter roots: Certificates in PEM to trust instead of the system's.
    ///
    /// - Throws: If `roots` is not PEM, or the system has no certificates.
    public static func tls(trusting roots: [UInt8]? = nil) throws -> ConnectionSecurity {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let roots { configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(roots)) }
        let context = try NIOSSLContext(configuration: configuration)
        return ConnectionSecurity { channel, host in
            // IP addresses are not allowed in the handshake's server name. The certificate is
            // checked against the socket's address.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
        }
    }
}
