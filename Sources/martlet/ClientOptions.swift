import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import Foundation

/// The server of `send` and `tail`, and the user: of a token, or a guest with this name.
struct ClientOptions: ParsableArguments {
    @Option(
        help: """
            The server's address: HOST, https://HOST:PORT or http://HOST:PORT. The connection uses TLS unless the address says \
            http:// or is this machine's. [MARTLET_SERVER] (default: http://127.0.0.1:8080)
            """
    )
    var server: String?

    @Option(help: "The name of a guest. Without one the server chooses a name. [MARTLET_NAME]")
    var name: String?

    @OptionGroup var user: TokenOption
    @OptionGroup var trust: TrustOptions

    func address() throws -> ServerAddress {
        try ServerAddress(
            option: server ?? ProcessInfo.processInfo.nonEmpty("MARTLET_SERVER") ?? "http://127.0.0.1:8080")
    }

    func transport() throws -> CommandTransport {
        let address = try address()
        return CommandTransport(address, security: try trust.security(for: address))
    }

    func displayName() -> String? { name ?? ProcessInfo.processInfo.nonEmpty("MARTLET_NAME") }

    /// The user's token; `nil` for a guest.
    func tokens() throws -> FixedToken? { try user.token().map { FixedToken($0) } }
}
