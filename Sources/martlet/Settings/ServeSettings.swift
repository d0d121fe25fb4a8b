import ChatRooms
import ChatServer
import Logging

/// What `martlet serve` runs with. Made without sources it holds the defaults.
struct ServeSettings: Sendable {
    var server = MartletServer.Configuration()
    var data: String
    var takesFiles = true
    var logLevel = Logger.Level.notice
    var logFormat = LogFormat.text

    /// - Parameter environment: says where the user's data is (`XDG_DATA_HOME`, `HOME`)
    init(environment: [String: String]) {
        data = DataDirectory.standard(environment)
    }

    /// Messages a second and user; bursts are in proportion. `nil` for no limit.
    var messagesPerSecond: Int? {
        get { server.rate?.perSecond }
        set { server.rate = newValue.map { TokenBucket.Rate(perSecond: $0) } }
    }
}
