import ChatCoreNIO
import NIOCore
import NIOSSL

extension ConnectionSecurity {
    /// TLS 1.2 or newer; the server's certificate must be for the host and lead to a root that is trusted.
    /// - Parameter roots: certificates in PEM to trust instead of the system's
    /// - Throws: when `roots` is not PEM, or the system has no certificates
    public static func tls(trusting roots: [UInt8]? = nil) throws -> ConnectionSecurity {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let roots { configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(roots)) }
        let context = try NIOSSLContext(configuration: configuration)
        return ConnectionSecurity { channel, host in
            // An address has no place in the handshake; the certificate is checked against the socket's.
            let name = (try? SocketAddress(ipAddress: host, port: 0)) == nil ? host : nil
            try channel.pipeline.syncOperations.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
        }
    }
}
