import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

// The backend of an app with users of its own. `POST /chat-token` with the session of a user
// returns a token for Martlet. `TokenBackend PORT SECRET-FILE ISSUER`
//
// A backend has a sign-in of its own; here a table takes its place. Beyond this machine it needs
// TLS: somebody who can read a session or a token on the way can use it.

let arguments = CommandLine.arguments
guard arguments.count == 4, let port = Int(arguments[1]) else {
    fatalError("usage: TokenBackend PORT SECRET-FILE ISSUER")
}
let issuer = try TokenIssuer(issuer: arguments[3], secretFile: arguments[2])
let sessions = ["session-of-ann": User(id: "42", name: "Ann")]

typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .bind(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            return try Connection(wrappingChannelSynchronously: channel)
        }
    }
print("http://127.0.0.1:\(listener.channel.localAddress?.port ?? port)")
fflush(nil)
try await listener.executeThenClose { connections in
    try await withThrowingDiscardingTaskGroup { group in
        for try await connection in connections {
            // A connection that breaks ends alone.
            group.addTask { [issuer, sessions] in try? await serve(connection, issuer, sessions) }
        }
    }
}

func serve(_ connection: Connection, _ issuer: TokenIssuer, _ sessions: [String: User]) async throws {
    try await connection.executeThenClose { requests, replies in
        for try await case .head(let request) in requests {
            let (status, text) = reply(to: request, issuer, sessions)
            let body = ByteBuffer(string: text)
            let headers: HTTPHeaders = [
                "Content-Type": "text/plain", "Content-Length": "\(body.readableBytes)", "Cache-Control": "no-store",
            ]
            try await replies.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
            try await replies.write(.body(.byteBuffer(body)))
            try await replies.write(.end(nil))
        }
    }
}

func reply(
    to request: HTTPRequestHead, _ issuer: TokenIssuer, _ sessions: [String: User]
) -> (HTTPResponseStatus, String) {
    guard request.uri == "/chat-token" else { return (.notFound, "There is only /chat-token.") }
    guard request.method == .POST else { return (.methodNotAllowed, "Use POST.") }
    let authorization = request.headers.first(name: "Authorization") ?? ""
    guard authorization.hasPrefix("Bearer "), let user = sessions[String(authorization.dropFirst("Bearer ".count))]
    else { return (.unauthorized, "Sign in first.") }
    guard let token = try? issuer.token(for: user) else { return (.internalServerError, "No token could be made.") }
    return (.ok, token)
}
