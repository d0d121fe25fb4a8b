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
    /// `nil` on a server without accounts and API keys.
    let accounts: Accounts?
    let rule: HandshakeRule

    func add(to router: Router<AnswerContext>) {
        router.add("/v1/accounts", [.get: tell, .post: ofAccounts(register)], through: answer)
        router.add("/v1/sessions", [.get: ofAccounts(list), .post: ofAccounts(signIn)], through: answer)
        router.add("/v1/sessions/:id", [.delete: ofAccounts(end)], through: answer)
        router.add("/v1/password", [.post: ofAccounts(changePassword)], through: answer)
        router.add("/v1/account", [.delete: ofAccounts(close)], through: answer)
    }

    /// The handler of a path on a server with accounts. Without them, the path answers
    /// `accountsOff`.
    private func ofAccounts(
        _ handle: @escaping @Sendable (Request, AnswerContext, Accounts) async throws -> Response
    ) -> Router<AnswerContext>.Handler {
        { request, context in
            guard let accounts, accounts.registration != .off else { throw WireError.accountsOff }
            return try await handle(request, context, accounts)
        }
    }

    /// Tells everyone who may make an account.
    private func tell(_ request: Request, _ context: AnswerContext) -> Response {
        Response(json: .ok) { writer in
            writer.beginObject()
            writer.member("registration", (accounts?.registration ?? .off).rawValue as String?)
            writer.endObject()
        }
    }

    private func answer(
        _ request: Request, _ context: AnswerContext, _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        await CrossOrigin(server: server, rule: rule, methods: "GET, POST, DELETE").answer(
            request, context, refused: { note($0, context.client) }, handle)
    }

    private func note(_ refusal: HTTPRefusal, _ client: ClientAddress) {
        server.logger.debug(
            "refused a request about an account",
            metadata: ["error": "\(refusal.error.code)"])
        server.noteRefusal(refusal.error, of: nil, at: client)
    }

    private func register(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
        let registrant = try await body(of: request, context) { object throws(WireError) in
            Accounts.Registrant(
                name: try object.string("name"), password: try object.string("password"),
                guest: try object.optionalString("guest"), invite: try object.optionalString("invite"),
                program: try Self.program(object, of: request))
        }
        return show(try await accounts.register(registrant, from: context.client), context)
    }

    private func signIn(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
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

    private func list(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
        let identity = try await identity(of: request, accounts)
        let sessions = try await accounts.sessions(of: identity)
        return Response(json: .ok) { writer in
            AccountSession.write(sessions, current: identity.session, to: &writer)
        }
    }

    private func end(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
        let identity = try await identity(of: request, accounts)
        guard let id = context.parameters.get("id").flatMap({ SessionID($0) }) else {
            throw WireError.noSessionID
        }
        try await accounts.end(id, of: identity)
        return Response(status: .noContent)
    }

    private func changePassword(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
        let (old, new) = try await body(of: request, context) { object throws(WireError) in
            (try object.string("password"), try object.string("new"))
        }
        // Behind the body: the session may end while that arrives.
        let identity = try await identity(of: request, accounts)
        try await confirming { () throws(WireError) in
            try await accounts.changePassword(from: old, to: new, of: identity, at: context.client)
        }
        return Response(status: .noContent)
    }

    private func close(
        _ request: Request, _ context: AnswerContext, _ accounts: Accounts
    ) async throws -> Response {
        let password = try await body(of: request, context) { object throws(WireError) in
            try object.string("password")
        }
        let identity = try await identity(of: request, accounts)
        try await confirming { () throws(WireError) in
            try await server.close(
                identity, in: accounts, password: password, from: context.client, on: context.channel.eventLoop)
        }
        return Response(status: .noContent)
    }

    private func identity(of request: Request, _ accounts: Accounts) async throws(WireError) -> UserIdentity {
        guard let token = request.head.bearerToken else { throw .sessionTokenMissing }
        return try await accounts.identity(ofBearer: token)
    }

    /// Does what the password confirms. A wrong one has no status 401: the token is right, and a
    /// client would sign in again.
    private func confirming(_ change: () async throws(WireError) -> Void) async throws {
        do throws(WireError) {
            try await change()
        } catch {
            throw HTTPRefusal(error.code == .signInFailed ? .forbidden : .init(of: error), error)
        }
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
