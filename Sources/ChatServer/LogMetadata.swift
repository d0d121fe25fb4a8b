import ChatRooms
import ChatWire
import Logging

extension LoopTable {
    /// A log entry's metadata about a connection: its number and protocol, never its content or its
    /// user.
    func metadata(_ connection: ConnectionID, _ protocolName: String) -> Logger.Metadata {
        ["connection": "\(index)-\(connection)", "protocol": "\(protocolName)"]
    }

    func metadata(_ connection: ConnectionID, _ protocolName: String, _ code: CloseCode?) -> Logger.Metadata {
        var metadata = metadata(connection, protocolName)
        metadata["code"] = code.map { "\($0.number)" }
        return metadata
    }

    func metadata(_ connection: ConnectionID, _ protocolName: String, _ error: WireError) -> Logger.Metadata {
        var metadata = metadata(connection, protocolName)
        metadata["error"] = "\(error.code)"
        return metadata
    }
}
