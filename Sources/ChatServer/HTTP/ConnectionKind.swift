import ChatNIO
import ChatRooms
import ChatWire
import NIOCore
import NIOHTTP1

/// The WebSocket paths, and whether a request for one may be upgraded.
enum ConnectionKind: String, CaseIterable {
    case v1 = "/v1"
    case swiftChat = "/chat"

    /// The kind a request's path asks for; a query is ignored.
    init?(uri: String) {
        self.init(rawValue: String(uri.prefix { $0 != "?" }))
    }
}

extension MartletServer.Configuration {
    /// The WebSocket paths that this server has.
    var connectionKinds: [ConnectionKind] { acceptsSwiftChat ? ConnectionKind.allCases : [.v1] }
}

/// Decides whether a handshake is let through.
struct HandshakeRule: Sendable {
    let origins: OriginRule
    /// The WebSocket paths that the server has.
    var kinds = ConnectionKind.allCases

    /// Why a request to a WebSocket path is refused, with the HTTP status that says so; `nil` when it may be upgraded.
    func refusal(of head: HTTPRequestHead) -> HandshakeRefusal? {
        guard head.method == .GET else { return HandshakeRefusal(.methodNotAllowed, "Only GET opens a WebSocket.") }
        if let status = WebSocketHandshake.refusal(of: head) {
            return HandshakeRefusal(status, "This path speaks WebSocket (RFC 6455), version 13.")
        }
        return refusal(ofProper: head)
    }

    /// The same for a request that is a proper handshake: all that matters then is which page opens it.
    func refusal(ofProper head: HTTPRequestHead) -> HandshakeRefusal? {
        let host = head.headers.first(name: "host")
        guard origins.permits(origin: head.headers["origin"], host: host) else {
            return misdirected(host)
                ?? HandshakeRefusal(
                    .forbidden, "Pages of this origin may not connect; the operator can allow it with --allow-origin.")
        }
        return nil
    }

    /// Whether a page of this origin may send and read files.
    func permits(_ origin: [String], host: String?) -> Bool { origins.permits(origin: origin, host: host) }

    /// Why a page may not be had, or may not connect, under this name; `nil` for a name of this server.
    /// - Parameter isSecure: whether it is known to be asked for over https
    func misdirected(_ host: String?, isSecure: Bool = false) -> HandshakeRefusal? {
        guard let host, !origins.knows(host: host) else { return nil }
        let name = host.prefix(Limits.hostBytes + ":65535".count)
        let origin =
            isSecure
            ? "https://\(name)."
            : "http://\(name), or https:// where TLS is spoken, by this server or by a proxy in front."
        return HandshakeRefusal(
            .misdirectedRequest,
            "This server does not know itself as \(name). If that is its name, start it with --allow-origin \(origin)")
    }
}

/// The answer to a handshake that is not let through.
struct HandshakeRefusal: Sendable {
    let status: HTTPResponseStatus
    let sentence: String

    init(_ status: HTTPResponseStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}
