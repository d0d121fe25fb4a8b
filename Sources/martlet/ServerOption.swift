import ArgumentParser
import ChatCore
import Foundation

extension ServerAddress {
    /// The host and the port.
    var forPeople: String { "\(host):\(port)" }
}

/// The server that a command asks.
struct ServerOption: ParsableArguments {
    @Option(
        help: """
            The server's address: HOST, https://HOST:PORT or http://HOST:PORT. The connection uses TLS unless the address says \
            http:// or is this machine's. [MARTLET_SERVER] (default: http://127.0.0.1:8080)
            """
    )
    var server: String?

    func address() throws -> ServerAddress {
        let variable = ProcessInfo.processInfo.nonEmpty("MARTLET_SERVER")
        return try ServerAddress(option: server ?? variable ?? "http://127.0.0.1:8080")
    }
}
