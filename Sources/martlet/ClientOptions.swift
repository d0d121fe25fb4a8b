import ArgumentParser
import ChatCore
import ChatCoreNIO
import ChatCoreTLS
import Foundation

/// The server of `send` and `tail`, and the name to use.
struct ClientOptions: ParsableArguments {
    @Option(
        help: """
            The server's address: HOST, https://HOST:PORT or http://HOST:PORT. The connection uses TLS unless the address says \
            http:// or is this machine's. [MARTLET_SERVER] (default: http://127.0.0.1:8080)
            """
    )
    var server: String?

    @Option(help: "The name to use. Without one the server chooses a name. [MARTLET_NAME]")
    var name: String?

    @OptionGroup var trust: TrustOptions

    func address() throws -> ServerAddress {
        try ServerAddress(option: server ?? environment("MARTLET_SERVER") ?? "http://127.0.0.1:8080")
    }

    func transport() throws -> CommandTransport {
        let address = try address()
        return CommandTransport(address, security: try trust.security(for: address))
    }

    func displayName() -> String? { name ?? environment("MARTLET_NAME") }

    private func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
