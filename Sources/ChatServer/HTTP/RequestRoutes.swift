import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The HTTP API: `POST /v1/request` takes one client frame, and answers one server frame.
struct RequestRoutes: Sendable {
    static let path: RouterPath = "/v1/request"
    let server: ServerContext
    let rule: HandshakeRule

    func add(to router: Router<AnswerContext>) {
        router.add(Self.path, [.post: ask], through: answer)
    }

    private func answer(
        _ request: Request, _ context: AnswerContext, _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        await CrossOrigin(server: server, rule: rule, methods: "POST").answer(
            request, context, refused: { server.noteRefusal($0.error, of: nil, at: context.client) }, handle)
    }

    private func ask(_ request: Request, _ context: AnswerContext) async throws -> Response {
        var (identity, name) = try await user(of: request, at: context.client)
        let asked = server.clock.uptime()
        let bytes = try await Transfer(channel: context.channel).body(of: request, limit: Limits.frameBytes)
        // Meanwhile the user may have signed out.
        if server.clock.uptime() - asked >= Limits.requestIdentityAge {
            (identity, name) = try await user(of: request, at: context.client)
        }
        // A ban counts at once, however fast the body came.
        let accounts = server.accounts
        if let refusal = accounts?.refusal(of: identity.user) ?? accounts?.refusal(of: context.client) { throw refusal }
        let frame: ClientFrame
        let device: DeviceID?
        switch Self.read(bytes) {
        case .success(let read): (frame, device) = read
        case .failure(let error): return refuse(error.error, ref: error.ref, identity.user, context.client)
        }
        let outcome = try await RequestConnection.outcome(
            of: frame, by: identity, name: name, device: device, client: context.client, on: context.channel.eventLoop,
            server: server)
        switch outcome {
        case .success(let frame):
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: frame))
        case .failure(let error):
            return refuse(error, ref: frame.ref, identity.user, context.client)
        }
    }

    private func user(of request: Request, at client: ClientAddress) async throws(WireError) -> (
        UserIdentity, name: String
    ) {
        let identity = try await server.identity(ofBearer: request.head.bearerToken, at: client)
        // A guest's name belongs to a connection.
        guard let name = identity.name else { throw .guestsNotOverHTTP }
        return (identity, name)
    }

    /// As on a connection, the error repeats the `ref`, and is counted and logged.
    private func refuse(_ error: WireError, ref: UInt64?, _ user: UserID, _ client: ClientAddress) -> Response {
        server.noteRefusal(error, of: user, at: client)
        return Response(refusing: error, ref: ref)
    }

    /// A client frame, and the key `device` beside it: there is no hello that could name it.
    private static func read(_ bytes: [UInt8]) -> Result<(ClientFrame, DeviceID?), FrameError> {
        bytes.withUnsafeBufferPointer { buffer in
            Result { () throws(FrameError) in
                let frame = try ClientFrame(json: buffer)
                let device: DeviceID?
                do throws(WireError) { device = try JSONObject(buffer).optionalID("device") } catch {
                    throw FrameError(ref: frame.ref, error: error)
                }
                if case .mutate(_, .some, _, _) = frame.request, device == nil {
                    let text = "A number belongs to a device: give the key \"device\", too."
                    throw FrameError(ref: frame.ref, error: WireError(.badRequest, text))
                }
                return (frame, device)
            }
        }
    }
}
