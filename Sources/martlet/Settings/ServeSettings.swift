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
}
