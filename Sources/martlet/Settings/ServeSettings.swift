import ChatPreviews
import ChatRooms
import ChatServer
import ChatServerTLS
import ChatTokens
import Logging

/// The settings of `martlet serve`. Initially they are the defaults.
struct ServeSettings: Sendable {
    var server = MartletServer.Configuration()
    var data: String
    /// The address of a PostgreSQL database; `nil` for SQLite in the data folder.
    var store: String?
    /// Whether each standby of PostgreSQL that may be promoted is synchronous.
    var standbysAreSynchronous = false
    /// Whether the server waits for the database while another one has it.
    var standsBy = false
    /// Whether other servers serve the database at the same time.
    var isCluster = false
    /// The address of NATS, over which the servers of a cluster speak; `nil` for the database.
    var bus: String?
    /// A file with the credentials for NATS.
    var busCredentials: String?
    /// A file with certificates that TLS to NATS trusts.
    var busAuthority: String?
    var files = FileStorageChoice.folder
    var showsPreviews = false
    /// Networks whose pages may have previews although they are not public.
    var previewNetworks: [String] = []
    var guests = GuestAccess.on
    var registration = Registration.off
    var tokenKeys: String?
    var tokenIssuer: String?
    var tokenAudience = "martlet"
    var certificate: String?
    var key: String?
    var logLevel = Logger.Level.notice
    var securityLogLevel = Logger.Level.notice
    var logFormat = LogFormat.text

    /// - Parameter environment: Names the user's data folder (`XDG_DATA_HOME`, `HOME`).
    init(environment: [String: String]) {
        data = DataDirectory.standard(environment)
    }

    /// TLS with the named files; `nil` for none.
    func tls(_ logger: Logger) throws(StartError) -> ServerTLS? {
        guard let certificate, let key else { return nil }
        return try ServerTLS(certificate: certificate, key: key, logger: logger)
    }

    /// The authenticator for signed tokens; `nil` if there are none.
    ///
    /// - Parameter others: knows guests and accounts
    func tokens(_ others: any Authenticator, _ logger: Logger) async throws(StartError) -> SignedTokens? {
        guard let tokenKeys, let tokenIssuer else { return nil }
        let configuration = SignedTokens.Configuration(keys: tokenKeys, issuer: tokenIssuer, audience: tokenAudience)
        return try await SignedTokens(configuration, others: others, logger: logger)
    }

    /// The source of link previews; `nil` for none.
    func previews() -> LinkPreviews? { showsPreviews ? LinkPreviews(networks: previewNetworks) : nil }

    /// Messages a second of a user; bursts are in proportion. `nil`: no limit.
    var messagesPerSecond: Int? {
        get { server.rate?.perSecond }
        set { server.rate = newValue.map { TokenBucket.Rate(perSecond: $0) } }
    }

    /// Messages a second of an address; bursts, bytes, hellos and uploads are in proportion. `nil`:
    /// no limit.
    var addressMessagesPerSecond: Int? {
        get { server.addressRates?.messages.perSecond }
        set { server.addressRates = newValue.map { AddressBudget.Rates(messagesPerSecond: $0) } }
    }

    /// Bytes of files that an address stores in a day; of messages a quarter. `nil`: no limit. Has
    /// no effect without ``addressMessagesPerSecond``.
    var addressStoredPerDay: UInt64? {
        get { server.addressRates?.storedPerDay }
        set { server.addressRates?.storedPerDay = newValue }
    }

    /// Seconds after which an empty room without a new event is deleted. `nil`: never.
    var forgetRoomsSeconds: UInt64? {
        get { server.forgetRoomsAfter.map { UInt64(clamping: $0 / 1_000) } }
        set { server.forgetRoomsAfter = newValue.map { Int64(clamping: $0) * 1_000 } }
    }

    /// New rooms at once; as many again within an hour. `nil`: no limit.
    var newRoomsPerUser: Int? {
        get { server.newRooms.user?.burst }
        set { server.newRooms.user = RoomRates(user: newValue).user }
    }

    var newRoomsPerAddress: Int? {
        get { server.newRooms.address?.burst }
        set { server.newRooms.address = RoomRates(address: newValue).address }
    }
}
