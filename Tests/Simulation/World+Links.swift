import ChatModel
import ChatTesting
import ChatWire

/// What people do about the invite links of groups.
extension World {
    mutating func useLinks(_ id: PhoneID) {
        guard isStormy, let links = plan.links else { return }
        agenda.add(.links(id), at: soon(links.pace))
        guard let app = phones[id].chat, let room = plan.groups.randomElement(using: &random) else { return }
        guard app.access(to: room)?.standing.membership == .member else {
            if let code = anyCode(of: room) { return join(id, by: code) }
            // Nobody has made a link. Perhaps there is no group yet.
            perform(id, .settings(SettingsChange(title: "group of links")), in: room)
            return enter(room, id)
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<6: if let change = newLink(of: room) { perform(id, .link(change), in: room) }
        case 6: if let change = revocation(in: room) { perform(id, .link(change), in: room) }
        default: tell(id, .inquire(.links(room), Ticket(random.next())))
        }
    }

    mutating func act(stranger id: Int) {
        guard isStormy, let links = plan.links else { return }
        agenda.add(.stranger(id), at: soon(links.pace))
        // Now and then the same again, although there was an answer.
        if strangers[id].isWaiting || random.oneIn(4) { return visit(id, nil) }
        guard let room = plan.groups.randomElement(using: &random) else { return }
        guard strangers[id].groups.contains(room) else {
            if let code = anyCode(of: room) { join(stranger: id, by: code) }
            return
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: if let change = newLink(of: room) { visit(id, (room, .link(change))) }
        case 4..<6: if let change = revocation(in: room) { visit(id, (room, .link(change))) }
        case 6: if let code = anyCode(of: room) { join(stranger: id, by: code) }
        default: visit(id, (room, .membership(MembershipChange(strangers[id].user, .leave))))
        }
    }

    /// Several people use one link at once.
    mutating func rush(by code: InviteCode) {
        guard isStormy else { return }
        for id in phones.indices where random.oneIn(2) { join(id, by: code) }
        for id in strangers.indices where !random.oneIn(4) { join(stranger: id, by: code) }
    }

    /// Makes a link, and passes it on, perhaps before the server has it.
    private mutating func newLink(of room: RoomName) -> LinkChange? {
        let secret = InviteSecret.random(using: &random)
        guard let code = InviteCode(room, secret) else { return nil }
        codes.append(code)
        for _ in 0..<2 where random.oneIn(2) { agenda.add(.rush(code), at: soon(1_000)) }
        let uses = random.oneIn(3) ? nil : UInt64.random(in: 1...3, using: &random)
        let end = clock.wall + Int64.random(in: 500...6_000, using: &random)
        return LinkChange(making: secret.link, uses: uses, until: random.oneIn(3) ? end : nil)
    }

    private mutating func revocation(in room: RoomName) -> LinkChange? {
        anyCode(of: room).map { LinkChange(revoking: $0.secret.link) }
    }

    /// One of the newest links of a group, whatever has become of it; seldom one that nobody made.
    private mutating func anyCode(of room: RoomName) -> InviteCode? {
        if random.oneIn(20) { return InviteCode(room, .random(using: &random)) }
        return codes.filter { $0.room == room }.suffix(3).randomElement(using: &random)
    }

    private mutating func join(_ id: PhoneID, by code: InviteCode) {
        guard let user = phones[id].chat?.identity?.user else { return }
        perform(id, .membership(MembershipChange(user, .join, code: code.secret)), in: code.room)
        if random.oneIn(2) { enter(code.room, id) }
    }

    private mutating func join(stranger id: Int, by code: InviteCode) {
        visit(id, (code.room, .membership(MembershipChange(strangers[id].user, .join, code: code.secret))))
    }

    private mutating func visit(_ id: Int, _ request: (room: RoomName, mutation: Mutation)?) {
        guard let server = site.server, server.isListening else { return }
        let (link, frames) = strangers[id].visit(request, plan)
        server.connect(link, .v1, window: .max, at: clock)
        for frame in frames {
            note(.asked(link, strangers[id].phone, frame))
            note(.reached(link, frame))
            server.receive(frame, from: link, at: clock)
        }
        agenda.add(.probeEnds(link), at: soon(1_500))
    }

    /// What a server says to one of the strangers.
    mutating func heard(_ frame: ServerFrame, strangerOn link: LinkID, _ id: Int) {
        strangers[id].heard(frame)
        note(.heard(link, strangers[id].phone, frame))
    }
}
