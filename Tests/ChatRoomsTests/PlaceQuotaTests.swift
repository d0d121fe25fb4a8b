import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

@Suite struct PlaceQuotaTests {
    private let store = MemoryStore()
    private var group = GroupCommit(newRooms: RoomRates(user: nil, address: nil))
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = UserID(high: 2, low: 2)
    private let cleo = UserID(high: 3, low: 3)
    private let far = ClientAddress(.v4(0x0A00_0009), isLocal: false)
    private let near = ClientAddress(.fileSystem, isLocal: true)

    /// Commits what somebody asks for, and returns the codes of what was refused.
    private mutating func commit(
        _ mutations: [(RoomName, Mutation)], by author: Author? = nil, role: ServerRole = .user,
        from client: ClientAddress? = nil, at now: Int64 = 0
    ) -> [WireError.Code] {
        let submissions = mutations.map { room, mutation in
            Submission(
                origin: Origin(table: 0, connection: 1), ref: 1, client: client ?? far,
                request: .append(
                    NewEvent(
                        room: room, id: .random(), at: 1, author: author ?? ann, idempotencyKey: nil,
                        mutation: mutation, role: role)),
                submitted: now)
        }
        let committed = group.commit(CommitBatch(submissions), to: store, at: now) {
            batch throws(StoreError) in try store.append(batch)
        }
        return committed.replies.compactMap { if case .refused(let error) = $0.result { error.code } else { nil } }
    }

    private mutating func groups(_ count: Int, _ joining: RoomSettings.Joining? = nil) -> [RoomName] {
        let names = (0..<count).map { _ in RoomName.newGroup() }
        let settings = Mutation.settings(SettingsChange(title: "Tea", joining: joining))
        #expect(commit(names.map { ($0, settings) }) == [])
        return names
    }

    private func change(_ person: UserID, _ action: MembershipChange.Action) -> Mutation {
        .membership(MembershipChange(person, action))
    }

    private func invite(_ person: UserID) -> Mutation { change(person, .invite) }

    @Test mutating func `an address invites a person so often at once, and as often again within an hour`() {
        let names = groups(Limits.invitationsPerAddress + 2)
        #expect(commit(names.map { ($0, invite(bob)) }) == [.membership, .membership])
        // Other people, and those of the machine itself, are not concerned.
        #expect(commit([(names[0], invite(cleo))]) == [])
        #expect(commit([(names[names.count - 1], invite(bob))], from: near) == [])
        let pause = Int64(Limits.invitationsPeriod) * 1_000_000_000 / Int64(Limits.invitationsPerAddress)
        let late = (names[names.count - 2], invite(bob))
        #expect(commit([late], at: pause - 1) == [.membership])
        #expect(commit([late], at: pause) == [])
    }

    @Test mutating func `an invitation that is refused, or made already, costs nothing`() {
        let names = groups(Limits.invitationsPerAddress)
        for _ in 0..<Limits.invitationsPerAddress {
            // A group that does not exist.
            #expect(commit([(.newGroup(), invite(bob))]).count == 1)
        }
        #expect(commit(names.map { ($0, invite(bob)) }) == [])
        #expect(commit([(groups(1)[0], invite(bob))]) == [.membership])
    }

    @Test mutating func `an address acts as a moderator on a person so often at once, in each room by itself`() {
        let names = groups(2)
        let most = Limits.sanctionsPerAddress
        let ban = change(bob, .ban(until: MembershipChange.Action.forGood))
        let acts = (0..<most).map { (names[0], $0 % 2 == 0 ? ban : change(bob, .unban)) }
        #expect(commit(acts) == [])
        #expect(commit([(names[0], ban)]) == [.membership])
        // A moderator of another room can still ban the person there, also from the same address.
        #expect(commit([(names[1], ban)]) == [])
        // Nobody else is concerned: neither other people, nor an administrator, nor the machine
        // itself.
        #expect(commit([(names[0], change(cleo, .mute(until: 9)))]) == [])
        #expect(commit([(names[0], change(bob, .mute(until: 9)))], from: near) == [])
        #expect(commit([(names[0], ban)], role: .administrator) == [])
        let pause = Int64(Limits.sanctionsPeriod) * 1_000_000_000 / Int64(most)
        #expect(commit([(names[0], ban)], at: pause - 1) == [.membership])
        #expect(commit([(names[0], ban)], at: pause) == [])
    }

    private func guest(_ number: Int) -> Author {
        Author(user: UserID(high: 6, low: UInt64(number + 1)), name: "guest")
    }

    @Test mutating func `members at an address invite so many people to a group at once`() {
        let (most, names) = (Limits.groupInvitationsPerAddress, groups(2, .anyone))
        #expect(commit([(names[0], change(guest(0).user, .join))], by: guest(0)) == [])
        #expect(commit((1...most).map { (names[0], invite(guest($0).user)) }, by: guest(0)) == [])
        #expect(commit([(names[0], change(guest(-1).user, .join))], by: guest(-1)) == [])
        for member in [0, -1] { #expect(commit([(names[0], invite(bob))], by: guest(member)) == [.membership]) }
        // Moderators go on. Other groups are not concerned, nor is the machine itself.
        #expect(commit([(names[0], invite(bob)), (names[1], invite(bob))]) == [])
        #expect(commit([(names[0], invite(cleo))], by: guest(0), from: near) == [])
    }

    @Test mutating func `an address enters a group, and makes links to it, so often at once`() {
        let (most, names) = (Limits.entriesPerAddress, groups(2, .anyone))
        for number in 0..<most {
            #expect(commit([(names[0], change(guest(number).user, .join))], by: guest(number)) == [])
        }
        #expect(commit([(names[0], change(bob, .join))], by: Author(user: bob, name: "bob")) == [.membership])
        let link = Mutation.link(LinkChange(making: LinkID(high: 1, low: 1)))
        #expect(commit([(names[0], link)], by: guest(0)) == [.membership])
        // Moderators go on, and those who were invited come in. Other groups are not concerned.
        #expect(commit([(names[0], link), (names[0], invite(bob))]) == [])
        #expect(commit([(names[0], change(bob, .join))], by: Author(user: bob, name: "bob")) == [])
        #expect(commit([(names[1], change(cleo, .join))], by: Author(user: cleo, name: "cleo")) == [])
        #expect(commit([(names[0], change(cleo, .join))], by: Author(user: cleo, name: "cleo"), from: near) == [])
    }

    @Test mutating func `a person enters and leaves a group so often at once`() {
        let (most, names) = (Limits.entriesPerPerson, groups(2, .anyone))
        let member = guest(0)
        let (enter, leave) = (change(member.user, .join), change(member.user, .leave))
        for _ in 0..<most { #expect(commit([(names[0], enter), (names[0], leave)], by: member) == []) }
        #expect(commit([(names[0], enter)], by: member) == [.membership])
        #expect(commit([(names[1], enter)], by: member) == [])
        #expect(commit([(names[0], change(guest(1).user, .join))], by: guest(1)) == [])
        let pause = Int64(Limits.entriesPeriod) * 1_000_000_000 / Int64(most)
        #expect(commit([(names[0], enter)], by: member, at: pause - 1) == [.membership])
        #expect(commit([(names[0], enter)], by: member, at: pause) == [])
    }

    @Test mutating func `all users of an address together may ask to enter groups only so often at once`() throws {
        let names = groups(2, .request)
        let most = Limits.entryRequestsPerAddress
        for number in 0..<UInt64(most) + 1 {
            let guest = Author(user: UserID(high: 5, low: number), name: "guest")
            let expected: [WireError.Code] = number < UInt64(most) ? [] : [.membership]
            #expect(commit([(names[0], change(guest.user, .request))], by: guest) == expected)
        }
        let guest = Author(user: cleo, name: "cleo")
        #expect(commit([(names[1], change(cleo, .request))], by: guest) == [])
        #expect(commit([(names[0], change(cleo, .request))], by: guest, from: near) == [])
        // Whether a group exists can't be told by it.
        let hidden = groups(1)[0]
        for _ in 0...most {
            #expect(commit([(hidden, change(cleo, .request))], by: guest) == [.noSuchRoom])
            #expect(commit([(.newGroup(), change(cleo, .request))], by: guest) == [.noSuchRoom])
        }
    }
}
