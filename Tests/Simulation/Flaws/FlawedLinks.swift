import ChatRooms
import ChatTesting
import ChatWire

/// What the server's store makes of invite links. A planted bug changes it. It outlives the store,
/// whose disk has what was changed.
///
/// @unchecked: a world runs on one thread.
final class FlawedLinks: @unchecked Sendable {
    private typealias InviteID = ChatWire.LinkID

    private let bug: PlantedBug?
    /// The links as people made them.
    private var made: [InviteID: LinkChange] = [:]
    private var revoked: Set<InviteID> = []
    /// Uses that are counted, and were none.
    private var excess: [InviteID: UInt64] = [:]
    /// What was asked where the store gets something else.
    private var asked: [EventID: NewEvent] = [:]

    init(bug: PlantedBug?) { self.bug = bug }

    /// Changes a new event before the wrapped store gets it.
    func change(_ newEvent: inout NewEvent, _ store: DiskStore) {
        let original = newEvent
        switch newEvent.mutation {
        case .link(let change): newEvent.mutation = .link(changed(change, of: newEvent, store))
        case .membership(let change):
            if let code = change.code { changeJoin(change, code, &newEvent, store) }
        default: return
        }
        if newEvent != original { asked[newEvent.id] = original }
    }

    private func changed(_ change: LinkChange, of newEvent: NewEvent, _ store: DiskStore) -> LinkChange {
        var change = change
        if change.on { made[change.link] = change }
        switch bug {
        case .lastUseTwice: change.uses = nil
        case .linkEndForgotten: change.until = nil
        case .revocationForgotten where !change.on && mayRevoke(change.link, newEvent, store):
            revoked.insert(change.link)
            // The event is to be in the log, and to do nothing.
            return LinkChange(making: decoy(of: change.link))
        default: break
        }
        return change
    }

    private func mayRevoke(_ id: InviteID, _ newEvent: NewEvent, _ store: DiskStore) -> Bool {
        guard let link = (try? store.links(of: newEvent.room))?[id] else { return false }
        let standing = try? store.standing(of: newEvent.author.user, in: newEvent.room)
        return link.maker == newEvent.author.user || standing.map { $0.role >= .moderator } ?? false
    }

    private func decoy(of id: InviteID) -> InviteID { InviteID(high: ~id.high, low: ~id.low) }

    private func changeJoin(
        _ change: MembershipChange, _ code: InviteSecret, _ newEvent: inout NewEvent, _ store: DiskStore
    ) {
        var change = change
        switch bug {
        case .lastUseTwice, .repeatedJoinCounted:
            let used = (try? store.links(of: newEvent.room))?[code.link]?.used ?? 0
            guard let uses = made[code.link]?.uses, used + (excess[code.link] ?? 0) >= uses else { return }
            change.code = InviteSecret(String(repeating: "0", count: code.text.count))
        case .linkPassesBan:
            let standing = try? store.standing(of: newEvent.author.user, in: newEvent.room)
            guard standing?.isBanned(at: newEvent.at) == true else { return }
            let other = UserID(high: ~newEvent.author.user.high, low: ~newEvent.author.user.low)
            newEvent.author.user = other
            change.member = other
        default: return
        }
        newEvent.mutation = .membership(change)
    }

    /// Notes what has become of new events.
    func note(_ outcomes: [AppendOutcome]) {
        guard bug == .repeatedJoinCounted else { return }
        for case .alreadyThere(let event) in outcomes {
            if case .membership(let change) = event.content, let use = change.link { excess[use.link, default: 0] += 1 }
        }
    }

    /// An event as it was asked for.
    func told(_ event: Event) -> Event {
        guard let original = asked[event.id] else { return event }
        var event = event
        event.author = original.author
        switch (original.mutation, event.content) {
        case (.link(let change), _): event.content = .link(change)
        case (.membership(let wanted), .membership(var change)):
            change.member = wanted.member
            event.content = .membership(change)
        default: break
        }
        return event
    }

    func told(_ links: InviteLinks) -> InviteLinks {
        let decoys = Set(revoked.map(decoy))
        return InviteLinks(
            links.all.compactMap { link in
                if revoked.contains(link.link) || decoys.contains(link.link) { return nil }
                var link = link
                (link.uses, link.until) = (made[link.link]?.uses, made[link.link]?.until)
                link.used += excess[link.link] ?? 0
                return link.isUsedUp ? nil : link
            })
    }
}
