import ChatWire

/// The invite links of a group that have not been revoked or used up: the fold of its `link` and
/// `membership` events. Expired links are among them.
public struct InviteLinks: Hashable, Sendable {
    /// In the order in which they were made; at most ``ChatWire/Limits/linksPerGroup``.
    public private(set) var all: [InviteLink]

    /// Creates the value.
    ///
    /// - Parameter all: in the order in which they were made
    public init(_ all: [InviteLink] = []) { self.all = all }

    /// The link with this id, also if it has expired; `nil` if there is none.
    public subscript(id: LinkID) -> InviteLink? { all.first { $0.link == id } }

    /// Folds the room's next event.
    mutating func fold(_ event: Event) {
        if case .link(let change) = event.content {
            all.removeAll { $0.link == change.link }
            guard change.on else { return }
            all.removeAll { $0.isExpired(at: event.at) }
            all.append(InviteLink(change.link, by: event.author.user, uses: change.uses, until: change.until))
        }
        if case .membership(let change) = event.content {
            if let used = change.link { use(used.link) }
            // A person who has left the group can't invite, so their links end.
            if change.endsReading { forget(of: change.member) }
        }
    }

    private mutating func use(_ id: LinkID) {
        guard let index = all.firstIndex(where: { $0.link == id }) else { return }
        all[index].used += 1
        if all[index].isUsedUp { all.remove(at: index) }
    }

    /// Forgets the links that a user has made.
    public mutating func forget(of user: UserID) { all.removeAll { $0.maker == user } }

    /// The links that a user may see: moderators all, others their own.
    public func shown(to access: RoomAccess, at time: Int64) -> [InviteLink] {
        all.filter { !$0.isExpired(at: time) && (access.mayModerate || $0.maker == access.user) }
    }

    /// Why the group's links don't allow the change; `nil` if they do.
    func refusal(of change: LinkChange, by access: RoomAccess, at time: Int64) -> WireError? {
        if change.on {
            if let end = change.until, end <= time { return .endInThePast(.link) }
            if self[change.link] != nil { return WireError(.link, "There is a link of this id already.") }
            let live = all.filter { !$0.isExpired(at: time) }
            if !access.mayModerate, live.count(where: { $0.maker == access.user }) >= Limits.linksPerMember {
                return WireError(
                    .link, "You can have \(Limits.linksPerMember) invite links in a group: revoke one first.")
            }
            guard live.count >= Limits.linksPerGroup else { return nil }
            return WireError(.link, "A group has at most \(Limits.linksPerGroup) invite links: revoke one first.")
        }
        guard let link = self[change.link], access.mayModerate || link.maker == access.user else { return .noSuchLink }
        return nil
    }
}

extension WireError {
    /// The same for a link that is not there and for one of somebody else.
    fileprivate static let noSuchLink = WireError(.link, "You have no such invite link in this group.")
}
