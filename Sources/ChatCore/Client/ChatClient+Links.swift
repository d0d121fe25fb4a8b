import Foundation

// Invite links of groups. Changes go through the outbox, like those in `ChatClient+Groups.swift`.
extension ChatClient {
    /// Makes an invite link of a group. Members who may invite can do this. This device draws the
    /// link's code and does not store it. The server keeps only a hash of it, so keep the returned
    /// link: nobody can read the code again.
    ///
    /// - Parameters:
    ///   - uses: How many people may join by it; `nil` for any number.
    ///   - end: When it expires; `nil` for never.
    /// - Returns: The link's code (``ChatWire/InviteCode/text``), and the outcome of making the
    ///   link.
    public func createLink(
        to room: RoomName, uses: UInt64? = nil, until end: Date? = nil
    ) async throws -> (code: InviteCode, sending: Sending) {
        guard let code = InviteCode(room, .random()) else { throw WireError.onlyGroupsHaveLinks }
        let change = LinkChange(making: code.secret.link, uses: uses, until: end.map { Int64(end: $0) })
        return (code, try await accept(.link(change), in: room))
    }

    /// Revokes an invite link: one's own, or for moderators any. Nobody joins by it from then on.
    @discardableResult
    public func revoke(_ link: LinkID, of room: RoomName) async throws -> Sending {
        try await accept(.link(LinkChange(revoking: link)), in: room)
    }

    /// The invite links of a joined group that have not expired: all of them for moderators, and
    /// the user's own for others.
    ///
    /// - Throws: ``ChatWire/WireError`` 131 (`notJoined`) or why the server refuses the room; 292
    ///   (`notConnected`) without a connection, while the room is being joined, or if the
    ///   connection is lost meanwhile.
    public func links(of room: RoomName) async throws -> [InviteLink] {
        guard case .links(let links) = try await inquire(.links(room)) else { return [] }
        return links
    }

    /// Becomes a member of a group by the code of an invite link. Joins the room as soon as the
    /// server has answered.
    ///
    /// - Returns: The outcome. It is a failure with 147 (`link_refused`) if the link is unknown,
    ///   used up, expired or revoked.
    @discardableResult
    public func join(link code: InviteCode) async throws -> Sending {
        let sending = try await change(MembershipChange(try me(), .join, code: code.secret), in: code.room)
        try join(code.room)
        return sending
    }
}

extension WireError {
    package static var onlyGroupsHaveLinks: WireError {
        WireError(.membership, localized("Only groups have invite links."))
    }
}
