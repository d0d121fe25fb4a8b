import ChatNATS
import ChatPostgres
import ChatRooms
import ChatServer
import ChatWire
import Logging

/// What a server of a cluster needs.
extension ServeSettings {
    /// Connects this server with the others of its cluster.
    ///
    /// - Parameter guests: have a key that all servers of the log know, and nobody else
    func makeBus(_ guests: GuestTokens, _ logger: Logger) throws(StartError) -> any ServerBus {
        let onTrouble: @Sendable (String?) -> Void = { trouble in
            if let trouble {
                logger.warning(
                    "This server can't hear the others of its cluster. Their messages arrive up to a second late; typing, read marks and the lists of people are not updated.",
                    metadata: ["error": "\(trouble)"])
            } else {
                logger.notice("This server hears the others of its cluster.")
            }
        }
        do throws(StoreError) {
            guard let bus else { return try PostgresBus(address: store ?? "", onTrouble: onTrouble) }
            let subject = guests.derivedKey(for: "subject of the bus").prefix(16).hexadecimal
            return try NATSBus(
                address: bus, subject: "martlet." + subject, credentials: busCredentials, authority: busAuthority,
                onTrouble: onTrouble)
        } catch {
            throw StartError("\(error)")
        }
    }
}
