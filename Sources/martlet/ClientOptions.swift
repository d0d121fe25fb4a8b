import ArgumentParser
import ChatCoreNIO
import Foundation

/// Which server `send` and `tail` talk to, and as whom.
struct ClientOptions: ParsableArguments {
    @Option(help: "The server's address as http://HOST:PORT. [MARTLET_SERVER] (default: http://127.0.0.1:8080)")
    var server: String?

    @Option(help: "The name to go by; without one the server gives one. [MARTLET_NAME]")
    var name: String?

    func address() throws -> ServerAddress {
        let text = server ?? environment("MARTLET_SERVER") ?? "http://127.0.0.1:8080"
        guard let address = ServerAddress(text), !address.isSecure else {
            throw ValidationError(
                "\(text) is not a server's address; write it as http://HOST:PORT. (https is not supported yet.)")
        }
        return address
    }

    func displayName() -> String? { name ?? environment("MARTLET_NAME") }

    private func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
