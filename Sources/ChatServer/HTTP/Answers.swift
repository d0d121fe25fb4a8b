import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers HTTP requests with the routes, and adds the date.
struct Answers: Sendable {
    private let responder: any HTTPResponder<AnswerContext>
    private let server: ServerContext

    init(server: ServerContext, rule: HandshakeRule, site: Routes.Site) {
        self.server = server
        responder = Routes(server: server, rule: rule, site: site).router().buildResponder()
    }

    /// - Parameter origin: The origin of the connection.
    /// - Throws: If the connection has ended.
    func respond(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, from origin: ConnectionOrigin
    ) async throws {
        var context = AnswerContext(
            source: ApplicationRequestContextSource(channel: channel, logger: server.logger))
        (context.client, context.isSecure) = origin.request(request.values)
        let span = server.traces.begin("HTTP \(Self.known(request.method))", ofKind: .server)
        defer { span?.end() }
        var response: Response
        do {
            response =
                if let refusal = refusal(of: request.uri.path, context.client, at: origin) { refusal } else {
                    try await responder.respond(to: request, context: context)
                }
        } catch {
            // Do not log the paths of files: anyone who knows one can read the file.
            let path = request.uri.path.hasPrefix(FileRoutes.path) ? FileRoutes.path : request.uri.path
            server.errors.note(error, in: path)
            response = Response(status: .internalServerError)
        }
        span?.attributes["http.response.status_code"] = response.status.code
        response.headers[.date] = HTTPDate.text(seconds: server.clock.milliseconds() / 1_000)
        try await writer.write(response: response.head, body: response.body)
    }

    /// The refusal of a request that a client of a trusted proxy sent too soon. The requests of
    /// other clients wait (``TransferHandler``).
    private func refusal(of path: String, _ client: ClientAddress, at origin: ConnectionOrigin) -> Response? {
        guard origin.headers != nil, let error = server.addressBudgets.budget(of: client)?.refusalOfRequest() else {
            return nil
        }
        server.noteRefusal(error, of: nil, at: client)
        if path.hasPrefix("/v1/") { return Response(refusing: error) }
        var response = Response(
            status: .tooManyRequests, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: error.text + "\n")))
        response.setRetry(after: error)
        return response
    }

    /// A span's name contains only known methods, never one that a client made up.
    private static func known(_ method: HTTPRequest.Method) -> String {
        [.get, .head, .put, .post, .delete, .options].contains(method) ? method.rawValue : "_OTHER"
    }
}

extension ServerContext {
    /// Counts the refusal of an HTTP request, and tells the security log.
    ///
    /// - Parameter user: `nil` if nobody has signed in
    func noteRefusal(_ error: WireError, of user: UserID?, at client: ClientAddress) {
        metrics.count(error)
        security.refused(error, user, client, "http")
    }
}

extension Request {
    /// The values of a header, by its name in lower case.
    func values(of name: String) -> [String] { HTTPField.Name(name).map { headers[values: $0] } ?? [] }
}
