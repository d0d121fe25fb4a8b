import ChatSQLite
import ChatServer
import Foundation

/// The lines a server prints when it is ready: where to go, and what to type.
struct Greeting {
    let addresses: MartletServer.Addresses
    let data: String
    let store: SQLiteStore

    func print() {
        var lines = ["Martlet \(ServerVersion.number) is ready."]
        let host = addresses.host.contains(":") ? "[\(addresses.host)]" : addresses.host
        lines.append("  Page    http://\(host):\(addresses.port)/")
        if let linePort = addresses.linePort {
            lines.append("  Lines   nc \(addresses.host) \(linePort)     then type iam:YOUR-NAME and msg:YOUR-TEXT")
        }
        lines.append("  Data    \(data) (\(store.eventsAtOpening) messages)")
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
