import ChatWire

/// A link to a room, to a message or into a group, taken apart. Links come from outside, and a
/// half-understood one would open the wrong place: anything that is not exactly a link is `nil`.
///
/// | Link | Leads to |
/// |---|---|
/// | `martlet://HOST/ROOM`, `martlet://HOST/ROOM/NUMBER` | a room, or its message |
/// | `martlet://HOST/#join=CODE` | into the group of an invite link |
/// | `https://HOST/#ROOM`, `https://HOST/#ROOM/NUMBER` | the same, on the server's page |
/// | `https://HOST/#join=CODE` | the same, on the server's page |
///
/// `martlet+http` and `martlet+https` say whether the server has TLS. The address of a page may
/// have a path.
public struct LinkText: Hashable, Sendable {
    /// What a link leads to.
    public enum Place: Hashable, Sendable {
        /// A room, or one of its messages.
        case room(RoomName, seq: Seq?)
        /// The group of an invite link.
        case group(InviteCode)
    }

    /// The schemes of the app's links, and what a server's address begins with for each. Without a
    /// beginning the address means TLS, except on this machine.
    public static let schemes = [
        (scheme: "martlet", address: ""), (scheme: "martlet+http", address: "http://"),
        (scheme: "martlet+https", address: "https://"),
    ]

    /// The server's address as the link has it, path included.
    public let server: String
    /// What the link leads to.
    public let place: Place

    /// Reads a link.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.linkBytes, let mark = text.firstRange(ofBytes: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...]
        let own = LinkText.schemes.first { $0.scheme == scheme }
        guard own != nil || scheme == "https" || scheme == "http" else { return nil }
        let hash = rest.firstIndex(of: "#") ?? rest.endIndex
        let (front, fragment) = (rest[..<hash], rest[hash...])
        guard !front.utf8.contains(UInt8(ascii: "?")) else { return nil }
        if let own {
            self.init(address: own.address, front, fragment)
        } else {
            self.init(page: scheme + "://", front, fragment)
        }
    }

    /// A link of the app: the place is in the path, except for that of an invite link.
    private init?(address: String, _ front: Substring, _ fragment: Substring) {
        var parts = LinkText.parts(front)
        guard let host = parts.first, !host.isEmpty else { return nil }
        server = address + host
        parts.removeFirst()
        if fragment.isEmpty {
            guard let place = Place(parts) else { return nil }
            self.place = place
        } else {
            guard let code = LinkText.code(fragment), parts.isEmpty || parts == [Substring(code.room.text)] else {
                return nil
            }
            place = .group(code)
        }
    }

    /// A link of a page: the place is behind the `#`.
    private init?(page scheme: String, _ front: Substring, _ fragment: Substring) {
        let slash = front.firstIndex(of: "/")
        guard slash == nil || front.hasSuffix("/"), slash != front.startIndex, !front.isEmpty else { return nil }
        server = scheme + front
        if let code = LinkText.code(fragment) {
            place = .group(code)
        } else {
            guard let place = Place(LinkText.parts(fragment.dropFirst())) else { return nil }
            self.place = place
        }
    }

    private static func code(_ fragment: Substring) -> InviteCode? {
        guard fragment.hasPrefix(InviteCode.linkMark) else { return nil }
        return InviteCode(String(fragment.dropFirst(InviteCode.linkMark.count)))
    }

    /// What is between slashes; one slash at the end counts for nothing.
    private static func parts(_ text: Substring) -> [Substring] {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts
    }
}

extension LinkText.Place {
    /// `ROOM` or `ROOM/NUMBER`.
    fileprivate init?(_ parts: [Substring]) {
        guard let name = parts.first, parts.count <= 2, let room = RoomName(String(name)), !room.isOwn else {
            return nil
        }
        if parts.count == 1 {
            self = .room(room, seq: nil)
        } else {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt64(parts[1]),
                number >= 1, number <= Limits.largestInteger
            else { return nil }
            self = .room(room, seq: Seq(number))
        }
    }
}
