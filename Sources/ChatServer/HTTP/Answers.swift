import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers HTTP requests: the routes, and on every answer the date.
struct Answers: Sendable {
    private let responder: any HTTPResponder<AnswerContext>
    private let server: ServerContext

    init(server: ServerContext, rule: HandshakeRule, site: Routes.Site) {
        self.server = server
        responder = Routes(server: server, rule: rule, site: site).router().buildResponder()
    }

    /// - Parameter origin: whose the connection is
    /// - Throws: when the connection has ended.
    func respond(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, from origin: ConnectionOrigin
    ) async throws {
        var context = AnswerContext(
            source: ApplicationRequestContextSource(channel: channel, logger: server.logger))
        (context.client, context.isSecure) = origin.request { name in
            HTTPField.Name(name).map { request.headers[values: $0] } ?? []
        }
        let span = server.traces.begin("HTTP \(Self.known(request.method))", ofKind: .server)
        defer { span?.end() }
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            // Whoever knows a file's path may read it.
            let path = request.uri.path.hasPrefix(FileRoutes.path) ? FileRoutes.path : request.uri.path
            server.logger.error("A request failed.", metadata: ["path": "\(path)", "error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        span?.attributes["http.response.status_code"] = response.status.code
        response.headers[.date] = HTTPDate.text(seconds: server.clock.milliseconds() / 1_000)
        try await writer.write(response: response.head, body: response.body)
    }
    /// A method that a client makes up is no name for a span.
    private static func known(_ method: HTTPRequest.Method) -> String {
        [.get, .head, .put, .post, .delete, .options].contains(method) ? method.rawValue : "_OTHER"
    }
}
