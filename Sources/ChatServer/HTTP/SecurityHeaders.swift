import ChatNIO
import HTTPTypes
import Hummingbird

/// Headers for browsers on every response: nothing from other origins, nothing inline, no frames,
/// no type guessing. `blob:` is for files that the page itself holds and shows before sending.
///
/// Over TLS, browsers are told to use only TLS for half a year (HSTS, RFC 6797), except under
/// `localhost`, which other servers of the machine share.
struct SecurityHeaders: RouterMiddleware {
    func handle(
        _ request: Request, context: AnswerContext, next: (Request, AnswerContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        for (name, value) in Self.fields {
            // A file has a policy of its own.
            if let name = HTTPField.Name(name), response.headers[name] == nil { response.headers[name] = value }
        }
        if context.isSecure, !OriginRule.isLocalhost(request.head.authority ?? "") {
            response.headers[.strictTransportSecurity] = "max-age=15552000"
        }
        return response
    }

    private static var fields: [(String, String)] {
        [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
                    + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
                    + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker"
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), microphone=(self), geolocation=()"),
        ]
    }
}
