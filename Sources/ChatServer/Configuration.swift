import ChatNIO
import ChatRooms
import ChatWire

extension MartletServer {
    /// How a server is set up. The defaults are safe: loopback only, same origin only, every limit on.
    public struct Configuration: Sendable {
        /// The address HTTP and WebSocket listen on; loopback unless said otherwise.
        public var host = "127.0.0.1"
        /// The port of HTTP and WebSocket; 0 takes any that is free.
        public var port = 8080
        /// The port of the line protocol, on the same address; 0 takes any that is free, `nil` leaves it out. Until it is set it is 8081
        /// on a loopback address and `nil` on any other: lines are plain text, and their users have no token.
        public var linePort: Int? {
            get {
                guard let chosenLinePort else { return listensOnLoopback ? 8081 : nil }
                return chosenLinePort.port
            }
            set { chosenLinePort = ChosenPort(port: newValue) }
        }
        private var chosenLinePort: ChosenPort?
        /// Makes the connections of ``port`` secure, with `ServerTLS` of `ChatServerTLS` for one; `nil` for plain HTTP.
        public var security: ServerSecurity?
        /// Whether ``security`` is for the line port, too.
        public var securesLines = true
        /// A port for plain HTTP that only redirects to ``port``; 0 takes any that is free. Only with ``security``.
        public var redirectPort: Int?
        /// Whether clients of the SwiftChat protocol may connect (WebSocket `/chat`). They have no tokens: names and ids are what they say.
        public var acceptsSwiftChat = true
        /// Addresses and networks (`10.0.0.0/8`) of proxies that are believed what they say about their clients' addresses.
        public var trustedProxies: [String] = []
        /// How they say it for the page and WebSockets.
        public var proxyHeader = ProxyHeaderKind.xForwardedFor
        /// Whether connections of trusted proxies to the line port begin with a header of the PROXY protocol.
        public var linesFromProxy = false
        /// The address and port of `/metrics`, such as `127.0.0.1:9090`; `nil` shows them beside the page, but on loopback only.
        public var metrics: String?
        /// Origins whose pages may connect, such as `https://chat.example.org`. The server's own page may where it was loaded by an
        /// address, as `localhost` or as ``host``; under another name it is one of these.
        public var allowedOrigins: [String] = []
        /// How often one user may send; `nil` for no limit.
        public var rate: TokenBucket.Rate? = TokenBucket.Rate()
        /// What all users of one address may do together; `nil` for no limit, as there is none without ``rate`` and for 127.0.0.1 and ::1.
        public var addressRates: AddressBudget.Rates? = AddressBudget.Rates()
        /// How many new rooms a user and an address may make, 127.0.0.1 and ::1 among them.
        public var newRooms = RoomRates()
        /// Connections from one address; 127.0.0.1 and ::1 have no limit.
        public var connectionsPerAddress = Limits.connectionsPerAddress
        /// Connections of all listeners; never more than ``DescriptorBudget`` finds room for, which is what `nil` means.
        public var maximumConnections: Int?
        /// The folder in which the bytes of files lie, made where there is none; `nil` for a server that takes no files. It belongs to
        /// the store: what is in it and not in the store is removed at start.
        public var files: String?
        /// Bytes of all files of one user.
        public var fileBytesPerUser = Limits.fileBytesPerUser
        /// How long messages stay.
        public var retention = Retention()
        /// Bytes of one file, at most ``Limits/fileBytes``.
        public var fileBytes = UInt64(Limits.fileBytes)
        /// Seconds that a file waits for its message.
        public var unusedFileSeconds = UInt64(Limits.unusedFileAge / 1_000)
        /// Connections of one user.
        public var connectionsPerUser = Limits.connectionsPerUser
        /// Events of a page of history, at most ``Limits/pageEvents``.
        public var pageEvents = Limits.pageEvents
        /// Threads that serve connections; one a core where `nil`.
        public var eventLoops: Int?

        public init() {}

        /// Whether ``host`` can be reached from this machine only.
        public var listensOnLoopback: Bool {
            host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.split(separator: ".").count == 4
        }

        private struct ChosenPort: Sendable {
            let port: Int?
        }

        /// Whether `text` can stand in ``allowedOrigins``.
        public static func isOrigin(_ text: String) -> Bool { OriginRule.isOrigin(text) }

        /// Whether `text` can be ``metrics``.
        public static func isMetricsAddress(_ text: String) -> Bool { endpoint(text) != nil }

        /// The address and the port of a text such as `127.0.0.1:9090` or `[::1]:9090`.
        static func endpoint(_ text: String) -> (host: String, port: Int)? {
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                (0...65_535).contains(port)
            else { return nil }
            let host = text[..<colon]
            let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
            guard !host.isEmpty, isBracketed || !host.contains(":") else { return nil }
            return (String(isBracketed ? host.dropFirst().dropLast() : host), port)
        }

        /// Whether `text` can stand in ``trustedProxies``.
        public static func isNetwork(_ text: String) -> Bool { AddressNetwork(text) != nil }
    }
}
