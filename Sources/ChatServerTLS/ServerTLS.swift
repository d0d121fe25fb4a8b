import ChatNIO
import ChatServer
import ChatWire
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOSSL
import ServiceLifecycle

/// TLS for a server. The certificate and its key are in two files, which are read again when they
/// change.
///
/// Assign ``security`` to `MartletServer.Configuration.security`, and run this as a service beside
/// the server, so that a renewed certificate is used. Existing connections keep their certificate.
public struct ServerTLS: Service {
    /// The stamps of the files that ``init(certificate:key:logger:)`` read.
    private let loaded: [FileStamp?]
    private let files: CertificateFiles
    /// What new connections get.
    private let inUse: NIOLockedValueBox<(context: NIOSSLContext, certificateEnd: Int64)>
    private let logger: Logger

    /// Reads both files.
    ///
    /// - Parameters:
    ///   - certificate: The path of a PEM file: the server's certificate, then those that lead from
    ///     it to the root.
    ///   - key: The path of a PEM file with the certificate's unencrypted key: PKCS#8, RSA or EC.
    ///   - logger: Logs reloads and failed handshakes.
    /// - Throws: A sentence that says what is wrong with the files.
    public init(certificate: String, key: String, logger: Logger) throws(StartError) {
        files = CertificateFiles(certificate: certificate, key: key)
        self.logger = logger
        // Before they are read: what changes from now on is read again.
        loaded = files.stamps
        let read = try files.read()
        inUse = NIOLockedValueBox((read.context, read.end))
        for warning in read.warnings { logger.warning("\(warning)") }
    }

    /// Everything that keeps the files from being used. ``init(certificate:key:logger:)`` throws
    /// only the first.
    package static func faults(certificate: String, key: String) -> [StartError] {
        CertificateFiles(certificate: certificate, key: key).faults()
    }

    /// For `MartletServer.Configuration.security`.
    public var security: ServerSecurity {
        let report = HandshakeReport(logger: logger)
        return ServerSecurity(certificateEnd: { [inUse] in inUse.withLockedValue(\.certificateEnd) }) {
            [inUse] channel in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(SocketWriter())
            try pipeline.addHandler(NIOSSLServerHandler(context: inUse.withLockedValue(\.context)))
            try pipeline.addHandler(HandshakeObserver(report))
        }
    }

    /// Checks the files every few seconds, until the task is cancelled or told to shut down
    /// gracefully.
    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var known = loaded
            while true {
                try await Task.sleep(for: .milliseconds(Limits.certificateInterval))
                let now = files.stamps
                guard now != known else { continue }
                // Certificate and key are two files: wait until both are in place.
                try await Task.sleep(for: .milliseconds(Limits.certificatePause))
                guard files.stamps == now else { continue }
                known = now
                reload()
            }
        }
    }

    /// Reads the files now. If they can't be used, the server keeps the old ones, and the log says
    /// why.
    public func reload() {
        do throws(StartError) {
            let read = try files.read()
            inUse.withLockedValue { $0 = (read.context, read.end) }
            logger.notice("The certificate was read again.", metadata: ["expires": "\(read.expiry)"])
            for warning in read.warnings { logger.warning("\(warning)") }
        } catch {
            logger.error(
                "The new certificate can't be used; the server keeps the one it has.", metadata: ["error": "\(error)"])
        }
    }
}
