/// Who may find a room. It follows from the room's name, so it never changes, and a server answers
/// for a group that is not open to somebody exactly as for one that does not exist.
public enum RoomKind: Hashable, Sendable {
    /// Everyone can find and enter it. The first message makes it.
    case open
    /// Only its people can find it. Its settings make it (``Mutation/settings(_:)``).
    case group
    /// Two people's. Each of them can enter it at any time, and the first message makes it. A name
    /// that only looks like one (its ids in the wrong order, or too large) is that of
    /// ``UserID/nobody``: a client that makes such a name by mistake must not open a room for
    /// everyone.
    case direct(UserID, UserID)
    /// The user's own log: what they have chosen about rooms and people, for all their devices.
    case own(UserID)
}

extension RoomName {
    /// Who may find the room. Names that begin like that of a group or a direct room, but have
    /// another length or other characters, are those of open rooms.
    public var kind: RoomKind {
        switch text.utf8.count {
        case RoomName.groupBytes where text.hasPrefix("g-"):
            return text.utf8.dropFirst(2).allSatisfy(Base32.isDigit) ? .group : .open
        case RoomName.directBytes where text.hasPrefix("d-"):
            let ids = text.utf8.dropFirst(2)
            guard ids.allSatisfy(Base32.isDigit) else { return .open }
            guard let low = RoomName.id(ids.prefix(Base32.digits)),
                let high = RoomName.id(ids.dropFirst(Base32.digits)), RoomName.isOrdered(low, high)
            else { return .direct(.nobody, .nobody) }
            return .direct(low, high)
        case RoomName.ownBytes where text.hasPrefix("@"):
            return RoomName.id(text.utf8.dropFirst()).map { .own($0) } ?? .open
        default: return .open
        }
    }

    /// The user's own log: `@` and their id.
    public static func own(_ user: UserID) -> RoomName { RoomName(unchecked: "@" + text(of: user)) }

    static func isOwn(_ bytes: String.UTF8View) -> Bool {
        bytes.count == ownBytes && bytes.first == UInt8(ascii: "@") && id(bytes.dropFirst()) != nil
    }

    /// The name of a new group: `g-` and 128 random bits.
    public static func group(using source: inout some RandomNumberGenerator) -> RoomName {
        RoomName(unchecked: "g-" + text(of: UserID.random(using: &source)))
    }

    /// The name of a new group, from the system's random source.
    public static func newGroup() -> RoomName { RoomName(unchecked: "g-" + text(of: UserID.random())) }

    /// The room of two people: `d-` and both ids, the lower one first. So both get the same name.
    ///
    /// - Returns: `nil` for two times the same user
    public static func direct(_ one: UserID, _ other: UserID) -> RoomName? {
        guard one != other else { return nil }
        let (low, high) = isOrdered(one, other) ? (one, other) : (other, one)
        return RoomName(unchecked: "d-" + text(of: low) + text(of: high))
    }

    /// A room that nobody can enter or make. It stands for a room that is being removed.
    package static let ofNobody = RoomName(unchecked: "d-" + text(of: .nobody) + text(of: .nobody))

    /// Ids are in base 32.
    private static let ownBytes = 1 + Base32.digits
    private static let groupBytes = 2 + Base32.digits
    private static let directBytes = 2 + 2 * Base32.digits

    private static func isOrdered(_ one: UserID, _ other: UserID) -> Bool { one.isBefore(other) }

    private static func text(of id: UserID) -> String { Base32.text(id.high, id.low) }

    private static func id(_ digits: Substring.UTF8View) -> UserID? {
        Base32.read(digits).map { UserID(high: $0.high, low: $0.low) }
    }
}

extension UserID {
    /// The order of ids: that of their bits.
    public func isBefore(_ other: UserID) -> Bool { (high, low) < (other.high, other.low) }
}

extension RoomName {
    /// The order of names: that of their bytes.
    public func isBefore(_ other: RoomName) -> Bool { text.utf8.lexicographicallyPrecedes(other.text.utf8) }
}
