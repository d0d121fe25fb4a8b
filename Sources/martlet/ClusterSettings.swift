import ChatNATS
import ChatPostgres
import ChatRooms
import ChatServer
import Logging

/// What a server of a cluster needs.
extension ServeSettings {
    /// Throws what keeps this server from serving with others.
    func requireCluster() throws(StartError) {
        guard !standsBy else {
            throw StartError(
                "--standby and --cluster exclude each other: servers of a cluster serve at the same time. Leave --standby out."
            )
        }
        if case .folder = files {
            throw StartError(
                "The servers of a cluster share their files: put them in a bucket with --files s3://BUCKET, or turn them off with --files off."
            )
        }
    }

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
