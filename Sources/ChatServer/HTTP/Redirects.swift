import ChatNIO
import ChatWire
import NIOCore
import NIOHTTP1

/// Sets up a connection to the plain port beside a TLS port: one request is answered with a
/// redirect to https. The connection ends within ``ChatWire/Limits/handshakeDeadline``.
struct Redirects: Sendable {
    let origins: OriginRule
    /// The TLS port.
    let port: Int

    let setup: ConnectionSetup

    func setUp(_ channel: any Channel) throws { try setup.setUp(channel, begin) }

    private func begin(_ channel: any Channel, _ origin: ConnectionOrigin, _ table: LoopTable) throws {
        table.awaitHandshake(of: channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in table.handshakeEnded(of: channel) }
        let decoder = HTTPRequestDecoder(
            leftOverBytesStrategy: .dropBytes, limitConfiguration: WebConnections.decoderLimits)
        try channel.pipeline.syncOperations.addHandler(
            ByteToMessageHandler(decoder, maximumBufferSize: 2 * Limits.headerBytes))
        try channel.pipeline.syncOperations.addHandler(SingleAnswerHandler { answer(to: $0) })
    }

    func answer(to head: HTTPRequestHead) -> SingleAnswerHandler.Answer {
        guard head.method == .GET || head.method == .HEAD else {
            return .init(status: .methodNotAllowed, headers: [("Allow", "GET, HEAD")])
        }
        guard let host = head.headers.first(name: "host"), head.headers["host"].count == 1 else {
            return .init(status: .badRequest)
        }
        guard let authority = origins.secureAuthority(for: host, port: port) else {
            return .init(status: .misdirectedRequest)
        }
        return .init(
            status: .permanentRedirect, headers: [("Location", "https://\(authority)\(Self.target(head.uri))")])
    }

    /// The path and the query; a slash if it has neither, or could not be in a header.
    private static func target(_ uri: String) -> String {
        let isPath = uri.hasPrefix("/") && !uri.hasPrefix("//") && uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPath ? uri : "/"
    }
}
