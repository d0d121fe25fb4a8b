import ChatCore
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// The line protocol as a transport: connects the SDK to Martlet's line port, or to the tutorial's
/// own server.
///
/// There is one room, `lobby`. The server keeps no log, so this value makes one: it begins with the
/// first connection, and all connections share it. Texts sent while nobody was connected are
/// missing. A text may be sent twice if a connection breaks before the text comes back, because the
/// protocol has no message ids. People are identified by their names. Edits, deletions and
/// reactions are refused. Replies, payloads, typing and read marks are not sent.
public struct LineTransport: Transport {
    private let host: String
    private let port: Int
    private let ending: LineClient.Ending
    private let group: any EventLoopGroup
    private let log = LobbyLog.new()

    /// Creates the transport.
    ///
    /// - Parameter ending: What ends a request. The tutorial's server needs
    ///   ``LineClient/Ending/pause``.
    public init(
        host: String, port: Int, ending: LineClient.Ending = .lineFeed,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        self.host = host
        self.port = port
        self.ending = ending
        self.group = group
    }

    /// Connects within 5 seconds.
    ///
    /// - Throws: The network's error.
    public func connect() async throws -> any TransportConnection {
        let (events, sink) = TransportSink.make()
        let (loop, log, ending) = (group.next(), log, ending)
        let endpoint = try await loop.submit {
            NIOLoopBound(Endpoint(LobbyMember(.lines, log: log, sink: sink)), eventLoop: loop)
        }.get()
        let (channel, handler) = try await LineClient.open(host: host, port: port, on: loop) {
            LineClientHandler(
                ending: ending, received: { endpoint.value.received($0) }, ended: { endpoint.value.ended() })
        }
        try await loop.submit { endpoint.value.opened(handler.value, channel) }.get()
        return Connection(events: events, channel: channel, endpoint: endpoint)
    }

    private struct Connection: TransportConnection {
        let events: AsyncStream<TransportEvent>
        let channel: any Channel
        let endpoint: NIOLoopBound<Endpoint>

        func send(_ frame: ClientFrame) async throws {
            try await channel.eventLoop.submit {
                guard channel.isActive else { throw ConnectionEnded() }
                _ = endpoint.value.handle(.request(frame))
            }.get()
        }

        func close(_ code: CloseCode) async {
            channel.close(promise: nil)
            try? await channel.closeFuture.get()
        }
    }

    /// On its event loop only.
    private final class Endpoint {
        private let member: LobbyMember
        /// Released at the end, because its handler retains this.
        private var connection: (handler: LineClientHandler, channel: any Channel)?

        init(_ member: LobbyMember) { self.member = member }

        func opened(_ handler: LineClientHandler, _ channel: any Channel) {
            if channel.isActive { connection = (handler, channel) }
        }

        func ended() {
            connection = nil
            member.closed(nil)
        }

        func received(_ event: LineEvent) -> Bool {
            guard let input = LobbySession.Input(event) else { return true }
            return handle(input)
        }

        func handle(_ input: LobbySession.Input) -> Bool {
            guard let words = member.handle(input) else {
                connection?.channel.close(promise: nil)
                return false
            }
            guard let (handler, channel) = connection else { return true }
            for word in words {
                switch word {
                case .introduce(let author): _ = handler.write("iam:" + author.name.onOneLine, to: channel)
                case .say(_, let text): _ = handler.write("msg:" + text, to: channel)
                }
            }
            return true
        }
    }
}

extension LobbySession.Input {
    /// `nil` if the event does not concern a client.
    init?(_ event: LineEvent) {
        switch event {
        case .joined(let name): self = .arrived(Author(user: .named(name), name: name))
        case .left(let name): self = .departed(Author(user: .named(name), name: name))
        case .message(let name, let text):
            // The protocol has no times, so the time is now.
            self = .said(Author(user: .named(name), name: name), text: text, id: .random(), at: nil)
        case .refused(let error): self = .refused(error)
        case .notice(let text):
            guard let name = LineEvent.nameGiven(in: text) else { return nil }
            self = .renamed(Author(user: .named(name), name: name))
        }
    }
}

extension LineEvent {
    /// The name that Martlet assigned because the requested one was taken.
    fileprivate static func nameGiven(in notice: String) -> String? {
        guard notice.hasPrefix("The name "), notice.hasSuffix("."),
            let words = notice.range(of: " is taken; you are ", options: .backwards)
        else { return nil }
        return String(notice[words.upperBound...].dropLast())
    }
}
