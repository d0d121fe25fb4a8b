import ChatTesting
import ChatWire

/// Whom invite links let in.
extension Checker {
    /// INV55: nobody enters a group by a link more often than the link has uses, however many try
    /// at once or send the same again.
    func linkUses() -> Violation? {
        firstJoin { room, event, use, log, _ in
            guard let link = log.links[use.link], link.isUsedUp else { return nil }
            let text = "\(room.text) \(event.seq) is a join by a link that had \(link.used) uses already."
            return Violation(.linkUses, text)
        }
    }

    /// INV56: nobody enters a group by a link that nobody has made, or that has ended: it was
    /// revoked, its time is over, or its maker is no member any more. Nobody enters by a link while
    /// they are banned.
    func linkEnds() -> Violation? {
        let reached = firstArrivals()
        return firstJoin { room, event, use, log, previous in
            func violation(_ why: String) -> Violation {
                Violation(.linkEnds, "\(room.text) \(event.seq) is a join by a link: \(why).")
            }
            let user = event.author.user
            guard let link = log.links[use.link], link.maker == use.inviter else {
                return violation("nobody has made it")
            }
            if link.hasEnded { return violation("it was revoked, or its maker had left") }
            if let end = log.bannedUntil[user], event.at < end { return violation("its user was banned") }
            if log.members.contains(user) { return violation("its user was a member") }
            // Behind an event that was accepted later, a join has that event's time.
            let accepted = event.at > previous ? event.at : event.idempotencyKey.flatMap { reached[Key($0)] } ?? .min
            if let end = link.until, accepted >= end { return violation("its time was over") }
            return nil
        }
    }

    /// The first violation by a join that used a link.
    ///
    /// - Parameter check: gets the room, the event, its link, the log before it, and the time of
    ///   the event before it
    private func firstJoin(
        _ check: (RoomName, Event, LinkUse, LinkLog, _ previous: Int64) -> Violation?
    ) -> Violation? {
        for rooms in history.logs.values {
            for (room, events) in rooms where room.kind == .group {
                var log = LinkLog()
                var previous = Int64.min
                for event in events {
                    if case .membership(let change) = event.content, let use = change.link,
                        let violation = check(room, event, use, log, previous)
                    {
                        return violation
                    }
                    log.apply(event)
                    previous = event.at
                }
            }
        }
        return nil
    }

    /// When each number was first at the server, in milliseconds since 1970-01-01 UTC.
    private func firstArrivals() -> [Key: Int64] {
        var arrivals: [Key: Int64] = [:]
        for entry in history.entries {
            guard case .reached(let link, let frame) = entry.what, let device = speakers[link],
                case .mutate(_, let number?, _, _) = frame.request
            else { continue }
            let key = Key(device: device, number: number)
            arrivals[key] = arrivals[key] ?? ManualClock().origin + entry.at
        }
        return arrivals
    }
}

/// What people are told of invite links.
extension Checker {
    private struct LinkAsk {
        var room: RoomName
        /// Events that the room certainly had.
        var since: Seq
        var at: Int64
        /// Of a join by a link.
        var code: InviteSecret?
    }

    /// INV57: links, and how often they were used, are what the log says: in lists, in the end, and
    /// where a join is refused because its link lets nobody in. Moderators see all links of their
    /// group, others their own.
    func linkLists() -> Violation? { toldOfLinks() ?? keptLinks() }

    private func toldOfLinks() -> Violation? {
        // No groups, no links.
        if history.links.isEmpty { return nil }
        var known: [RoomName: Seq] = [:]
        var asks: [LinkID: [UInt64: LinkAsk]] = [:]
        for (index, entry) in history.entries.enumerated() {
            let time = ManualClock().origin + entry.at
            switch entry.what {
            case .booted: known = [:]
            case .reached(let link, let frame):
                guard let (room, code) = frame.request.linkQuestion else { continue }
                asks[link, default: [:]][frame.ref] = LinkAsk(room: room, since: known[room] ?? 0, at: time, code: code)
            case .answered(let link, let frame):
                if let (room, seq) = frame.committed { known[room] = max(seq, known[room] ?? 0) }
                guard let ref = frame.ref, let ask = asks[link]?[ref], let user = users[link],
                    let epoch = epochAt[index], let text = fault(of: frame, to: ask, user, epoch, at: time)
                else { continue }
                return Violation(.linkLists, text, [index])
            default: break
            }
        }
        return nil
    }

    /// What is wrong with an answer about links; `nil` if nothing is.
    private func fault(
        of answer: ServerFrame, to ask: LinkAsk, _ user: UserID, _ epoch: Epoch, at time: Int64
    ) -> String? {
        let log = log(epoch, ask.room)
        let last = log.last { $0.at <= time }?.seq ?? 0
        let states = LinkLog.states(of: log, from: ask.since, to: max(last, ask.since))
        switch answer {
        case .error(_, let error) where error.code == .linkRefused:
            guard let code = ask.code, !states.isEmpty, states.allSatisfy({ $0.isOpen(code.link, at: time) }) else {
                return nil
            }
            return "A link of \(ask.room.text) was refused, and nothing had ended it."
        case .links(_, let room, let links):
            let maybeAll = states.contains { $0.moderators.contains(user) }
            let surelyAll = states.allSatisfy { $0.moderators.contains(user) }
            let isTrue = states.contains { state in
                let shown = state.open(of: maybeAll ? nil : user, at: ask.at)
                let told = Dictionary(links.map { ($0.link, $0) }) { first, _ in first }
                return told.count == links.count && told.allSatisfy { shown[$0] == $1 }
                    && state.open(of: surelyAll ? nil : user, at: time).keys.allSatisfy { told[$0] != nil }
            }
            return isTrue ? nil : "\(room.text) was listed with the links \(links), which its log does not say."
        default: return nil
        }
    }

    private func keptLinks() -> Violation? {
        guard let epoch = history.epoch else { return nil }
        for (room, links) in history.links {
            let log = log(epoch, room)
            guard let end = LinkLog.states(of: log, from: .init(count: log.count), to: .end).last else { continue }
            let kept = Dictionary(links.map { ($0.link, $0) }) { first, _ in first }
            let expected = end.open(of: nil, at: history.linksReadAt)
            guard kept != expected else { continue }
            return Violation(.linkLists, "\(room.text) has the links \(links); its log says \(expected.values).")
        }
        return nil
    }
}

extension LinkLog {
    fileprivate func isOpen(_ id: ChatWire.LinkID, at time: Int64) -> Bool {
        links[id].map { $0.isOpen && $0.until ?? .max > time } ?? false
    }

    /// The links that let somebody in.
    ///
    /// - Parameter maker: `nil` for the links of all
    fileprivate func open(of maker: UserID?, at time: Int64) -> [ChatWire.LinkID: InviteLink] {
        var open: [ChatWire.LinkID: InviteLink] = [:]
        for (id, link) in links where isOpen(id, at: time) && maker ?? link.maker == link.maker {
            open[id] = InviteLink(id, by: link.maker, uses: link.uses, used: link.used, until: link.until)
        }
        return open
    }
}

extension Checker.Key {
    fileprivate init(_ key: IdempotencyKey) { self.init(device: key.device, number: key.number) }
}

extension ClientFrame.Request {
    /// The room whose links this asks for, or by one of whose links it is a join.
    fileprivate var linkQuestion: (RoomName, code: InviteSecret?)? {
        switch self {
        case .links(let room): (room, nil)
        case .mutate(let room, _, _, .membership(let change)): change.code.map { (room, $0) }
        default: nil
        }
    }
}
