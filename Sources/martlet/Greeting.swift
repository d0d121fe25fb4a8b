import ChatSQL
import ChatServer
import Foundation

/// The lines that a server prints when it is ready: its addresses, and what to type.
struct Greeting {
    let addresses: MartletServer.Addresses
    let isLoopback: Bool
    /// Whether the configuration has names under which browsers may open the page.
    let isNamed: Bool
    let data: String
    let store: any SQLStore
    /// When messages are erased; `nil` if they are kept forever.
    let erasing: String?
    /// Makes the first administrator; `nil` if there is one, or no accounts.
    let invite: String?

    func print() {
        var lines = ["Martlet \(ServerVersion.number) is ready."]
        let host = addresses.host.contains(":") ? "[\(addresses.host)]" : addresses.host
        let scheme = addresses.isSecure ? "https" : "http"
        let page = "\(scheme)://\(host):\(addresses.port)/"
        lines.append("  Page    \(page)")
        if !isNamed, !isLoopback {
            lines.append(
                "          Open it by an IP address of this machine. To open it by a name, start with --allow-origin \(scheme)://NAME:\(addresses.port)"
            )
        }
        if let linePort = addresses.linePort {
            let command =
                addresses.linesAreSecure
                ? "openssl s_client -quiet -connect \(host):\(linePort)" : "nc \(addresses.host) \(linePort)"
            lines.append("  Lines   \(command)     then type iam:YOUR-NAME and msg:YOUR-TEXT")
            if !isLoopback {
                let network = addresses.linesAreSecure ? "" : "plain text that others on the network can read, "
                lines.append("          \(network)from users without tokens")
            }
        } else if !isLoopback {
            lines.append("  Lines   off; --line-port 8081 turns them on beyond loopback")
        }
        if let (host, port) = addresses.metrics {
            lines.append("  Metrics http://\(host.contains(":") ? "[\(host)]" : host):\(port)/metrics")
        }
        if let invite {
            lines.append("  Admin   make your account with this link, once: \(page)#invite=\(invite)")
        }
        lines.append("  Data    \(data) (\(store.eventsAtOpening) events)")
        if let erasing { lines.append("  Keep    \(erasing)") }
        StandardOutput.offer(lines.joined(separator: "\n") + "\n")
    }
}
