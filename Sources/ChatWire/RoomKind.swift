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
    public var kind: RoomKind {
        switch text.utf8.count {
        case RoomName.groupBytes where text.hasPrefix("g-"):
            return text.utf8.dropFirst(2).allSatisfy { RoomName.value(ofDigit: $0) != nil } ? .group : .open
        case RoomName.directBytes where text.hasPrefix("d-"):
            let ids = text.utf8.dropFirst(2)
            guard ids.allSatisfy({ RoomName.value(ofDigit: $0) != nil }) else { return .open }
            guard let low = RoomName.id(ids.prefix(RoomName.idBytes)),
                let high = RoomName.id(ids.dropFirst(RoomName.idBytes)), RoomName.isOrdered(low, high)
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

    /// The room of two people, the same whoever opens it: `d-` and both ids, the lower one first.
    ///
    /// - Returns: `nil` for two times the same user
    public static func direct(_ one: UserID, _ other: UserID) -> RoomName? {
        guard one != other else { return nil }
        let (low, high) = isOrdered(one, other) ? (one, other) : (other, one)
        return RoomName(unchecked: "d-" + text(of: low) + text(of: high))
    }

    /// Base 32 (RFC 4648 section 7, in lower case): 26 digits for 128 bits.
    private static let idBytes = 26
    private static let ownBytes = 1 + idBytes
    private static let groupBytes = 2 + idBytes
    private static let directBytes = 2 + 2 * idBytes

    private static func isOrdered(_ one: UserID, _ other: UserID) -> Bool { one.isBefore(other) }

    private static func text(of id: UserID) -> String {
        var (high, low) = (id.high, id.low)
        var digits: [UInt8] = []
        for _ in 0..<idBytes {
            let digit = UInt8(truncatingIfNeeded: low & 31)
            digits.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            low = low >> 5 | high << 59
            high >>= 5
        }
        digits.reverse()
        return String(decoding: digits, as: UTF8.self)
    }

    private static func id(_ digits: Substring.UTF8View) -> UserID? {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for digit in digits {
            guard let value = value(ofDigit: digit), high >> 59 == 0 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(value)
        }
        return UserID(high: high, low: low)
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "v"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension UserID {
    /// The order of ids: that of their bits.
    public func isBefore(_ other: UserID) -> Bool { (high, low) < (other.high, other.low) }
}
