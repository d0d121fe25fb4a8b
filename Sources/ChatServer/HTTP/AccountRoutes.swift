import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The paths of accounts: making one, signing in and out, the list of sessions, the password, and
/// closing the account.
struct AccountRoutes: Sendable {
    let server: ServerContext
    let accounts: Accounts
    let rule: HandshakeRule

    func add(to router: Router<AnswerContext>) {
        router.post("/v1/accounts") { request, context in await answer(request, context, register) }
        router.get("/v1/accounts") { request, context in
            await answer(request, context) { _, _ in Self.response(telling: accounts.registration) }
        }
        router.post("/v1/sessions") { request, context in await answer(request, context, signIn) }
        router.get("/v1/sessions") { request, context in await answer(request, context, list) }
        router.delete("/v1/sessions/:id") { request, context in await answer(request, context, end) }
        router.post("/v1/password") { request, context in await answer(request, context, changePassword) }
        router.delete("/v1/account") { request, context in await answer(request, context, close) }
        for path: RouterPath in ["/v1/accounts", "/v1/sessions", "/v1/sessions/:id", "/v1/password", "/v1/account"] {
            router.on(path, method: .options) { request, context in
                await answer(request, context) { _, _ in Response(status: .noContent) }
            }
        }
    }

    /// Tells everyone who may make an account.
    static func response(telling registration: Registration) -> Response {
        Response(json: .ok) { writer in
            writer.beginObject()
            writer.member("registration", registration.rawValue as String?)
            writer.endObject()
        }
    }

    private func answer(
        _ request: Request, _ context: AnswerContext, _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        await CrossOrigin(rule: rule, methods: "GET, POST, DELETE").answer(
            request, context, refused: { note($0, context.client) }, handle)
    }

    private func note(_ refusal: FileRefusal, _ client: ClientAddress) {
        server.logger.debug(
            "refused a request about an account",
            metadata: ["error": "\(refusal.error.code.rawValue) \(refusal.error.code.name)"])
        server.noteRefusal(refusal.error, of: nil, at: client)
    }

    private func register(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let registrant = try await body(of: request, context) { object throws(WireError) in
            Accounts.Registrant(
                name: try object.string("name"), password: try object.string("password"),
                guest: try object.optionalString("guest"), invite: try object.optionalString("invite"),
                program: try Self.program(object, of: request))
        }
        return show(try await accounts.register(registrant, from: context.client), context)
    }

    private func signIn(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let (name, password, program) = try await body(of: request, context) { object throws(WireError) in
            (try object.string("name"), try object.string("password"), try Self.program(object, of: request))
        }
        return show(try await accounts.signIn(name, password, program: program, from: context.client), context)
    }

    /// The program that makes a request which begins a session.
    private static func program(_ object: JSONObject, of request: Request) throws(WireError) -> String? {
        try AccountSession.program(
            named: try object.optionalString("program"), userAgent: request.headers[.userAgent])
    }

    private func list(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let identity = try await identity(of: request)
        let sessions = try await accounts.sessions(of: identity)
        return Response(json: .ok) { writer in
            AccountSession.write(sessions, current: identity.session, to: &writer)
        }
    }

    private func end(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let identity = try await identity(of: request)
        guard let id = context.parameters.get("id").flatMap({ SessionID($0) }) else {
            throw WireError.noSessionID
        }
        try await accounts.end(id, of: identity)
        return Response(status: .noContent)
    }

    private func changePassword(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let (old, new) = try await body(of: request, context) { object throws(WireError) in
            (try object.string("password"), try object.string("new"))
        }
        // Behind the body: the session may end while that arrives.
        let identity = try await identity(of: request)
        try await accounts.changePassword(from: old, to: new, of: identity, at: context.client)
        return Response(status: .noContent)
    }

    private func close(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let password = try await body(of: request, context) { object throws(WireError) in
            try object.string("password")
        }
        let identity = try await identity(of: request)
        try await accounts.close(password, of: identity, at: context.client) { group throws(WireError) in
            try await server.leave(group, by: identity, from: context.client, on: context.channel.eventLoop)
        }
        return Response(status: .noContent)
    }

    private func identity(of request: Request) async throws(WireError) -> UserIdentity {
        try await accounts.identity(ofBearer: UploadRequest.token(request.head))
    }

    private func body<Value>(
        of request: Request, _ context: AnswerContext, _ read: (JSONObject) throws(WireError) -> Value
    ) async throws -> Value {
        let bytes = try await Transfer(channel: context.channel).body(of: request, limit: Limits.accountRequestBytes)
        let value = bytes.withUnsafeBufferPointer { buffer -> Result<Value, WireError> in
            do throws(WireError) { return .success(try read(try JSONObject(untrusted: buffer))) } catch {
                return .failure(error)
            }
        }
        return try value.get()
    }

    private func show(_ signedIn: SignedIn, _ context: AnswerContext) -> Response {
        server.security.signedIn(signedIn.account.user, context.client, "http")
        return Response(json: .created) { signedIn.write(to: &$0) }
    }
}
