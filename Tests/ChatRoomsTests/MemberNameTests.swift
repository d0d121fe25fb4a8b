import ChatRooms
import ChatWire
import Testing

/// What an invitation, a ban or another change of a person's place calls the person.
@Suite struct MemberNameTests {
    private let bob = Author(user: .issued(), name: "bob")
    private let warden = UserID.issued()
    private let eve = UserID.issued()
    private let guest = UserID.issued()
    private let reservations: NameReservations
    private let store = MemoryStore()
    private let group = RoomName.newGroup()

    init() throws {
        reservations = NameReservations([
            NameHolder(user: warden, name: "warden"), NameHolder(user: eve, name: "eve"),
            NameHolder(user: UserID.issued(), name: nil),
        ])
        _ = try append(.settings(SettingsChange(title: "Tea")), reservations)
    }

    /// What becomes of bob's request.
    private func append(
        _ mutation: Mutation, _ accounts: NameReservations?, namesUsers: Bool = false
    ) throws -> AppendOutcome? {
        let request = LogRequest.append(group, bob, .user, nil, after: nil, mutation)
        guard
            case .append(let newEvent) = request.submitted(
                at: 1_795_223_116_490, accounts: accounts, namesUsers: namesUsers, makeID: EventID.random)
        else { return nil }
        return try store.append(Batch(newEvents: [newEvent])).outcomes.first
    }

    /// What the event says that the person is called.
    private func called(_ outcome: AppendOutcome?) -> String? {
        guard case .appended(let event)? = outcome, case .membership(let change) = event.content else { return nil }
        return change.called
    }

    private func refusal(_ outcome: AppendOutcome?) -> WireError.Code? {
        if case .refused(let error)? = outcome { error.code } else { nil }
    }

    private func name(of user: UserID) throws -> String? {
        try store.people(of: group, after: nil, limit: 10).people.first { $0.author.user == user }?.author.name
    }

    @Test func `a person with an account is called by its name, whatever the author says`() throws {
        for (index, name) in [nil, "warden", "wаrden", "somebody", "admin"].enumerated() {
            let action: MembershipChange.Action = index.isMultiple(of: 2) ? .invite : .ban(until: .max)
            let outcome = try append(.membership(MembershipChange(eve, action, called: name)), reservations)
            #expect(called(outcome) == "eve")
            #expect(try self.name(of: eve) == "eve")
            if action != .invite { _ = try append(.membership(MembershipChange(eve, .unban)), reservations) }
        }
    }

    @Test func `nobody else is called like an account`() throws {
        for name in ["warden", "wаrden", "WARDEN", "w4rden", "👑warden", "eve!"] {
            let outcome = try append(.membership(MembershipChange(guest, .invite, called: name)), reservations)
            #expect(refusal(outcome) == .nameTaken, "\(name)")
        }
        for name in ["admin", "Admin2", "martlet-bot"] {
            let outcome = try append(.membership(MembershipChange(guest, .invite, called: name)), reservations)
            #expect(refusal(outcome) == .nameReserved, "\(name)")
        }
        #expect(called(try append(.membership(MembershipChange(guest, .invite, called: "gus")), reservations)) == "gus")
        #expect(try name(of: guest) == "gus")
    }

    @Test func `an account whose name a newer rule would refuse is invited under it`() throws {
        let user = UserID.issued()
        reservations.admit(ConfusableSkeleton(of: "Admin2"), for: user)
        #expect(called(try append(.membership(MembershipChange(user, .invite)), reservations)) == "Admin2")
    }

    @Test func `a user of another system has the name that it gives`() throws {
        let user = UserID(high: 0x5000, low: 1)
        let change = MembershipChange(user, .invite, called: "Ann (Support)")
        #expect(called(try append(.membership(change), reservations, namesUsers: true)) == "Ann (Support)")
        let refused = MembershipChange(UserID(high: 0x5000, low: 2), .invite, called: "admin")
        #expect(refusal(try append(.membership(refused), reservations, namesUsers: true)) == .nameReserved)
    }

    @Test func `nobody is called after an office under an id that somebody may have made up`() throws {
        let (other, derived) = (UserID(high: 0x4000, low: 1), UserID(high: 0x5000, low: 1))
        for name in ["Admin team", "Ann (Support)"] {
            for accounts in [reservations, nil] {
                for (member, namesUsers) in [(other, true), (other, false), (derived, false), (guest, true)] {
                    let change = MembershipChange(member, .invite, called: name)
                    let outcome = try append(.membership(change), accounts, namesUsers: namesUsers)
                    #expect(refusal(outcome) == .nameReserved, "\(name), \(member.text)")
                }
            }
        }
        let change = MembershipChange(other, .invite, called: "Gus")
        #expect(called(try append(.membership(change), reservations)) == "Gus")
    }

    @Test func `authors call themselves by their own name`() throws {
        let other = try #require(RoomName("garden"))
        let change = MembershipChange(bob.user, .leave, called: "warden")
        let request = LogRequest.append(other, bob, .user, nil, after: nil, .membership(change))
        guard
            case .append(let newEvent) = request.submitted(
                at: 0, accounts: nil, namesUsers: false, makeID: EventID.random),
            case .membership(let said) = newEvent.mutation
        else { throw WireError(.badRequest, "no new event") }
        #expect(said.called == "bob")
    }

    @Test func `a server without accounts believes the author`() throws {
        let outcome = try append(.membership(MembershipChange(eve, .invite, called: "warden")), nil)
        #expect(called(outcome) == "warden")
    }

    @Test func `an invitation that is sent again under its number is the same, whatever it calls the person`() throws {
        let invitation = Mutation.membership(MembershipChange(eve, .invite, called: "warden"))
        #expect(invitation.became(.membership(MembershipChange(eve, .invite, called: "eve"))))
    }
}
