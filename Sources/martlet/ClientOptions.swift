import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import Foundation

/// The server of `send`, `tail` and `chat`, and the user: of a token, or a guest with this name.
struct ClientOptions: ParsableArguments {
    @OptionGroup var server: ServerOption

    @Option(help: "The name of a guest. Without one the server chooses a name. [MARTLET_NAME]")
    var name: String?

    @OptionGroup var user: TokenOption
    @OptionGroup var trust: TrustOptions

    func address() throws -> ServerAddress { try server.address() }

    func transport() throws -> CommandTransport {
        let address = try address()
        return CommandTransport(address, security: try trust.security(for: address))
    }

    func displayName() -> String? { name ?? ProcessInfo.processInfo.nonEmpty("MARTLET_NAME") }

    /// The user's token; `nil` for a guest.
    func tokens() throws -> FixedToken? { try user.token().map { FixedToken($0) } }
}
