import ChatServer
import ChatWire
import Foundation
import NIOSSL

/// The files of a certificate and its key.
struct CertificateFiles: Sendable {
    let certificate: String
    let key: String

    /// The content of the files, ready for use.
    struct Content {
        let context: NIOSSLContext
        /// When the certificate ends, in seconds since 1970.
        let end: Int64
        /// The same, for people.
        let expiry: String
        /// Problems that do not prevent its use.
        let warnings: [String]
    }

    /// How many seconds before a certificate ends the log warns of it: 14 days, like the alert
    /// `MartletCertificateEnds`, or a third of the time for which it is valid, whichever is less.
    /// Programs that renew certificates do it earlier.
    private static func warningSeconds(_ leaf: NIOSSLCertificate) -> time_t {
        min(14 * 86_400, (leaf.notValidAfter - leaf.notValidBefore) / 3)
    }

    /// Changes when a file changes, or a link leads to another file.
    var stamps: [FileStamp?] { [FileStamp(certificate), FileStamp(key)] }

    func read() throws(StartError) -> Content {
        let chain = try readChain()
        guard let leaf = chain.first else { throw Self.noCertificate(certificate) }
        let key = try readKey()
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // For TLS 1.2, only suites with forward secrecy. TLS 1.3 suites are not named here, and
        // always on.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .milliseconds(Limits.tlsCloseDeadline)
        let context: NIOSSLContext
        do { context = try NIOSSLContext(configuration: configuration) } catch {
            throw StartError(
                "The certificate in \(certificate) and the key in \(self.key) can't be used together (\(error)). Give both files of one certificate."
            )
        }
        return Content(
            context: context, end: Int64(leaf.notValidAfter), expiry: Self.text(leaf.notValidAfter),
            warnings: warnings(leaf))
    }

    /// What is wrong with each of the files, or with both together.
    func faults() -> [StartError] {
        var faults: [StartError] = []
        do throws(StartError) { _ = try readChain() } catch { faults.append(error) }
        do throws(StartError) { _ = try readKey() } catch { faults.append(error) }
        if faults.isEmpty { do throws(StartError) { _ = try read() } catch { faults.append(error) } }
        return faults
    }

    private func readChain() throws(StartError) -> [NIOSSLCertificate] {
        let bytes = try Self.bytes(of: certificate, "--tls-certificate")
        do { return try NIOSSLCertificate.fromPEMBytes(bytes) } catch { throw Self.noCertificate(certificate) }
    }

    private func readKey() throws(StartError) -> NIOSSLPrivateKey {
        let bytes = try Self.bytes(of: key, "--tls-key")
        if String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") {
            throw StartError(
                "The key in \(key) is encrypted, and a server has nobody to ask for the password. Decrypt it: openssl pkey -in FILE -out NEWFILE."
            )
        }
        do { return try NIOSSLPrivateKey(bytes: bytes, format: .pem) } catch {
            throw StartError(
                "\(key) holds no key in PEM (-----BEGIN PRIVATE KEY-----). Give the key's file with --tls-key.")
        }
    }

    private func warnings(_ leaf: NIOSSLCertificate) -> [String] {
        var warnings: [String] = []
        let now = time(nil)
        if leaf.notValidAfter < now {
            warnings.append(
                "The certificate in \(certificate) expired on \(Self.text(leaf.notValidAfter)): clients will refuse it. Renew it."
            )
        } else if leaf.notValidAfter - now < Self.warningSeconds(leaf) {
            warnings.append(
                "The certificate in \(certificate) ends on \(Self.text(leaf.notValidAfter)): then clients will refuse it. Renew it, and see why that has not happened by itself."
            )
        } else if leaf.notValidBefore > now {
            warnings.append(
                "The certificate in \(certificate) is not valid before \(Self.text(leaf.notValidBefore)): clients will refuse it. Check the clock."
            )
        }
        if let stamp = FileStamp(key), stamp.isReadableByAll {
            warnings.append("All users of this machine can read the key in \(key). Run chmod o-rwx on it.")
        }
        return warnings
    }

    private static func bytes(of path: String, _ flag: String) throws(StartError) -> [UInt8] {
        guard let stamp = FileStamp(path) else {
            throw StartError("There is no file \(path), or it can't be reached. Check the path given with \(flag).")
        }
        guard stamp.isRegular, stamp.size <= Limits.certificateFileBytes else {
            throw StartError("\(path) is not a file with a certificate or a key. Check the path given with \(flag).")
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw StartError("The file \(path) can't be read. Allow the server's user to read it.")
        }
        return Array(data)
    }

    private static func noCertificate(_ path: String) -> StartError {
        StartError(
            "\(path) holds no certificate in PEM (-----BEGIN CERTIFICATE-----). Give the certificate's file with --tls-certificate."
        )
    }

    private static func text(_ time: time_t) -> String {
        Date(timeIntervalSince1970: TimeInterval(time)).formatted(.iso8601)
    }
}
