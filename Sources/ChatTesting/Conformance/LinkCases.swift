import ChatRooms
import ChatWire

private let ann = Sender(1, name: "ann")
private let bob = Sender(2, name: "bob")
private let cleo = Sender(3, name: "cleo")
private let time: Int64 = 1_795_223_116_490

extension Sender {
    fileprivate func make(
        _ secret: InviteSecret, uses: UInt64? = nil, until: Int64? = nil, number: UInt64? = nil, in room: RoomName
    ) -> NewEvent {
        newEvent(.link(LinkChange(making: secret.link, uses: uses, until: until)), number: number, in: room)
    }

    fileprivate func join(_ room: RoomName, by secret: InviteSecret?, number: UInt64? = nil) -> NewEvent {
        newEvent(.membership(MembershipChange(user, .join, code: secret)), number: number, in: room)
    }
}

extension MessageStore {
    /// A group of ann's.
    fileprivate func group() throws -> RoomName {
        let group = RoomName.newGroup()
        _ = try appended(ann.newEvent(.settings(SettingsChange(title: "Tea")), in: group))
        return group
    }

    fileprivate func isMember(_ sender: Sender, of room: RoomName) throws -> Bool {
        try info(of: room, for: sender.user)?.standing.membership == .member
    }
}

extension MessageStoreConformance {
    /// An invite link lets people in until its uses are used up, its time is over, or its maker may
    /// not invite any more.
    static let links: [Case] = [
        Case("a link makes its holder a member, and the log says by whose link") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            _ = try store.appended(ann.make(secret, in: group))
            let event = try store.appended(bob.join(group, by: secret))
            let use = LinkUse(secret.link, by: ann.user)
            check.expect(event.content == .membership(MembershipChange(bob.user, .join, link: use)))
            check.expect(try store.log(of: group).last?.content == event.content)
            check.expect(try store.isMember(bob, of: group))
            check.expect(try store.links(of: group).all == [InviteLink(secret.link, by: ann.user, used: 1)])
        },
        Case("of two who join at once by a link's last use, one gets in") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            _ = try store.appended(ann.make(secret, uses: 1, in: group))
            let outcomes = try store.append([bob.join(group, by: secret), cleo.join(group, by: secret)])
            check.expect(outcomes.map(\.refusal) == [nil, .linkRefused])
            check.expect(try store.links(of: group).all.isEmpty)
        },
        Case("a join that is sent again uses the link once") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            _ = try store.appended(ann.make(secret, uses: 2, in: group))
            let first = try store.appended(bob.join(group, by: secret, number: 1))
            check.expect(try store.append(bob.join(group, by: secret, number: 1)) == .alreadyThere(first))
            check.expect(try store.links(of: group)[secret.link]?.used == 1)
        },
        Case("every code that lets nobody in is answered alike, also of a group that is not there") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            let (used, expired, revoked) = (InviteSecret.random(), InviteSecret.random(), InviteSecret.random())
            try store.appendAll([
                ann.make(used, uses: 1, in: group), ann.make(expired, until: time + 1, in: group),
                ann.make(revoked, in: group), ann.newEvent(.link(LinkChange(revoking: revoked.link)), in: group),
                cleo.join(group, by: used),
            ])
            let answers = try [used, expired, revoked, secret].map {
                try store.append(bob.join(group, by: $0).at(time + 1))
            }
            let other = try store.append(bob.join(.newGroup(), by: secret))
            check.expect((answers + [other]).allSatisfy { $0 == .refused(.linkRefused) })
        },
        Case("a ban holds against a link, and a member does not use one") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            _ = try store.appended(ann.make(secret, uses: 1, in: group))
            check.expect(try store.refusal(ann.join(group, by: secret)) == .membership)
            _ = try store.appended(ann.change(bob, .ban(until: .max), in: group))
            check.expect(try store.refusal(bob.join(group, by: secret)) == .banned)
            _ = try store.appended(ann.change(cleo, .invite, in: group))
            let event = try store.appended(cleo.join(group, by: secret))
            check.expect(event.content == .membership(MembershipChange(cleo.user, .join)))
            check.expect(try store.links(of: group)[secret.link]?.used == 0)
        },
        Case("links end with the membership of their maker") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            let own = InviteSecret.random()
            try store.appendAll([
                ann.make(secret, in: group), bob.join(group, by: secret), bob.make(own, in: group),
                ann.change(bob, .remove, in: group),
            ])
            check.expect(try store.refusal(bob.join(group, by: own)) == .linkRefused)
            check.expect(try store.links(of: group).all.map(\.maker) == [ann.user])
        },
        Case("members make links and revoke their own; moderators revoke all") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            let own = InviteSecret.random()
            check.expect(try store.refusal(bob.make(own, in: group)) == .noSuchRoom)
            check.expect(try store.refusal(ann.make(own, in: .lobby)) == .membership)
            try store.appendAll([ann.make(secret, in: group), bob.join(group, by: secret), bob.make(own, in: group)])
            check.expect(try store.refusal(bob.make(own, in: group)) == .link)
            check.expect(try store.refusal(bob.newEvent(.link(LinkChange(revoking: secret.link)), in: group)) == .link)
            _ = try store.appended(ann.newEvent(.link(LinkChange(revoking: own.link)), in: group))
            check.expect(try store.refusal(bob.newEvent(.link(LinkChange(revoking: own.link)), in: group)) == .link)
        },
        Case("a group has so many links; those that have expired don't count, and go") { store, check in
            let group = try store.group()
            let made = try store.append(
                (0..<Limits.linksPerGroup).map { ann.make(.random(), until: $0 == 0 ? time + 1 : nil, in: group) })
            check.expect(made.allSatisfy { $0.refusal == nil })
            check.expect(try store.refusal(ann.make(.random(), in: group)) == .link)
            _ = try store.appended(ann.make(.random(), in: group).at(time + 1))
            check.expect(try store.refusal(ann.make(.random(), in: group).at(time + 1)) == .link)
            check.expect(try store.links(of: group).all.count == Limits.linksPerGroup)
        },
        Case("a link that has expired already is refused") { store, check in
            let group = try store.group()
            for end in [time / 1_000, time] {
                check.expect(
                    try store.append(ann.make(.random(), until: end, in: group)) == .refused(.endInThePast(.link)))
            }
            _ = try store.appended(ann.make(.random(), until: time + 1, in: group))
        },
        Case("one member does not use up the links of a group") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            try store.appendAll([ann.make(secret, in: group), bob.join(group, by: secret)])
            let made = try store.append((0..<Limits.linksPerMember).map { _ in bob.make(.random(), in: group) })
            check.expect(made.allSatisfy { $0.refusal == nil })
            check.expect(try store.refusal(bob.make(.random(), in: group)) == .link)
            _ = try store.appended(ann.make(.random(), in: group))
        },
        Case("a moderator who lets somebody in uses no link, whatever code they send") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            let change = MembershipChange(bob.user, .join, code: secret)
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(joining: .request)), in: group),
                ann.make(secret, uses: 1, in: group), bob.change(bob, .request, in: group),
                ann.newEvent(.membership(change), in: group),
            ])
            check.expect(try store.isMember(bob, of: group))
            check.expect(try store.links(of: group)[secret.link]?.used == 0)
        },
        Case("a link lets in a person whose request to join is open") { store, check in
            let (group, secret) = (try store.group(), InviteSecret.random())
            try store.appendAll([
                ann.newEvent(.settings(SettingsChange(joining: .request)), in: group), ann.make(secret, in: group),
                bob.change(bob, .request, in: group), bob.join(group, by: secret),
            ])
            check.expect(try store.isMember(bob, of: group))
            check.expect(try store.links(of: group)[secret.link]?.used == 1)
        },
    ]
}
