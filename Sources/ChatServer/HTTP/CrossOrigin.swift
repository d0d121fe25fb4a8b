import ChatNIO
import ChatWire
import HTTPTypes
import Hummingbird

/// Answers the requests of `/v1` by scripts: those of foreign pages are refused, and refusals have
/// the error as their body.
struct CrossOrigin: Sendable {
    let server: ServerContext
    let rule: HandshakeRule
    /// The methods that scripts may use.
    let methods: String

    /// - Parameters:
    ///   - refused: told of each refusal
    ///   - handle: makes the answer, or throws a refusal or an error of the protocol
    func answer(
        _ request: Request, _ context: AnswerContext, refused: (HTTPRefusal) -> Void,
        _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        let origins = request.headers[values: .origin]
        guard rule.permits(origins, host: request.head.authority) else {
            let refusal = HTTPRefusal(
                .forbidden,
                WireError(
                    .badRequest,
                    "Pages of this origin may not use this server; the operator can allow it (--allow-origin)."))
            refused(refusal)
            return refusal.response
        }
        var response: Response
        do {
            if let refusal = server.accounts?.refusal(of: context.client) { throw refusal }
            response = try await handle(request, context)
        } catch let refusal as HTTPRefusal {
            refused(refusal)
            response = refusal.response
        } catch let error as WireError {
            let refusal = HTTPRefusal(error)
            refused(refusal)
            response = refusal.response
        } catch {
            // The client has disconnected.
            response = Response(status: .badRequest)
        }
        response.headers[.vary] = "Origin"
        if let origin = origins.first { share(&response, with: origin) }
        return response
    }

    /// Lets scripts of an allowed origin read the response.
    private func share(_ response: inout Response, with origin: String) {
        let fields = [
            ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Methods", methods),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type, Content-Digest, Range, If-None-Match"),
            ("Access-Control-Expose-Headers", "Content-Range, ETag, Retry-After"), ("Access-Control-Max-Age", "600"),
        ]
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
    }
}
