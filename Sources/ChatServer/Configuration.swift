import ChatNIO
import ChatRooms
import ChatWire
import Logging

extension MartletServer {
    /// The configuration of a server. Defaults are safe: loopback only, same origin only, every
    /// limit on.
    public struct Configuration: Sendable {
        /// The address for HTTP and WebSockets; by default loopback.
        public var host = "127.0.0.1"
        /// The port for HTTP and WebSockets; 0 takes any free one.
        public var port = 8080
        /// The port of the line protocol, on the same address; 0 takes any free one, `nil` turns it
        /// off. By default 8081 on a loopback address and `nil` on others, because lines are plain
        /// text and their users have no tokens.
        public var linePort: Int? {
            get {
                guard let chosenLinePort else { return listensOnLoopback ? 8081 : nil }
                return chosenLinePort.port
            }
            set { chosenLinePort = ChosenPort(port: newValue) }
        }
        private var chosenLinePort: ChosenPort?
        /// Makes the connections of ``port`` secure, for example with `ServerTLS` of
        /// `ChatServerTLS`; `nil`: plain HTTP.
        public var security: ServerSecurity?
        /// Whether ``security`` applies to the line port, too.
        public var securesLines = true
        /// A port for plain HTTP that only redirects to ``port``; 0 takes any free one. Only with
        /// ``security``.
        public var redirectPort: Int?
        /// Whether SwiftChat clients may connect (WebSocket `/chat`). They have no tokens: they
        /// choose their names and ids themselves.
        public var acceptsSwiftChat = true
        /// Addresses and networks (`10.0.0.0/8`) of proxies whose statements about their clients'
        /// addresses are believed.
        public var trustedProxies: [String] = []
        /// How these proxies name the client for the page and WebSockets.
        public var proxyHeader = ProxyHeaderKind.xForwardedFor
        /// Whether connections of trusted proxies to the line port begin with a header of the PROXY
        /// protocol.
        public var linesFromProxy = false
        /// The address and port of `/metrics`, such as `127.0.0.1:9090`. `nil`: metrics are beside
        /// the page, on loopback only.
        public var metrics: String?
        /// Origins whose pages may connect, such as `https://chat.example.org`. The server's own
        /// page needs no entry if it is loaded by an IP address, as `localhost` or as ``host``.
        /// Under another name it does.
        public var allowedOrigins: [String] = []
        /// Connects this server with the others that append to the same log
        /// (`MessageStore.isShared`); `nil` if it is alone. The server ends it.
        public var bus: (any ServerBus)?
        /// Signs the addresses of files: 32 bytes, the same on all servers that share a log. `nil`
        /// makes a key at each start, and addresses are invalid after it.
        public var fileAddressKey: [UInt8]?
        /// A user's rate limit; `nil` for none.
        public var rate: TokenBucket.Rate? = TokenBucket.Rate()
        /// The rate limits of all users of one address together; `nil` for none. There is none
        /// without ``rate``, and none for 127.0.0.1 and ::1.
        public var addressRates: AddressBudget.Rates? = AddressBudget.Rates()
        /// How many new rooms a user and an address may create; 127.0.0.1 and ::1 are limited, too.
        public var newRooms = RoomRates()
        /// The maximum of connections from one address; 127.0.0.1 and ::1 have no limit.
        public var connectionsPerAddress = Limits.connectionsPerAddress
        /// The maximum of connections of all listeners. It is never more than ``DescriptorBudget``
        /// has room for; `nil` means that number.
        public var maximumConnections: Int?
        /// The folder for the bytes of files, created if necessary; `nil`: the server does not
        /// accept files. It belongs to the store: at start, everything in it that the store does
        /// not know is deleted, or set aside (``unknownFiles``).
        public var files: String?
        /// Makes a folder, and returns its path: at start, files that the store does not know are
        /// moved there. Set it if the store may have lost messages. `nil`: they are deleted.
        public var unknownFiles: (@Sendable () throws -> String)?
        /// Where complete files are; `nil`: in the folder ``files``, which only has files on their
        /// way otherwise, and those that were complete before.
        public var objects: (any ObjectStore)?
        /// Where files were while ``files`` was set. If the folder exists and ``files`` is `nil`,
        /// the server deletes the bytes of files from it whose messages are deleted.
        public var formerFiles: String?
        /// The file with the operator's filter list; `nil`: none.
        public var filter: String?
        /// The maximum size of all files of one user, in bytes.
        public var fileBytesPerUser = Limits.fileBytesPerUser
        /// How long messages are kept.
        public var retention = Retention()
        /// The time in milliseconds after which an empty room without a new event is deleted with
        /// all its content; `nil`: never. The lobby is kept.
        public var forgetRoomsAfter: Int64?
        /// The path of the unix domain socket through which commands reach the running server;
        /// `nil`: none.
        public var controlSocket: String?
        /// The maximum size of a file in bytes, at most ``Limits/fileBytes``.
        public var fileBytes = UInt64(Limits.fileBytes)
        /// How many seconds a file waits for its message.
        public var unusedFileSeconds = UInt64(Limits.unusedFileAge / 1_000)
        /// The maximum of connections of one user.
        public var connectionsPerUser = Limits.connectionsPerUser
        /// The maximum of events in a page of history, at most ``Limits/pageEvents``.
        public var pageEvents = Limits.pageEvents
        /// The number of threads that serve connections; `nil`: one for each core.
        public var eventLoops: Int?

        /// The defaults of `martlet serve`.
        public init() {}

        /// Whether ``host`` can be reached only from this machine.
        public var listensOnLoopback: Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.split(separator: ".").count == 4
        }

        private struct ChosenPort: Sendable {
            let port: Int?
        }

        /// Whether `text` is valid in ``allowedOrigins``.
        public static func isOrigin(_ text: String) -> Bool { OriginRule.isOrigin(text) }

        /// Whether `text` is valid for ``metrics``.
        public static func isMetricsAddress(_ text: String) -> Bool { endpoint(text) != nil }

        /// ``metrics`` in its parts.
        package var metricsEndpoint: (host: String, port: Int)? { metrics.flatMap(Self.endpoint) }

        /// Splits a text such as `127.0.0.1:9090` or `[::1]:9090`.
        static func endpoint(_ text: String) -> (host: String, port: Int)? {
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                (0...65_535).contains(port)
            else { return nil }
            let host = text[..<colon]
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            guard !host.isEmpty, isBracketed || !host.contains(":") else { return nil }
            return (String(isBracketed ? host.dropFirst().dropLast() : host), port)
        }

        /// Why a server can't listen on ``host``, and on the host of ``metrics``. No port is taken.
        package func addressFaults() async -> [StartError] {
            var faults: [StartError] = []
            let hosts = [(host, "--host")] + (metricsEndpoint.map { [($0.host, "--metrics")] } ?? [])
            for (host, flag) in hosts {
                do throws(StartError) { try await Listener.check(host: host, flag: flag) } catch {
                    faults.append(error)
                }
            }
            return faults
        }

        /// Checks that the list in ``filter`` can be used.
        package func checkFilter(_ logger: Logger) throws(StartError) {
            if let filter { _ = try ContentFilter(path: filter, logger: logger) }
        }

        /// Whether `text` is valid in ``trustedProxies``.
        public static func isNetwork(_ text: String) -> Bool { AddressNetwork(text) != nil }
    }
}
