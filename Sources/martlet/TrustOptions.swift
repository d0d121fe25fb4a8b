import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import Foundation

/// The certificates that a command trusts.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "With https: trust the certificates in this PEM file instead of the system's. [MARTLET_CA]",
            valueName: "file"))
    var ca: String?

    /// The security of connections to `address`; `nil` for http.
    ///
    /// - Throws: `ValidationError` if `--ca` can't be used.
    func security(for address: ServerAddress) throws -> ConnectionSecurity? {
        guard address.isSecure else { return nil }
        let variable = ProcessInfo.processInfo.environment["MARTLET_CA"].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = ca ?? variable else {
            do { return try .tls() } catch {
                throw ValidationError(
                    "This machine has no certificates to trust. Install ca-certificates, or give some with --ca FILE.")
            }
        }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw ValidationError("The file \(path) can't be read; --ca takes a file with certificates in PEM.")
        }
        do { return try .tls(trusting: Array(bytes)) } catch {
            throw ValidationError(
                "\(path) holds no certificate in PEM (-----BEGIN CERTIFICATE-----); --ca takes a file with some.")
        }
    }
}

extension UntrustedServer {
    /// The sentence, with the option that helps.
    var advice: String { mayTrustAuthority ? "\(description) Name its file with --ca FILE." : description }
}

extension ServerAddress {
    /// - Throws: `ValidationError` if it is not an address.
    init(option text: String) throws {
        guard let address = ServerAddress(text) else {
            throw ValidationError(
                "\(text) is not a server's address; write it as HOST, https://HOST:PORT or http://HOST:PORT.")
        }
        self = address
    }
}
