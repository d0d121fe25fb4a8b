import ChatNIO
import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The paths of link previews: `GET /v1/previews?room=ROOM&seq=NUMBER`, and
/// `GET /v1/previews/images/ID`.
///
/// The preview of a message's link is for those who may read the message. So the server fetches
/// only pages that a message links to.
struct PreviewRoutes: Sendable {
    static let path: RouterPath = "/v1/previews"
    let server: ServerContext
    let previews: any LinkPreviewSource
    let rule: HandshakeRule

    func add(to router: Router<AnswerContext>) {
        router.add(Self.path, [.get: preview], through: answer)
        router.add("/v1/previews/images/:id", [.get: image], through: answer)
    }

    private func answer(
        _ request: Request, _ context: AnswerContext, _ handle: (Request, AnswerContext) async throws -> Response
    ) async -> Response {
        await CrossOrigin(server: server, rule: rule, methods: "GET").answer(
            request, context, refused: { server.noteRefusal($0.error, of: nil, at: context.client) }, handle)
    }

    private func preview(_ request: Request, _ context: AnswerContext) async throws -> Response {
        let identity = try await server.identity(ofBearer: request.head.bearerToken, at: context.client)
        let query = request.uri.queryParameters
        guard let room = query["room"].flatMap({ RoomName(String($0)) }),
            let seq = query["seq"].flatMap({ UInt64($0) }).map({ Seq($0) })
        else { throw WireError(.badRequest, "Name the message: /v1/previews?room=ROOM&seq=NUMBER.") }
        guard let text = try await text(of: seq, in: room, identity, context) else {
            throw WireError(.noSuchMessage, "This room has no message \(seq) with a text.")
        }
        let reader = LinkReader(user: identity.user, address: context.client)
        guard let preview = try await previews.preview(ofLinkIn: text, for: reader) else {
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
        return Response(json: .ok) { preview.write(to: &$0) }
    }

    /// The text of a message as it is now; `nil` if the user may not read it.
    private func text(
        of seq: Seq, in room: RoomName, _ identity: UserIdentity, _ context: AnswerContext
    ) async throws -> String? {
        let frame = ClientFrame(ref: 0, request: .history(room: room, anchor: .around(seq), limit: 1))
        let outcome = try await RequestConnection.outcome(
            of: frame, by: identity, name: identity.name ?? "", client: context.client, on: context.channel.eventLoop,
            server: server)
        switch try ServerFrame(json: Array(buffer: try outcome.get())) {
        case .error(_, let refusal): throw refusal
        case .page(_, _, _, _, let events):
            guard case .message(let message) = events.first(where: { $0.seq == seq })?.content else { return nil }
            return message.text
        default: return nil
        }
    }

    private func image(_ request: Request, _ context: AnswerContext) async throws -> Response {
        guard let id = context.parameters.get("id"), let image = await previews.image(id) else {
            throw WireError(.noSuchFile, "This image is not kept any more. Ask for the preview again.")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: image.type, .cacheControl: "private, max-age=3600, immutable",
                .contentSecurityPolicy: "sandbox; default-src 'none'",
            ],
            body: ResponseBody(byteBuffer: image.bytes))
    }
}
