import ChatRooms
import ChatServer
import ChatServerTLS
import Logging

/// What `martlet serve` runs with. Made without sources it holds the defaults.
struct ServeSettings: Sendable {
    var server = MartletServer.Configuration()
    var data: String
    var takesFiles = true
    var certificate: String?
    var key: String?
    var logLevel = Logger.Level.notice
    var securityLogLevel = Logger.Level.notice
    var logFormat = LogFormat.text

    /// - Parameter environment: says where the user's data is (`XDG_DATA_HOME`, `HOME`)
    init(environment: [String: String]) {
        data = DataDirectory.standard(environment)
    }

    /// TLS with the files that were named; `nil` for none.
    func tls(_ logger: Logger) throws(StartError) -> ServerTLS? {
        if let certificate, let key { return try ServerTLS(certificate: certificate, key: key, logger: logger) }
        guard certificate == nil, key == nil else {
            throw StartError("--tls-certificate and --tls-key go together: give both, or neither.")
        }
        guard server.redirectPort == nil else {
            throw StartError("--http-redirect-port redirects to https: give --tls-certificate and --tls-key, too.")
        }
        return nil
    }

    /// Messages a second and user; bursts are in proportion. `nil` for no limit.
    var messagesPerSecond: Int? {
        get { server.rate?.perSecond }
        set { server.rate = newValue.map { TokenBucket.Rate(perSecond: $0) } }
    }

    /// Messages a second and address; bursts, bytes, hellos and uploads are in proportion. `nil` for no limit.
    var addressMessagesPerSecond: Int? {
        get { server.addressRates?.messages.perSecond }
        set { server.addressRates = newValue.map { AddressBudget.Rates(messagesPerSecond: $0) } }
    }

    /// New rooms at once; as many again come back within an hour. `nil` for no limit.
    var newRoomsPerUser: Int? {
        get { server.newRooms.user?.burst }
        set { server.newRooms.user = RoomRates(user: newValue).user }
    }

    var newRoomsPerAddress: Int? {
        get { server.newRooms.address?.burst }
        set { server.newRooms.address = RoomRates(address: newValue).address }
    }
}
