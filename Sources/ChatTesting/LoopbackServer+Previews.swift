import ChatModel
import ChatRooms
import ChatWire

// Previews of linked pages, which a real server fetches (docs/protocol.md, "Link previews").
extension LoopbackServer {
    func preview(_ request: ServerRequest) throws(WireError) -> LinkPreview? {
        guard let previews else { throw WireError(.badRequest, "This server has no link previews.") }
        guard let token = request.token else { throw .bearerMissing }
        guard case .user(let identity) = accounts.answer(to: token) else { throw .bearerRefused }
        let parts = request.path.split(whereSeparator: { "?&".contains($0) }).dropFirst()
        func value(_ key: String) -> Substring? {
            parts.first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1)
        }
        guard let room = value("room").flatMap({ RoomName(String($0)) }),
            let seq = value("seq").flatMap({ UInt64($0) }).map({ Seq($0) })
        else { throw WireError(.badRequest, "Name the message: /v1/previews?room=ROOM&seq=NUMBER.") }
        let visitor = Visitor(identity.user, identity.role)
        guard let text = try server.text(of: seq, in: room, for: visitor) else {
            throw WireError(.noSuchMessage, "This room has no message \(seq) with a text.")
        }
        guard let link = Markup(text).previewedLink else { return nil }
        return try previews(link)
    }
}

extension InProcessServer {
    /// The text of a message as it is now; `nil` if there is none.
    fileprivate func text(of seq: Seq, in room: RoomName, for visitor: Visitor) throws(WireError) -> String? {
        let query = ReadRequest(
            .history(room, .around(seq), limit: 1), for: visitor, ref: 0, origin: Origin(table: 0, connection: 0))
        let answer: Result<(frame: ServerFrame, entries: Int), WireError>
        do throws(StoreError) { answer = try query.answer(from: store, at: clock.wall) } catch { throw error.refusal }
        guard case .page(_, _, _, _, let events) = try answer.get().frame,
            case .message(let message) = events.first(where: { $0.seq == seq })?.content
        else { return nil }
        return message.text
    }
}
