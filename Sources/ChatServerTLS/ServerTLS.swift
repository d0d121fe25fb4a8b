import ChatNIO
import ChatServer
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import ServiceLifecycle

/// TLS for a server: a certificate and its key from two files, which are read again when they change.
///
/// Give its ``security`` to `MartletServer.Configuration.security`, and run it as a service beside the server, so that a renewed certificate
/// is taken up. Connections that exist keep the certificate they began with.
public struct ServerTLS: Service {
    private let files: CertificateFiles
    private let context: NIOLockedValueBox<NIOSSLContext>
    private let logger: Logger

    /// Reads both files.
    /// - Parameters:
    ///   - certificate: path of a PEM file: the server's certificate, then those that lead from it to the root
    ///   - key: path of a PEM file with the certificate's key, not encrypted: PKCS#8, RSA or EC
    /// - Throws: a sentence that says what is wrong with the files
    public init(certificate: String, key: String, logger: Logger) throws(StartError) {
        files = CertificateFiles(certificate: certificate, key: key)
        self.logger = logger
        let read = try files.read()
        context = NIOLockedValueBox(read.context)
        for warning in read.warnings { logger.warning("\(warning)") }
    }

    /// For `MartletServer.Configuration.security`.
    public var security: ServerSecurity {
        let report = HandshakeReport(logger: logger)
        return ServerSecurity { [context] channel in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(SocketWriter())
            try pipeline.addHandler(NIOSSLServerHandler(context: context.withLockedValue { $0 }))
            try pipeline.addHandler(HandshakeObserver(report))
        }
    }

    /// Looks at the files every few seconds, until the task is cancelled or told to shut down gracefully.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var known = files.stamps
            while true {
                try await Task.sleep(for: .milliseconds(Limits.certificateInterval))
                let now = files.stamps
                guard now != known else { continue }
                // Certificate and key are two files: both are to be in place.
                try await Task.sleep(for: .milliseconds(Limits.certificatePause))
                guard files.stamps == now else { continue }
                known = now
                reload()
            }
        }
    }

    /// Reads the files now. Where they can't be used, the server keeps what it has, and the log says why.
    public func reload() {
        do throws(StartError) {
            let read = try files.read()
            context.withLockedValue { $0 = read.context }
            logger.notice("The certificate was read again.", metadata: ["expires": "\(read.expiry)"])
            for warning in read.warnings { logger.warning("\(warning)") }
        } catch {
            logger.error(
                "The new certificate can't be used; the server keeps the one it has.", metadata: ["error": "\(error)"])
        }
    }
}
