import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOEmbedded
import Testing

@testable import ChatRooms
@testable import ChatServer

/// Two servers tell each other once a second what their clients have used of limits.
@Suite struct SpendingTests {
    private final class Clock: Sendable {
        private let now = NIOLockedValueBox(Int64(0))

        var server: ServerClock { ServerClock { [now] in (0, now.withLockedValue { $0 }) } }
        func pass(milliseconds: Int64) { now.withLockedValue { $0 += milliseconds * 1_000_000 } }
    }

    private struct Side {
        let spendings = Spendings()
        let users: UserBudgets
        let addresses: AddressBudgets
        let counts: AddressCounts
        let attempts: NIOLockedValueBox<SignInAttempts>
        let registrations: NIOLockedValueBox<RegistrationQuota>
        let rooms: NIOLockedValueBox<RoomQuota>
        let commits: NIOLockedValueBox<GroupCommit>
        let store = MemoryStore()

        init(_ clock: Clock) {
            users = UserBudgets(
                TokenBucket.Rate(perSecond: 2, burst: 20), telling: spendings, clock: clock.server)
            addresses = AddressBudgets(
                AddressBudget.Rates(messagesPerSecond: 10), telling: spendings, clock: clock.server)
            counts = AddressCounts(limit: 4, telling: spendings, clock: clock.server)
            attempts = NIOLockedValueBox(SignInAttempts(telling: spendings))
            registrations = NIOLockedValueBox(RegistrationQuota(telling: spendings))
            rooms = NIOLockedValueBox(RoomQuota(RoomRates(user: 10, address: 100), telling: spendings))
            commits = NIOLockedValueBox(
                GroupCommit(newRooms: RoomRates(user: nil, address: nil), telling: spendings))
        }

        func take(_ spendings: [Spending]) {
            for spending in spendings {
                switch spending.limit {
                case .signIns: attempts.withLockedValue { $0.take(spending, at: 0) }
                case .registrations: registrations.withLockedValue { $0.take(spending, at: 0) }
                case .newRooms, .newOwnLogs: rooms.withLockedValue { $0.take(spending, at: 0) }
                case .arrivals: counts.take(spending)
                case .reports, .held, .directRooms, .invitations, .groupPlaces, .sanctions, .entryRequests, .entries,
                    .ownEntries:
                    commits.withLockedValue { $0.take(spending, at: 0) }
                default:
                    users.take(spending)
                    addresses.take(spending)
                }
            }
        }
    }

    private let clock = Clock()
    private let sides: [Side]
    private let ann = UserID.issued()
    private let home = ClientAddress(.v4(0xCB00_7107), isLocal: false)

    init() { sides = [Side(clock), Side(clock)] }

    private func tell() {
        let told = sides.map { $0.spendings.takeAll() }
        sides[0].take(told[1])
        sides[1].take(told[0])
    }

    /// How often something passes that each server is asked every 100 ms, for so many seconds.
    private func passes(seconds: Int, _ isRefused: (Side) -> Bool) -> Int {
        var count = 0
        for _ in 0..<seconds {
            for _ in 0..<10 {
                for side in sides where !isRefused(side) { count += 1 }
                clock.pass(milliseconds: 100)
            }
            tell()
        }
        return count
    }

    @Test func `a user who sends on two servers at once sends about as much as on one`() {
        let sent = passes(seconds: 300) { side in
            side.users.budget(of: ann)?.refusal(ofMessage: 10, from: nil, at: clock.server.nanoseconds()) != nil
        }
        // Half of the burst is not told of, and a second passes before the rest is known.
        #expect((600...650).contains(sent), "\(sent)")
    }

    @Test func `an address and its site have one budget on all servers`() {
        let site = ClientAddress(.v6(0x2001_0DB8_0077_0001), isLocal: false)
        for client in [home, site] {
            let hellos = passes(seconds: 100) { $0.addresses.budget(of: client)?.refusalOfHello() != nil }
            let alone = AddressBudget.Rates(messagesPerSecond: 10).hellos
            let most = Double(alone.burst) * 1.5 + Double(alone.count) / Double(alone.seconds) * 104
            #expect(Double(hellos) <= most, "\(hellos) of \(client), \(most) at most")
        }
    }

    @Test func `users below half of a limit are not told of`() {
        for _ in 0..<10 {
            _ = sides[0].users.budget(of: ann)?.refusal(
                ofMessage: 10, from: sides[0].addresses.budget(of: home), at: clock.server.nanoseconds())
        }
        #expect(sides[0].spendings.takeAll() == [])
        _ = sides[0].users.budget(of: ann)?.refusal(ofMessage: 10, from: nil, at: clock.server.nanoseconds())
        #expect(sides[0].spendings.takeAll() == [Spending(.messages, of: .user(ann), 1, bytes: 10)])
        // What another server told is not told on.
        sides[0].take([Spending(.messages, of: .user(ann), 5, bytes: 50)])
        #expect(sides[0].spendings.takeAll() == [])
    }

    @Test func `a refused message is not told of`() {
        let budget = sides[0].users.budget(of: ann)
        for _ in 0..<100 { _ = budget?.refusal(ofMessage: 10, from: nil, at: clock.server.nanoseconds()) }
        #expect(sides[0].spendings.takeAll().map(\.count) == [10])
    }

    @Test func `passwords of a name are tried half as often again on a second server, and not twice as often`() {
        func tries(_ side: Side) -> Int {
            (0..<100).count { _ in
                side.attempts.withLockedValue { $0.refusal(of: "ann", from: home, at: 0) } == nil
            }
        }
        #expect(tries(sides[0]) == Limits.signInsPerAccount)
        tell()
        #expect(tries(sides[1]) == Limits.signInsPerAccount / 2)
    }

    @Test func `accounts of an address count on all servers`() {
        func made(_ side: Side) -> Int {
            (0..<100).count { _ in side.registrations.withLockedValue { $0.refusal(from: home, at: 0) } == nil }
        }
        #expect(made(sides[0]) == Limits.registrationsPerAddress)
        tell()
        #expect(made(sides[1]) == Limits.registrationsPerAddress / 2)
    }

    @Test func `new rooms of a user count on all servers`() throws {
        func rooms(_ side: Side) throws -> Int {
            try (0..<100).count { number in
                var newEvents = [
                    NewEvent(
                        room: try #require(RoomName("r\(number)")), id: .random(), at: 0,
                        author: Author(user: ann, name: "ann"), idempotencyKey: nil, mutation: .message(text: "x"))
                ]
                _ = side.rooms.withLockedValue { $0.admit(&newEvents, from: [home], at: 0) { _ in true } }
                return newEvents[0].roomRefusal == nil
            }
        }
        #expect(try rooms(sides[0]) == 10)
        tell()
        #expect(try rooms(sides[1]) == 5)
    }

    /// How many of these mutations a server takes of the address.
    private func taken(_ side: Side, _ mutations: [(RoomName, UserID, Mutation)], held: Bool = false) throws -> Int {
        let submissions = mutations.map { room, author, mutation in
            var newEvent = NewEvent(
                room: room, id: .random(), at: 1, author: Author(user: author, name: "x"), idempotencyKey: nil,
                mutation: mutation)
            if held { newEvent.verdict = .held }
            return Submission(
                origin: Origin(table: 0, connection: 1), ref: 1, client: home, request: .append(newEvent), submitted: 0)
        }
        let committed = side.commits.withLockedValue { group in
            group.commit(CommitBatch(submissions), to: side.store, at: 0) { batch throws(StoreError) in
                try side.store.append(batch)
            }
        }
        return committed.replies.count { if case .refused(let error) = $0.result { error.code == .held } else { true } }
    }

    @Test func `invitations, direct rooms and held messages of an address count on all servers`() throws {
        func invitations(_ side: Side) throws -> Int {
            let groups = (0..<100).map { _ in RoomName.newGroup() }
            #expect(try taken(side, groups.map { ($0, ann, .settings(SettingsChange(title: "Tea"))) }) == 100)
            let invite = Mutation.membership(MembershipChange(UserID(high: 7, low: 7), .invite))
            return try taken(side, groups.map { ($0, ann, invite) })
        }
        func directRooms(_ side: Side) throws -> Int {
            let person = UserID(high: 8, low: 8)
            return try taken(
                side,
                (0..<100).map { _ in
                    let guest = UserID.issued()
                    return (try #require(RoomName.direct(guest, person)), guest, .message(text: "hello"))
                })
        }
        func held(_ side: Side) throws -> Int {
            // Messages are held in rooms that exist.
            _ = try taken(side, [(.lobby, ann, .message(text: "tea"))])
            return try taken(
                side, (0..<Limits.heldPerAddress * 2).map { _ in (.lobby, UserID.issued(), .message(text: "coins")) },
                held: true)
        }
        func count(_ most: Int, _ what: (Side) throws -> Int) rethrows {
            let here = try what(sides[0])
            #expect(here == most)
            tell()
            let there = try what(sides[1])
            #expect(there == most / 2)
        }
        try count(Limits.invitationsPerAddress, invitations)
        try count(Limits.newDirectRoomsPerAddress, directRooms)
        try count(Limits.heldPerAddress, held)
    }

    @Test func `reports of a user count on all servers`() {
        var quotas = sides.map { ReportQuota(telling: $0.spendings) }
        func reports(_ quota: inout ReportQuota) -> Int {
            (0..<100).count { number in
                quota.refusal(
                    of: ReportChange(
                        room: .lobby, seq: Seq(number + 1), author: Author(user: ann, name: "ann"), role: .guest,
                        at: 0, act: .report(Report(.spam))), from: home, at: 0) == nil
            }
        }
        #expect(reports(&quotas[0]) == Limits.reportsPerUser)
        for spending in sides[0].spendings.takeAll() { quotas[1].take(spending, at: 0) }
        #expect(reports(&quotas[1]) == Limits.reportsPerUser / 2)
    }

    @Test func `what is given back is not told`() {
        var quota = AddressQuota(
            TokenBucket.Rate(4, within: 60), capacity: 10, as: .held, telling: sides[0].spendings)
        for _ in 0..<3 { _ = quota.take(home, at: 0) }
        quota.giveBack(home)
        #expect(sides[0].spendings.takeAll() == [])
        // Nor does it hide what is taken later.
        quota.giveBack(home)
        for _ in 0..<3 { _ = quota.take(home, at: 0) }
        #expect(sides[0].spendings.takeAll().map(\.count) == [2])
    }

    @Test func `connections of an address and a site count on all servers`() {
        let channels = (0..<3).map { _ in EmbeddedChannel() }
        for channel in channels { #expect(sides[0].counts.admit(channel, of: home)) }
        func tellConnections() {
            let busy = sides[0].counts.busiest()
            sides[1].counts.take(elsewhere: Dictionary(uniqueKeysWithValues: busy.map { ($0.payer, $0.connections) }))
        }
        tellConnections()
        #expect(!sides[1].counts.isFull(home))
        #expect(sides[1].counts.admit(EmbeddedChannel(), of: home))
        #expect(sides[1].counts.isFull(home))
        #expect(!sides[1].counts.admit(EmbeddedChannel(), of: home))
        for channel in channels { _ = try? channel.finish() }
        tellConnections()
        #expect(sides[0].counts.busiest() == [])
        #expect(sides[1].counts.admit(EmbeddedChannel(), of: home))
    }

    @Test func `of many addresses those with the most connections are told`() {
        let counts = AddressCounts(limit: 64)
        func client(_ number: Int) -> ClientAddress { ClientAddress(.v4(UInt32(number)), isLocal: false) }
        for number in 0...Limits.busyAddressesTold {
            for _ in 0..<(number == 7 ? 15 : number == 9 ? 17 : 16) {
                #expect(counts.admit(EmbeddedChannel(), of: client(number)))
            }
        }
        // A quarter of the limit is 16.
        let busy = counts.busiest()
        #expect(busy.count == Limits.busyAddressesTold)
        #expect(!busy.contains { $0.payer == .address(client(7)) })
        for _ in 0..<16 { #expect(counts.admit(EmbeddedChannel(), of: client(1_000))) }
        #expect(counts.busiest().count == Limits.busyAddressesTold)
        #expect(counts.busiest().contains { $0.payer == .address(client(9)) && $0.connections == 17 })
    }

    @Test func `with any messages of other servers, nobody waits for longer than two full buckets take`() {
        let budget = sides[0].users.budget(of: ann)
        for _ in 0..<100 { sides[0].take([Spending(.messages, of: .user(ann), .max / 2)]) }
        func isRefused() -> Bool { budget?.refusal(ofMessage: 1, from: nil, at: clock.server.nanoseconds()) != nil }
        #expect(isRefused())
        // 2 a second, 20 at once: both the bucket and the debt take 10 seconds.
        clock.pass(milliseconds: 10_000)
        #expect(isRefused())
        clock.pass(milliseconds: 10_000)
        #expect(!isRefused())
    }

    @Test func `requests that are refused at the longest pause are not told of`() throws {
        let budget = try #require(sides[0].addresses.budget(of: home))
        var pause: Int64 = 0
        while pause < Limits.refusalPauseLongest { pause = budget.pause(ofRefusalAt: clock.server.nanoseconds()) }
        _ = sides[0].spendings.takeAll()
        for _ in 0..<1_000 { _ = budget.pause(ofRefusalAt: clock.server.nanoseconds()) }
        #expect(sides[0].spendings.takeAll() == [])
    }

    @Test func `a server tells of so many users at most`() {
        for number in 0..<UInt64(Limits.spendingsTold + 500) {
            sides[0].spendings.note(Spending(.messages, of: .user(UserID(high: 0, low: number)), 1))
        }
        #expect(sides[0].spendings.takeAll().count == Limits.spendingsTold)
        #expect(sides[0].spendings.takeAll() == [])
    }
}
