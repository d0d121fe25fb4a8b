import ChatModel
import ChatRooms
import ChatWire

/// What clients make of a room's changes, and of their user's own log.
extension Checker {
    /// INV42: what a client knows of a room's roles, settings and pins is what the log says up to
    /// the client's newest event. So all clients that have the same events agree.
    func roles() -> Violation? {
        /// The newest event that a connection was told live.
        var told: [LinkID: [RoomName: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .heard(let link, _, .joined(_, let joined)): told[link, default: [:]][joined.room] = joined.head
            case .heard(let link, _, .event(let room, _, let event)): told[link]?[room] = event.seq
            case .described(let link, let phone, let room, let user, let epoch, let known):
                guard let seq = told[link]?[room] else { continue }
                let info = info(of: room, for: user, at: seq, epoch)
                guard known.standing != info.standing || known.settings != info.settings || known.pins != info.pins
                else { continue }
                let text = "At \(seq) phone \(phone) knows of \(room.text): \(known); its log says: \(info)."
                return Violation(.roles, text, [index])
            default: break
            }
        }
        return nil
    }

    /// What the log says of a room up to an event, to one user.
    private func info(of room: RoomName, for user: UserID, at seq: Seq, _ epoch: Epoch) -> RoomInfo {
        var info = RoomInfo()
        if case .direct = room.kind, seq > 0 { info.standing = Standing(membership: .member, since: 1) }
        for event in log(epoch, room).prefix(Int(clamping: seq.number)) { info.fold(event, of: user, in: room) }
        return info
    }

    /// INV43: a user's list of rooms is the fold of their own log and of their places in rooms. It
    /// does not have rooms that nobody has written to, nor groups of others. If such a room comes
    /// onto the list later, the phone knows the choices that it was told of since then.
    func lists() -> Violation? {
        guard let epoch = history.epoch, history.unfinished.isEmpty else { return nil }
        let told = toldOfLists()
        for (phone, end) in history.ends where end.chat.rooms.state == .loaded {
            guard let user = end.user else { continue }
            let (choices, blocked) = chosen(by: user, epoch)
            if end.chat.rooms.blocked != blocked {
                return Violation(.lists, "Phone \(phone) blocks \(end.chat.rooms.blocked), not \(blocked).")
            }
            for room in Set((history.logs[epoch] ?? [:]).keys).union(end.chat.rooms.entries.keys) {
                let listed = end.chat.rooms.entries[room]
                let choice = choices[room] ?? Choice()
                let place = place(of: user, in: room, epoch)
                let isOpen = room.kind == .open && !log(epoch, room).isEmpty
                let isTold = told[phone]?.knowsChoices(of: room, log(epoch, .own(user))) ?? false
                if isTold, isOpen || place?.membership == .member, listed?.choice ?? Choice() != choice {
                    let text = "Phone \(phone) lists \(room.text) with \(listed?.choice ?? Choice()), not \(choice)."
                    return Violation(.lists, text)
                }
                guard let place else { continue }
                let isThere = listed.map { $0.info.standing.membership != .outsider } ?? false
                if isThere != (place.membership != .outsider) || isThere && listed?.info.standing != place {
                    let known = listed.map { "\($0.info.standing)" } ?? "nothing"
                    return Violation(.lists, "Phone \(phone) lists \(room.text) with \(known), not \(place).")
                }
            }
        }
        return nil
    }

    /// What a phone was told on a connection of the list of rooms and of its user's own log.
    private struct ToldOfList {
        let link: LinkID
        var rooms: Set<RoomName> = []
        var seqs: Set<Seq> = []

        /// Whether it was told all that its user has chosen about a room.
        func knowsChoices(of room: RoomName, _ log: [Event]) -> Bool {
            rooms.contains(room)
                || log.allSatisfy { event in
                    if case .choice(let change) = event.content, change.room == room {
                        seqs.contains(event.seq)
                    } else {
                        true
                    }
                }
        }
    }

    /// By each phone's last connection.
    private func toldOfLists() -> [PhoneID: ToldOfList] {
        var told: [PhoneID: ToldOfList] = [:]
        for entry in history.entries {
            guard case .heard(let link, let phone, let frame) = entry.what else { continue }
            if told[phone]?.link != link { told[phone] = ToldOfList(link: link) }
            switch frame {
            case .rooms(_, let entries, _, _, _, _): told[phone]?.rooms.formUnion(entries.map(\.room))
            case .event(let room, _, let event) where room.isOwnLog: told[phone]?.seqs.insert(event.seq)
            default: break
            }
        }
        return told
    }

    /// What folding a user's own log gives.
    private func chosen(by user: UserID, _ epoch: Epoch) -> (choices: [RoomName: Choice], blocked: Set<UserID>) {
        var choices: [RoomName: Choice] = [:]
        var blocked: Set<UserID> = []
        for event in log(epoch, .own(user)) {
            switch event.content {
            case .choice(let change): choices[change.room, default: Choice()].apply(change)
            case .block(let person, let on): if on { blocked.insert(person) } else { blocked.remove(person) }
            default: break
            }
        }
        return (choices.filter { $0.value != Choice() }, blocked)
    }

    /// The user's place in a group or in a direct room; `nil` for other rooms.
    private func place(of user: UserID, in room: RoomName, _ epoch: Epoch) -> Standing? {
        switch room.kind {
        case .open, .own: return nil
        case .direct(let one, let other):
            guard one == user || other == user, !log(epoch, room).isEmpty else { return nil }
            return info(of: room, for: user, at: .end, epoch).standing
        case .group: return info(of: room, for: user, at: .end, epoch).standing
        }
    }
}
