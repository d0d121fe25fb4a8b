import ChatModel
import ChatWire

/// What the user types or pastes to join: a room's name, the code of an invite link, or a link of
/// this server.
enum JoinTarget {
    case room(RoomName)
    case code(InviteCode)

    /// - Parameter host: the page's own host and port. A link to another server is refused.
    init(_ text: String, host: String) throws(WireError) {
        let text = TextRule.trimmed(text)
        guard text.utf8.count <= Limits.linkBytes else { throw .notALink }
        guard let mark = text.place(of: "://") else {
            let isCode = text.hasPrefix(InviteCode.linkMark)
            self = try JoinTarget(place: isCode ? String(text.dropFirst(InviteCode.linkMark.count)) : text)
            return
        }
        let rest = text[mark.upperBound...]
        let server = rest.prefix { $0 != "/" && $0 != "#" }
        guard server.lowercased() == host.lowercased() else {
            throw WireError(.roomName, "This link leads to another server, \(server). Open it there.")
        }
        if let join = rest.place(of: InviteCode.linkMark) {
            guard let code = InviteCode(String(rest[join.upperBound...])) else { throw .notALink }
            self = .code(code)
        } else if let hash = rest.firstIndex(of: "#") {
            // A room of the page.
            self = try JoinTarget(place: String(rest[hash...]))
        } else if text.hasPrefix("martlet") {
            // A link of the app: HOST/ROOM or HOST/ROOM/NUMBER.
            self = try JoinTarget(place: String(rest.dropFirst(server.count + 1).prefix { $0 != "/" }))
        } else {
            throw .notALink
        }
    }

    private init(place: String) throws(WireError) {
        if let code = InviteCode(place) {
            self = .code(code)
            return
        }
        let name = place.hasPrefix("#") ? String(place.dropFirst()) : place
        guard let room = RoomName(name.lowercased()), !room.isOwn else { throw .notARoom }
        self = .room(room)
    }
}

extension WireError {
    fileprivate static let notALink = WireError(.roomName, "This is not a link to a room or into a group.")
}
