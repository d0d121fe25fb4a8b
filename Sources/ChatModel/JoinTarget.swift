import ChatWire

/// What the user types or pastes to join: a room's name, the code of an invite link, or a link.
public enum JoinTarget: Hashable, Sendable {
    /// A room of the current server.
    case room(RoomName)
    /// A group of the current server.
    case group(InviteCode)
    /// A link, which may lead to another server.
    case link(LinkText)

    /// Reads what was typed. A room's name may begin with `#`, and have upper-case letters.
    ///
    /// - Parameter host: The host and port of the only server that the client knows. A link to
    ///   another server is refused. `nil`: the client opens links to any server.
    /// - Throws: A sentence for the user.
    public init(_ text: String, host: String? = nil) throws(WireError) {
        let text = TextRule.trimmed(text)
        guard text.utf8.count <= Limits.linkBytes else { throw .notALink }
        guard let mark = text.firstRange(ofBytes: "://") else {
            self = try JoinTarget(place: text)
            return
        }
        let server = text[mark.upperBound...].prefix { $0 != "/" && $0 != "#" }
        if let host, server.lowercased() != host.lowercased() {
            throw WireError(
                .roomName, localized("This link leads to another server, \(String(server)). Open it there."))
        }
        guard let link = LinkText(text) else { throw .notALink }
        self = .link(link)
    }

    private init(place: String) throws(WireError) {
        let isMarked = place.hasPrefix(InviteCode.linkMark)
        if let code = InviteCode(isMarked ? String(place.dropFirst(InviteCode.linkMark.count)) : place) {
            self = .group(code)
            return
        }
        let name = place.hasPrefix("#") ? String(place.dropFirst()) : place
        guard let room = RoomName(name.lowercased()), !room.isOwn else { throw WireError.notARoom.translated }
        self = .room(room)
    }

    /// What it leads to, for a client that knows one server only.
    public var place: LinkText.Place {
        switch self {
        case .room(let room): .room(room, seq: nil)
        case .group(let code): .group(code)
        case .link(let link): link.place
        }
    }

    /// What is wrong with the text; `nil` if it is right or empty.
    public static func problem(of text: String) -> String? {
        if text.isEmpty { return nil }
        do throws(WireError) {
            _ = try JoinTarget(text)
            return nil
        } catch {
            return error.text
        }
    }
}

extension WireError {
    fileprivate static let notALink = WireError(.roomName, localized("This is not a link to a room or into a group."))
}
