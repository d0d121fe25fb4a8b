/// The id of an invite link: the hash of its secret. Nobody can join with the id alone. It is
/// enough to revoke the link, for its maker and for moderators.
public struct LinkID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits. ``InviteSecret/link`` computes the id of a link.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// The secret of an invite link, which lets its holders join: 128 random bits, 26 digits of base
/// 32. The client that makes the link draws the secret, and sends its hash to the server. The
/// server gets the secret with each join.
public struct InviteSecret: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// `nil` unless `text` is a secret as ``text`` writes it.
    public init?(_ text: String) {
        guard let (high, low) = Base32.read(text.utf8) else { return nil }
        (self.high, self.low) = (high, low)
    }

    private init(_ bits: UserID) { (high, low) = (bits.high, bits.low) }

    /// From the system's random source.
    public static func random() -> InviteSecret { InviteSecret(UserID.random()) }

    /// From `source`; a seeded one makes tests repeat.
    public static func random(using source: inout some RandomNumberGenerator) -> InviteSecret {
        InviteSecret(UserID.random(using: &source))
    }

    /// The secret as a link has it: 26 characters of `0`–`9` and `a`–`v`.
    public var text: String { Base32.text(high, low) }

    /// The first 128 bits of the SHA-256 of ``text``.
    public var link: LinkID {
        let (high, low) = SHA256.half(text.utf8)
        return LinkID(high: high, low: low)
    }
}

/// The code in an invite link: the group and the secret, 52 digits.
public struct InviteCode: Hashable, Sendable {
    /// The group that the link leads into.
    public var room: RoomName
    /// What a join has to send (``MembershipChange/code``).
    public var secret: InviteSecret

    /// `nil` if the room is no group.
    public init?(_ room: RoomName, _ secret: InviteSecret) {
        guard room.kind == .group else { return nil }
        (self.room, self.secret) = (room, secret)
    }

    /// `nil` unless `text` is a code as ``text`` writes it.
    public init?(_ text: String) {
        guard text.utf8.count == 2 * Base32.digits, let secret = InviteSecret(String(text.suffix(Base32.digits))),
            let room = RoomName("g-" + text.prefix(Base32.digits))
        else { return nil }
        self.init(room, secret)
    }

    /// What stands before the code in a link: `https://HOST/#join=CODE`. Browsers do not send it to
    /// the server.
    public static let linkMark = "#join="

    /// The code as a link has it: the 26 characters behind `g-` of the room's name, and those of
    /// the secret.
    public var text: String { room.text.dropFirst(2) + secret.text }
}

/// An invite link of a group is made, or revoked.
public struct LinkChange: Hashable, Sendable {
    /// The link's id: ``InviteSecret/link`` of its secret.
    public var link: LinkID
    /// `false` revokes it.
    public var on: Bool
    /// How many joins it allows; `nil` for no limit but the group's.
    public var uses: UInt64?
    /// When the link expires: milliseconds since 1970-01-01 UTC; `nil` for never.
    public var until: Int64?

    /// Makes a link.
    ///
    /// - Parameters:
    ///   - uses: 1 to ``Limits/linkUses``; `nil` for no limit but the group's
    ///   - until: milliseconds since 1970-01-01 UTC; `nil` for no end
    public init(making link: LinkID, uses: UInt64? = nil, until: Int64? = nil) {
        (self.link, on, self.uses, self.until) = (link, true, uses, until)
    }

    /// Revokes a link. Its maker may do that, and moderators of the group.
    public init(revoking link: LinkID) { (self.link, on) = (link, false) }
}

/// The invite link by which a person became a member of a group, and its maker.
public struct LinkUse: Hashable, Sendable {
    /// The id of the link that was used.
    public var link: LinkID
    /// The person who made the link.
    public var inviter: UserID

    /// Creates the value.
    public init(_ link: LinkID, by inviter: UserID) { (self.link, self.inviter) = (link, inviter) }
}

/// An invite link that has not been revoked or used up. It may have expired.
public struct InviteLink: Hashable, Sendable {
    /// The link's id. The server does not store its secret.
    public var link: LinkID
    /// The person who made it.
    public var maker: UserID
    /// How many joins it allows; `nil` for no limit but the group's. A person who leaves and joins
    /// by it again counts twice.
    public var uses: UInt64?
    /// How many joins there were by it.
    public var used: UInt64
    /// When it expires: milliseconds since 1970-01-01 UTC; `nil` for never.
    public var until: Int64?

    /// Creates the value.
    public init(_ link: LinkID, by maker: UserID, uses: UInt64? = nil, used: UInt64 = 0, until: Int64? = nil) {
        self.link = link
        self.maker = maker
        self.uses = uses
        self.used = used
        self.until = until
    }

    /// - Parameter time: milliseconds since 1970-01-01 UTC
    public func isExpired(at time: Int64) -> Bool { until.map { $0 <= time } ?? false }

    /// Whether there were as many joins by it as it allows.
    public var isUsedUp: Bool { uses.map { $0 <= used } ?? false }
}
