import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import MartletPage

/// The HTTP paths: the page, health, metrics, and responses to requests without a handshake on
/// WebSocket paths.
struct Routes {
    /// What a port serves.
    enum Site: Sendable {
        /// The page and everything that belongs to it.
        case page(showsMetrics: Bool)
        /// Health and metrics only.
        case metrics
    }

    let server: ServerContext
    let rule: HandshakeRule
    let site: Site

    func router() -> Router<AnswerContext> {
        let router = Router(context: AnswerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.get("/health") { _, _ in health() }
        router.get("/metrics") { request, context in
            if let refusal = refusal(ofMetrics: request, context) { return answer(refusal) }
            return metrics()
        }
        if case .metrics = site { return router }
        for (file, answers) in zip(Page.files, PageAnswer.ofAllFiles) { add(file, answers, to: router) }
        for kind in rule.kinds {
            router.get(RouterPath(kind.rawValue)) { request, context in try refusal(of: request, context) }
        }
        RequestRoutes(server: server, rule: rule).add(to: router)
        AccountRoutes(server: server, accounts: server.accounts, rule: rule).add(to: router)
        if let previews = server.previews {
            PreviewRoutes(server: server, previews: previews, rule: rule).add(to: router)
        }
        if let files = server.files { FileRoutes(server: server, files: files, rule: rule).add(to: router) }
        return router
    }

    private func add(
        _ file: Page.File, _ answers: (gzip: PageAnswer, brotli: PageAnswer), to router: Router<AnswerContext>
    ) {
        router.get(RouterPath(file.path)) { request, context in
            if let refusal = refusal(ofPage: request, context) { return answer(refusal) }
            let answer = PageAnswer.takesBrotli(request.headers[.acceptEncoding]) ? answers.brotli : answers.gzip
            return answer.response(to: request, isAllowed: rule.permits)
        }
    }

    private func health() -> Response {
        let health = Health(of: server)
        return text(health.text, status: health.isReady ? .ok : .serviceUnavailable)
    }

    private func metrics() -> Response {
        server.metrics.observe(server)
        var response = text(server.metrics.page.text)
        response.headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
        return response
    }

    /// Metrics reveal how much the server is used. Beside the page they are shown only on loopback,
    /// not through a proxy, and not under a name that a foreign page could have (DNS rebinding).
    private func refusal(ofMetrics request: Request, _ context: AnswerContext) -> HandshakeRefusal? {
        let host = request.head.authority ?? ""
        let isShown =
            switch site {
            case .metrics: rule.origins.knows(host: host)
            case .page(let showsMetrics):
                showsMetrics && context.client.isLocal && OriginRule.isMachine(host)
                    && !UnnamedProxy.isPassedOn(request.values)
            }
        return isShown
            ? nil
            : HandshakeRefusal(
                .notFound, "Metrics are not shown here; the operator gives them an address with --metrics.")
    }

    private func refusal(of request: Request, _ context: AnswerContext) throws -> Response {
        let head = try HTTPRequestHead(request.head)
        // If the rule finds nothing wrong, the reason was the HTTP version, which is unknown here,
        // or the number of connections.
        let refusal = rule.refusal(of: head) ?? Self.refusal(isFull: server.addresses.isFull(context.client))
        var response = answer(refusal)
        if refusal.status == .upgradeRequired {
            response.headers[.upgrade] = "websocket"
            response.headers[.connection] = "Upgrade"
            if let version = HTTPField.Name("Sec-WebSocket-Version") { response.headers[version] = "13" }
        }
        return response
    }

    private static func refusal(isFull: Bool) -> HandshakeRefusal {
        isFull
            ? HandshakeRefusal(
                .tooManyRequests, "There are too many connections from your address; close some, then try again.")
            : HandshakeRefusal(.badRequest, "Use HTTP/1.1 to open a WebSocket.")
    }

    /// Tells a browser's user (nothing else requests HTML) at once that the page could not connect.
    private func refusal(ofPage request: Request, _ context: AnswerContext) -> HandshakeRefusal? {
        guard request.headers[.accept]?.contains("text/html") == true else { return nil }
        return rule.misdirected(request.head.authority, isSecure: context.isSecure)
    }

    private func answer(_ refusal: HandshakeRefusal) -> Response {
        text(
            refusal.sentence + "\n",
            status: .init(code: Int(refusal.status.code), reasonPhrase: refusal.status.reasonPhrase))
    }

    private func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
