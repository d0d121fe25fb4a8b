import ChatNIO
import ChatRooms
import ChatWire
import NIOCore
import NIOHTTP1

/// The WebSocket paths, and the rule whether a request for one may be upgraded.
enum ConnectionKind: String, CaseIterable {
    case v1 = "/v1"
    case swiftChat = "/chat"

    /// The kind of a request's path, without its query.
    init?(uri: String) {
        self.init(rawValue: String(uri.prefix { $0 != "?" }))
    }
}

extension MartletServer.Configuration {
    /// The WebSocket paths of this server.
    var connectionKinds: [ConnectionKind] { acceptsSwiftChat ? ConnectionKind.allCases : [.v1] }
}

/// Decides whether a handshake is accepted.
struct HandshakeRule: Sendable {
    let origins: OriginRule
    /// The WebSocket paths of the server.
    var kinds = ConnectionKind.allCases

    /// Why a request to a WebSocket path is refused, with the HTTP status; `nil` if it may be
    /// upgraded.
    func refusal(of head: HTTPRequestHead) -> HandshakeRefusal? {
        guard head.method == .GET else { return HandshakeRefusal(.methodNotAllowed, "Only GET opens a WebSocket.") }
        if let status = WebSocketHandshake.refusal(of: head) {
            return HandshakeRefusal(status, "This path speaks WebSocket (RFC 6455), version 13.")
        }
        return refusal(ofProper: head)
    }

    /// The same for a proper handshake: only the page's origin matters then.
    func refusal(ofProper head: HTTPRequestHead) -> HandshakeRefusal? {
        let host = head.headers.first(name: "host")
        guard origins.permits(origin: head.headers["origin"], host: host) else {
            return misdirected(host)
                ?? HandshakeRefusal(
                    .forbidden, "Pages from this origin may not connect; the operator can allow it with --allow-origin."
                )
        }
        return nil
    }

    /// Whether a page of this origin may upload and read files.
    func permits(_ origin: [String], host: String?) -> Bool { origins.permits(origin: origin, host: host) }

    /// Why the page may not be loaded, or may not connect, under this name; `nil` if it is a name
    /// of this server.
    ///
    /// - Parameter isSecure: Whether the request is known to use https.
    func misdirected(_ host: String?, isSecure: Bool = false) -> HandshakeRefusal? {
        guard let host, !origins.knows(host: host) else { return nil }
        let name = host.prefix(Limits.hostBytes + ":65535".count)
        let origin =
            isSecure
            ? "https://\(name)."
            : "http://\(name), or https:// where TLS is spoken, by this server or by a proxy in front."
        return HandshakeRefusal(
            .misdirectedRequest,
            "This server is not configured for the name \(name). If that is its name, start it with --allow-origin \(origin)"
        )
    }
}

/// The response to a refused handshake.
struct HandshakeRefusal: Sendable {
    let status: HTTPResponseStatus
    let sentence: String

    init(_ status: HTTPResponseStatus, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}
