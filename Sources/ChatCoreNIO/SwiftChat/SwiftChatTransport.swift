import ChatCore
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// SwiftChat's protocol as a transport: the WebSocket at `/chat` of the tutorial's server, or of
/// Martlet.
///
/// There is one room, `lobby`. The server keeps no log, so this value makes one: it begins with the
/// first connection, and all connections share it. Texts sent while nobody was connected are
/// missing. A text may be sent twice if a connection breaks before the server echoes it. The
/// transport draws a random user id and stores it as the token. The server sends this id to
/// everyone, so that everyone can send as this user. Presence is unknown. Edits, deletions and
/// reactions are refused. Replies, payloads, typing and read marks are not sent.
public struct SwiftChatTransport: Transport {
    private let address: ServerAddress
    private let security: ConnectionSecurity?
    private let group: any EventLoopGroup
    private let log = LobbyLog.new()

    /// Creates the transport. The parameters are those of ``NIOTransport/init(_:security:on:)``.
    public init(
        _ address: ServerAddress, security: ConnectionSecurity? = nil,
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) {
        self.address = address
        self.security = security
        self.group = group
    }

    /// Connects.
    ///
    /// - Throws: Like ``NIOTransport/connect()``.
    public func connect() async throws -> any TransportConnection {
        let (events, sink) = TransportSink.make()
        let (loop, log) = (group.next(), log)
        let endpoint = try await loop.submit {
            NIOLoopBound(Endpoint(LobbyMember(.swiftChat, log: log, sink: sink)), eventLoop: loop)
        }.get()
        let socket = try await WebSocketChannel.connect(
            to: address, path: "/chat", security: security, on: loop,
            listener: .init(
                received: { endpoint.value.received($0) }, closed: { endpoint.value.closed($0) }))
        try await loop.submit { endpoint.value.opened(socket) }.get()
        return Connection(events: events, loop: loop, socket: socket, endpoint: endpoint)
    }

    private struct Connection: TransportConnection {
        let events: AsyncStream<TransportEvent>
        let loop: any EventLoop
        let socket: WebSocketChannel
        let endpoint: NIOLoopBound<Endpoint>

        func send(_ frame: ClientFrame) async throws {
            try await loop.submit { try endpoint.value.handle(.request(frame)) }.get()
        }

        func close(_ code: CloseCode) async { await socket.close(code) }
    }

    /// On its event loop only.
    private final class Endpoint {
        private let member: LobbyMember
        /// `nil` after the end: the socket's listener retains this endpoint.
        private var socket: WebSocketChannel?
        private var isClosed = false

        init(_ member: LobbyMember) { self.member = member }

        func opened(_ socket: WebSocketChannel) {
            if !isClosed { self.socket = socket }
        }

        func closed(_ code: CloseCode?) {
            isClosed = true
            socket = nil
            member.closed(code)
        }

        func received(_ text: ByteBuffer) -> Bool {
            guard let delivery = SwiftChatDelivery(json: text.readableBytesView) else { return true }
            return (try? handle(delivery.input)) != nil
        }

        func handle(_ input: LobbySession.Input) throws {
            guard !isClosed, let words = member.handle(input) else { throw ConnectionEnded() }
            for case .say(let author, let text) in words {
                var writer = JSONWriter()
                SwiftChatFrame.Submitted(message: text, user: author.name, userID: author.user).write(to: &writer)
                try socket?.write(writer.bytes)
            }
        }
    }
}
