import ChatWire
import HTTPTypes
import Hummingbird

extension Router where Context == AnswerContext {
    /// Makes the response to one method of a path, or throws why it is refused.
    typealias Handler = @Sendable (Request, AnswerContext) async throws -> Response

    /// Adds a path of `/v1`: what its methods do, the preflight requests of browsers, and the
    /// refusal of all other methods (405).
    ///
    /// - Parameter answer: calls a handler, and makes a response of what it throws
    func add(
        _ path: RouterPath, _ handlers: [HTTPRequest.Method: Handler],
        through answer: @escaping @Sendable (Request, AnswerContext, Handler) async -> Response
    ) {
        on(path, method: .options) { request, context in
            await answer(request, context) { _, _ in Response(status: .noContent) }
        }
        for (method, handler) in handlers {
            on(path, method: method) { request, context in await answer(request, context, handler) }
        }
        let allowed = handlers.keys.map(\.rawValue).sorted()
        let refused: [HTTPRequest.Method] = [.get, .post, .put, .patch, .delete]
        for method in refused where handlers[method] == nil {
            on(path, method: method) { request, context in
                var response = await answer(request, context) { _, _ in
                    throw HTTPRefusal(.methodNotAllowed, .noSuchMethod(method.rawValue, allowed))
                }
                response.headers[.allow] = allowed.joined(separator: ", ")
                return response
            }
        }
    }
}

extension WireError {
    fileprivate static func noSuchMethod(_ method: String, _ allowed: [String]) -> WireError {
        WireError(.badRequest, "This path does not take \(method): use \(allowed.joined(separator: " or ")).")
    }
}
