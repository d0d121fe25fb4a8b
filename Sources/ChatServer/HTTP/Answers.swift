import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers HTTP requests: the routes, and on every answer the date.
struct Answers: Sendable {
    private let responder: any HTTPResponder<AnswerContext>
    private let server: ServerContext
    private let isSecure: Bool

    /// - Parameter isSecure: whether requests come over TLS
    init(server: ServerContext, rule: HandshakeRule, isSecure: Bool) {
        self.server = server
        self.isSecure = isSecure
        responder = Routes(server: server, rule: rule).router().buildResponder()
    }

    /// - Throws: when the connection has ended.
    @Sendable
    func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
        var context = AnswerContext(
            source: ApplicationRequestContextSource(channel: channel, logger: server.logger))
        context.isSecure = isSecure
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch {
            // Whoever knows a file's path may read it.
            let path = request.uri.path.hasPrefix(FileRoutes.path) ? FileRoutes.path : request.uri.path
            server.logger.error("A request failed.", metadata: ["path": "\(path)", "error": "\(error)"])
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = HTTPDate.text(seconds: SystemClock.milliseconds() / 1_000)
        try await writer.write(response: response.head, body: response.body)
    }
}
