import ChatTesting
import ChatWire
import Testing

@testable import ChatRooms

@Suite struct InvitationQuotaTests {
    private let store = MemoryStore()
    private var group = GroupCommit(quota: RoomQuota(RoomRates(user: nil, address: nil)))
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = UserID(high: 2, low: 2)
    private let cleo = UserID(high: 3, low: 3)
    private let far = ClientAddress(.v4(0x0A00_0009), isLocal: false)

    /// Commits what Ann asks for, and returns the codes of what was refused.
    private mutating func commit(
        _ mutations: [(RoomName, Mutation)], from client: ClientAddress? = nil, at now: Int64 = 0
    ) -> [WireError.Code] {
        let submissions = mutations.map { room, mutation in
            Submission(
                origin: Origin(table: 0, connection: 1), ref: 1, client: client ?? far,
                request: .append(
                    Draft(
                        room: room, id: .random(), at: 1, author: ann, idempotencyKey: nil, mutation: mutation)),
                submitted: now)
        }
        let committed = group.commit(CommitBatch(submissions), to: store, at: now) {
            batch throws(StoreError) in try store.append(batch)
        }
        return committed.replies.compactMap { if case .refused(let error) = $0.result { error.code } else { nil } }
    }

    private mutating func groups(_ count: Int) -> [RoomName] {
        let names = (0..<count).map { _ in RoomName.newGroup() }
        #expect(commit(names.map { ($0, .settings(SettingsChange(title: "Tea"))) }) == [])
        return names
    }

    private func invite(_ person: UserID) -> Mutation { .membership(MembershipChange(person, .invite)) }

    @Test mutating func `an address invites a person so often at once, and as often again within an hour`() {
        let names = groups(Limits.invitationsPerAddress + 2)
        #expect(commit(names.map { ($0, invite(bob)) }) == [.membership, .membership])
        // Other people, and those of the machine itself, are not concerned.
        #expect(commit([(names[0], invite(cleo))]) == [])
        let near = ClientAddress(.fileSystem, isLocal: true)
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
}
