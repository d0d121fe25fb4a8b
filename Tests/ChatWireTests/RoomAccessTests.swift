import ChatWire
import Testing

/// Decisions about a room that no table of `docs/permissions.md` has.
@Suite struct RoomAccessTests {
    private let user = UserID(high: 1, low: 1)
    private let time: Int64 = 1_000

    private func sanctioned() -> Standing {
        var standing = Standing()
        standing.bannedUntil = MembershipChange.Action.forGood
        standing.mutedUntil = MembershipChange.Action.forGood
        return standing
    }

    @Test func `no owner of an open room keeps an administrator out of it`() throws {
        let room = try #require(RoomName("scams"))
        let administrator = RoomAccess(room, user, .administrator, standing: sanctioned())
        #expect(administrator.refusalOfEntering(at: time) == nil)
        #expect(administrator.refusal(of: .message(text: "x"), at: time) == nil)
        let unban = Mutation.membership(MembershipChange(user, .unban))
        #expect(administrator.refusal(of: .settings(SettingsChange(title: "Tea")), at: time) == nil)
        #expect(administrator.refusal(of: unban, at: time)?.code == .membership)
        let other = RoomAccess(room, user, .user, standing: sanctioned())
        #expect(other.refusalOfEntering(at: time)?.code == .banned)
        let group = try #require(RoomName("g-00000000000000000000000001"))
        let member = RoomAccess(group, user, .administrator, standing: sanctioned())
        #expect(member.refusalOfEntering(at: time)?.code == .banned, "a group is its owner's")
    }

    @Test(arguments: [Standing.Membership.member, .invited, .requested])
    func `a person who may not write leaves, without a word`(membership: Standing.Membership) throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        var access = RoomAccess(group, user, .guest, standing: Standing(membership: membership), owners: 1, people: 2)
        access.mayWrite = false
        func code(_ change: MembershipChange) -> WireError.Code? {
            access.refusal(of: .membership(change), at: time)?.code
        }
        #expect(code(MembershipChange(user, .leave)) == nil)
        #expect(code(MembershipChange(user, .leave, reason: "spam")) == .guestsReadOnly)
        #expect(code(MembershipChange(user, .join)) == .guestsReadOnly)
        #expect(code(MembershipChange(UserID(high: 1, low: 2), .leave)) == .guestsReadOnly)
        access.standing = Standing()
        #expect(code(MembershipChange(user, .leave)) == .noSuchRoom)
    }

    @Test func `an open room says why nobody is invited or removed there`() {
        let access = RoomAccess(.lobby, user, .administrator)
        func reason(_ action: MembershipChange.Action) -> String? {
            access.refusal(of: .membership(MembershipChange(UserID(high: 2, low: 2), action)), at: time)?.text
        }
        #expect(reason(.invite) == "Everyone may enter an open room.")
        #expect(reason(.remove) == "Nobody can be removed from an open room. A ban keeps a person out.")
        #expect(reason(.ban(until: MembershipChange.Action.forGood)) == nil)
    }

    @Test func `nobody but an administrator makes the lobby theirs`() throws {
        let settings = Mutation.settings(SettingsChange(title: "Mine"))
        func refusal(_ role: ServerRole, _ room: RoomName, exists: Bool) -> WireError.Code? {
            RoomAccess(room, user, role, exists: exists).refusal(of: settings, at: time)?.code
        }
        let other = try #require(RoomName("garden"))
        #expect(refusal(.guest, .lobby, exists: false) == .notAllowed)
        #expect(refusal(.user, .lobby, exists: false) == .notAllowed)
        #expect(refusal(.administrator, .lobby, exists: false) == nil)
        #expect(refusal(.guest, other, exists: false) == nil)
        #expect(refusal(.guest, other, exists: true) == .notAllowed)
    }

    @Test func `an administrator who is a member adds people, and others let in only people who asked`() throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        let other = UserID(high: 2, low: 2)
        func code(
            _ role: ServerRole, _ target: Standing.Membership, people: UInt64 = 5, isBlocked: Bool = false
        ) -> WireError.Code? {
            let standing = Standing(membership: .member, role: .owner, since: 1)
            var access = RoomAccess(group, user, role, standing: standing, owners: 1, people: people)
            access.isBlocked = isBlocked
            let add = Mutation.membership(MembershipChange(other, .join))
            return access.refusal(of: add, toward: Standing(membership: target), at: time)?.code
        }
        for target in [Standing.Membership.outsider, .invited, .requested] {
            #expect(code(.administrator, target) == nil)
            #expect(code(.user, target) == (target == .requested ? nil : .membership))
        }
        #expect(code(.administrator, .member) == .membership)
        // A person who is invited has one of the places already.
        let most = UInt64(Limits.groupPeople)
        #expect(code(.administrator, .outsider, people: most) == .membership)
        #expect(code(.administrator, .invited, people: most) == nil)
        #expect(code(.administrator, .outsider, isBlocked: true) == .membership)
    }

    @Test(arguments: [1, 2, 5]) func `the last owner of a room stays one, also alone`(people: UInt64) throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        let garden = try #require(RoomName("garden"))
        func code(_ room: RoomName, _ role: RoomRole, owners: UInt64) -> WireError.Code? {
            let standing = Standing(membership: .member, role: .owner, since: 1)
            let change = MembershipChange(user, .role(role))
            return RoomAccess(room, user, standing: standing, owners: owners, people: people)
                .refusal(of: .membership(change), at: time)?.code
        }
        for room in [group, garden] {
            for role in [RoomRole.member, .moderator] {
                #expect(code(room, role, owners: 1) == .membership)
                #expect(code(room, role, owners: 2) == nil)
            }
            #expect(code(room, .owner, owners: 1) == nil)
        }
        // Alone, the last owner may still leave: the group ends.
        let owner = RoomAccess(
            group, user, standing: Standing(membership: .member, role: .owner, since: 1), owners: 1, people: people)
        let leaving = Mutation.membership(MembershipChange(user, .leave))
        #expect(owner.refusal(of: leaving, at: time)?.code == (people > 1 ? .membership : nil))
    }

    @Test func `a ban or a mute that is over already is refused`() throws {
        let garden = try #require(RoomName("garden"))
        let access = RoomAccess(garden, user, standing: Standing(membership: .outsider, role: .owner), owners: 1)
        let other = UserID(high: 2, low: 2)
        for (end, isRefused) in [(time - 1, true), (time, true), (time + 1, false), (.max, false)] {
            for action in [MembershipChange.Action.ban(until: end), .mute(until: end)] {
                let error = access.refusal(of: .membership(MembershipChange(other, action)), at: time)
                #expect(error == (isRefused ? .endInThePast(.membership) : nil))
            }
        }
    }

    @Test func `a member who may not write may not edit either`() throws {
        var quiet = RoomSettings()
        quiet.posting = .moderators
        func code(_ role: RoomRole, _ mutation: Mutation) throws -> WireError.Code? {
            let group = try #require(RoomName("g-00000000000000000000000001"))
            let standing = Standing(membership: .member, role: role, since: 1)
            return RoomAccess(group, user, settings: quiet, standing: standing, owners: 1, people: 5)
                .refusal(of: mutation, at: time)?.code
        }
        #expect(try code(.member, .edit(of: 1, text: "buy my coins")) == .notAllowed)
        #expect(try code(.moderator, .edit(of: 1, text: "tea at five")) == nil)
        #expect(try code(.member, .react(of: 1, emoji: "👍", on: true)) == nil)
    }

    @Test func `a person who may not write may give no reason either, except with a request`() throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        let other = UserID(high: 2, low: 2)
        func refusal(
            _ standing: Standing, _ settings: RoomSettings, _ action: MembershipChange.Action, _ who: UserID,
            reason: String?
        ) -> WireError.Code? {
            RoomAccess(group, user, settings: settings, standing: standing, owners: 1, people: 5)
                .refusal(of: .membership(MembershipChange(who, action, reason: reason)), at: time)?.code
        }
        var muted = Standing(membership: .member, since: 1)
        muted.mutedUntil = MembershipChange.Action.forGood
        var quiet = RoomSettings()
        quiet.posting = .moderators
        let member = Standing(membership: .member, since: 1)
        for (standing, settings) in [(muted, RoomSettings()), (member, quiet)] {
            #expect(refusal(standing, settings, .leave, user, reason: "buy my coins") == .reason)
            #expect(refusal(standing, settings, .leave, user, reason: nil) == nil)
        }
        // An invitation tells everyone a name, which may be a sentence.
        #expect(refusal(muted, RoomSettings(), .invite, other, reason: nil) == .muted)
        #expect(refusal(member, quiet, .invite, other, reason: nil) == .notAllowed)
        #expect(refusal(member, RoomSettings(), .invite, other, reason: "the gardener") == nil)
        let joining = MembershipChange(user, .join, reason: "buy my coins", code: .random())
        let newcomer = RoomAccess(group, user, settings: quiet, owners: 1, people: 5)
        #expect(newcomer.refusal(of: .membership(joining), isLinkValid: true, at: time)?.code == .reason)
        #expect(
            refusal(Standing(membership: .member, role: .moderator, since: 1), quiet, .remove, other, reason: "spam")
                != .reason)
        var asked = quiet
        asked.joining = .request
        #expect(refusal(Standing(), asked, .request, user, reason: "let me in") == nil)
    }

    @Test func `a moderator who is muted moderates without reasons`() throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        var standing = Standing(membership: .member, role: .moderator, since: 1)
        func code(_ mutation: Mutation) -> WireError.Code? {
            RoomAccess(group, user, standing: standing, owners: 1, people: 5)
                .refusal(of: mutation, toward: Standing(membership: .member, since: 2), at: time)?.code
        }
        func mutations(_ reason: String?) -> [Mutation] {
            [
                .membership(MembershipChange(UserID(high: 2, low: 2), .remove, reason: reason)),
                .delete(of: 1, reason: reason),
            ]
        }
        #expect(mutations("buy my coins").map(code) == [nil, nil])
        standing.mutedUntil = MembershipChange.Action.forGood
        #expect(mutations("buy my coins").map(code) == [.reason, .reason])
        #expect(mutations(nil).map(code) == [nil, nil])
    }

    @Test func `a moderator who is muted shows the room no title, topic or picture`() throws {
        let group = try #require(RoomName("g-00000000000000000000000001"))
        var standing = Standing(membership: .member, role: .moderator, since: 1)
        func code(_ change: SettingsChange) -> WireError.Code? {
            RoomAccess(group, user, standing: standing, owners: 1, people: 5)
                .refusal(of: .settings(change), at: time)?.code
        }
        let picture = Attachment(id: FileID(high: 1, low: 1), name: "tea.png", type: "image/png", size: 1_000)
        let shown = [
            SettingsChange(title: "Buy my coins"), SettingsChange(topic: "Buy my coins"),
            SettingsChange(joining: .request, avatar: .image(picture)),
        ]
        let others = [
            SettingsChange(posting: .moderators, slowMode: 60), SettingsChange(title: "", topic: ""),
            SettingsChange(avatar: .removed), SettingsChange(),
        ]
        #expect((shown + others).compactMap(code) == [])
        standing.mutedUntil = MembershipChange.Action.forGood
        #expect(shown.map(code) == [.muted, .muted, .muted])
        #expect(others.compactMap(code) == [])
        standing.mutedUntil = time
        #expect(shown.compactMap(code) == [], "the mute is over")
    }

    @Test func `a person who is not banned or muted is not released`() throws {
        let garden = try #require(RoomName("garden"))
        let access = RoomAccess(garden, user, standing: Standing(membership: .outsider, role: .owner), owners: 1)
        let other = UserID(high: 2, low: 2)
        var (banned, muted) = (Standing(), Standing())
        // A ban that is over stands on the list of people until it is taken back.
        (banned.bannedUntil, muted.mutedUntil) = (time - 1, MembershipChange.Action.forGood)
        for (action, target, isRefused) in [
            (.unban, banned, false), (.unban, muted, true), (.unmute, muted, false), (.unmute, banned, true),
        ] as [(MembershipChange.Action, Standing, Bool)] {
            let error = access.refusal(of: .membership(MembershipChange(other, action)), toward: target, at: time)
            #expect(error?.code == (isRefused ? .membership : nil))
            #expect(access.may(action, toward: target, at: time) == !isRefused)
        }
    }
}
