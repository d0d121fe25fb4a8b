import ArgumentParser
import ChatRooms
import ChatServer
import ChatWire
import Logging

/// What `martlet serve` can be told. A flag wins over its environment variable, and that over the default.
struct ServeOptions: ParsableArguments {
    @Option(
        help:
            "The address to listen on. Others than loopback are reachable from elsewhere. [MARTLET_HOST] (default: 127.0.0.1)"
    )
    var host: String?

    @Option(help: "The port of the page and of WebSockets; 0 takes any free one. [MARTLET_PORT] (default: 8080)")
    var port: Int?

    @Option(
        help:
            "The port of the line protocol (nc); 0 takes any free one, off leaves it out. [MARTLET_LINE_PORT] (default: 8081)"
    )
    var linePort: String?

    @Option(
        help: "The folder of the database. [MARTLET_DATA] (default: $XDG_DATA_HOME/martlet or ~/.local/share/martlet)")
    var data: String?

    @Option(
        name: .customLong("allow-origin"),
        help:
            "A web origin, as https://chat.example.org, whose pages may connect; repeat it for more. Needed for the server's own page where it is reached by a name other than localhost. [MARTLET_ALLOW_ORIGIN, separated by commas]"
    )
    var allowedOrigins: [String] = []

    @Option(
        help:
            "Messages a second and user, bursts of five times that; off for no limit. [MARTLET_RATE_LIMIT] (default: 20)"
    )
    var rateLimit: String?

    @Option(
        help: "Connections from one address; 127.0.0.1 and ::1 have no limit. [MARTLET_CONNECTIONS_PER_ADDRESS] (default: 64)")
    var connectionsPerAddress: Int?

    @Option(help: "on, or off to take no files (photos, videos, …) with messages. [MARTLET_FILES] (default: on)")
    var files: Switch?

    @Option(help: "trace, debug, info, notice, warning, error or critical. [MARTLET_LOG_LEVEL] (default: notice)")
    var logLevel: Logger.Level?

    @Option(help: "text or json, a line an entry, on standard error. [MARTLET_LOG_FORMAT] (default: text)")
    var logFormat: LogFormat?
}

enum Switch: String, ExpressibleByArgument {
    case on, off
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The options with the environment and the defaults behind them.
struct ServeSettings {
    var server: MartletServer.Configuration
    var data: String
    var takesFiles: Bool
    var logLevel: Logger.Level
    var logFormat: LogFormat

    /// - Throws: `ValidationError` naming the option and what it may be.
    init(_ options: ServeOptions, environment: [String: String]) throws {
        let variables = Variables(environment)
        var server = MartletServer.Configuration()
        server.host = options.host ?? variables["HOST"] ?? server.host
        server.port = try Self.port(options.port.map(String.init) ?? variables["PORT"], or: server.port, "--port")
        server.linePort = try Self.linePort(options.linePort ?? variables["LINE_PORT"], or: server.linePort)
        let origins = variables["ALLOW_ORIGIN"]?.split(separator: ",").map(String.init) ?? []
        server.allowedOrigins = try Self.origins(options.allowedOrigins.isEmpty ? origins : options.allowedOrigins)
        server.rate = try Self.rate(options.rateLimit ?? variables["RATE_LIMIT"], or: server.rate)
        server.connectionsPerAddress = try Self.number(
            options.connectionsPerAddress.map(String.init) ?? variables["CONNECTIONS_PER_ADDRESS"],
            or: server.connectionsPerAddress, "--connections-per-address", in: 1...1_000_000)
        self.server = server
        data = options.data ?? variables["DATA"] ?? DataDirectory.standard(environment)
        takesFiles = try (options.files ?? Self.choice(variables["FILES"], "MARTLET_FILES") ?? .on) == .on
        logLevel = try options.logLevel ?? Self.choice(variables["LOG_LEVEL"], "MARTLET_LOG_LEVEL") ?? .notice
        logFormat = try options.logFormat ?? Self.choice(variables["LOG_FORMAT"], "MARTLET_LOG_FORMAT") ?? .text
    }

    private static func port(_ text: String?, or standard: Int, _ flag: String) throws -> Int {
        try number(text, or: standard, flag, in: 0...65_535)
    }

    private static func linePort(_ text: String?, or standard: Int?) throws -> Int? {
        text == "off" ? nil : try port(text, or: standard ?? 0, "--line-port")
    }

    private static func origins(_ texts: [String]) throws -> [String] {
        for text in texts where !MartletServer.Configuration.isOrigin(text) {
            throw ValidationError(
                "--allow-origin \(text) is not an origin; write it as https://chat.example.org, without a path.")
        }
        return texts
    }

    private static func rate(_ text: String?, or standard: TokenBucket.Rate?) throws -> TokenBucket.Rate? {
        guard let text else { return standard }
        if text == "off" { return nil }
        return TokenBucket.Rate(perSecond: try number(text, or: 0, "--rate-limit", in: 1...1_000_000))
    }

    private static func number(_ text: String?, or standard: Int, _ flag: String, in range: ClosedRange<Int>) throws
        -> Int
    {
        guard let text else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw ValidationError(
                "\(flag) takes a number from \(range.lowerBound) to \(range.upperBound), not \(text).")
        }
        return number
    }

    private static func choice<Choice: ExpressibleByArgument>(_ text: String?, _ name: String) throws -> Choice? {
        guard let text else { return nil }
        guard let choice = Choice(argument: text) else {
            throw ValidationError("\(name) can't be \(text). See martlet serve --help for what it may be.")
        }
        return choice
    }

    /// The environment's `MARTLET_…`; an empty one counts as absent.
    private struct Variables {
        private let environment: [String: String]

        init(_ environment: [String: String]) { self.environment = environment }

        subscript(name: String) -> String? {
            environment["MARTLET_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
