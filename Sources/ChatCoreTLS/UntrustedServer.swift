import NIOCore
import NIOSSL

/// Why TLS with a server failed in a way that trying again does not mend, in a sentence for people.
public struct UntrustedServer: Error, Hashable, CustomStringConvertible {
    public let description: String

    /// - Parameter error: what a transport or a WebSocket threw
    /// - Returns: `nil` for every other error
    public init?(_ error: any Error, host: String) {
        switch error {
        case NIOSSLError.handshakeFailed(let reason):
            let text = String(describing: reason)
            if text.contains("CERTIFICATE_VERIFY_FAILED") {
                description =
                    "The certificate of \(host) is not trusted: it has expired, or comes from an authority that this machine does not know. Its authority's certificate can be given with --ca FILE."
            } else if text.contains("WRONG_VERSION_NUMBER") {
                description =
                    "\(host) does not speak TLS at this port: write the address as http://, or choose another port."
            } else {
                return nil
            }
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            description =
                "The certificate of \(host) is for another name. Use the name that the certificate has, or install one for \(host)."
        case is NIOSSLError where error as? NIOSSLError == .unableToValidateCertificate:
            description = "The certificate of \(host) could not be checked."
        default: return nil
        }
    }
}
