import NIOCore
import NIOSSL

/// A TLS failure that retrying does not fix, as a sentence for people.
public struct UntrustedServer: Error, Hashable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// Whether trusting the authority that issued the certificate may help.
    package private(set) var mayTrustAuthority = false

    /// Recognises a TLS failure.
    ///
    /// - Parameters:
    ///   - error: What a transport or a WebSocket threw.
    ///   - host: The server's host, for the sentence.
    /// - Returns: `nil` for any other error.
    public init?(_ error: any Error, host: String) {
        switch error {
        case NIOSSLError.handshakeFailed(let reason):
            let text = String(describing: reason)
            if text.contains("CERTIFICATE_VERIFY_FAILED") {
                description =
                    "The certificate of \(host) is not trusted: it has expired, or this machine does not know the "
                    + "authority that issued it. Trust that authority's certificate."
                mayTrustAuthority = true
            } else if text.contains("WRONG_VERSION_NUMBER") {
                description =
                    "\(host) does not speak TLS on this port. Use http:// in the address, or another port."
            } else {
                return nil
            }
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            description =
                "The certificate of \(host) is for another name. Use the certificate's name in the address, "
                + "or install a certificate for \(host)."
        case is NIOSSLError where error as? NIOSSLError == .unableToValidateCertificate:
            description =
                "The certificate of \(host) could not be checked. Ask its operator to install the certificate with its whole chain."
        default: return nil
        }
    }
}
