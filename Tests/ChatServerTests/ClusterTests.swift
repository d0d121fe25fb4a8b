import ChatRooms
import ChatWire
import Crypto
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(5))) struct ClusterTests {
    private let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)

    /// Accounts of one server, and what they have told.
    private struct Side {
        let accounts: Accounts
        let ended = NIOLockedValueBox<[EndedSessions]>([])
        let told = NIOLockedValueBox<[ServerMessage.Item]>([])

        init(_ store: MemoryAccounts, _ guests: GuestTokens) throws {
            accounts = try Accounts(
                store: store, guests: guests, registration: .open, passwords: Passwords(rounds: 2))
            accounts.attach(
                Accounts.Server(
                    sessionsEnded: { [ended] one in ended.withLockedValue { $0.append(one) } },
                    namesChanged: { [told] one in told.withLockedValue { $0.append(one) } }, isAlone: false,
                    isNameHeld: { _, _ in false }))
        }
    }

    @Test func `somebody signs in on a server that was not told of their account`() async throws {
        let (store, guests) = (MemoryAccounts(), GuestTokens())
        let (one, other) = (try Side(store, guests), try Side(store, guests))
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        let ann = try await one.accounts.register(registrant, from: home)
        await #expect(throws: WireError.self) { try await other.accounts.signIn("ann", "wrong horse", from: home) }
        await #expect(throws: WireError.self) { try await other.accounts.signIn("bob", "correct horse", from: home) }
        #expect(try await other.accounts.signIn("Ann", "correct horse", from: home).account.user == ann.account.user)
        // From now on nobody gets a name like it there.
        #expect(other.accounts.reservations.holder(of: ConfusableSkeleton(of: "ann")) == ann.account.user)
        await one.accounts.end()
        await other.accounts.end()
    }

    @Test func `an account that one server has made is known on another when it is told`() async throws {
        let (store, guests) = (MemoryAccounts(), GuestTokens())
        let (one, other) = (try Side(store, guests), try Side(store, guests))
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        let ann = try await one.accounts.register(registrant, from: home)
        #expect(other.accounts.reservations.holder(of: ConfusableSkeleton(of: "ann")) == nil)
        for item in one.told.withLockedValue(\.self) { other.accounts.take(item) }
        #expect(try await other.accounts.signIn("ann", "correct horse", from: home).account.user == ann.account.user)
        let identity = try #require(try await one.accounts.identity(of: ann.token))
        try await one.accounts.close("correct horse", of: identity, at: home) { _ in }
        for item in one.told.withLockedValue(\.self).dropFirst() { other.accounts.take(item) }
        let name = ConfusableSkeleton(of: "ann")
        #expect(other.accounts.reservations.holder(of: name) == nil)
        await one.accounts.end()
        await other.accounts.end()
    }

    @Test func `somebody who entered a group on another server while their account was being closed leaves it, too`()
        async throws
    {
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2))
        let (early, late) = (RoomName.newGroup(), RoomName.newGroup())
        let groups = NIOLockedValueBox([early])
        accounts.attach(
            Accounts.Server(
                sessionsEnded: { _ in groups.withLockedValue { $0.append(late) } }, isAlone: false,
                isNameHeld: { _, _ in false }, groupsLeft: { _ in .success(groups.withLockedValue(\.self)) }))
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        let ann = try await accounts.register(registrant, from: home)
        let identity = try #require(try await accounts.identity(of: ann.token))
        let left = NIOLockedValueBox<[RoomName]>([])
        try await accounts.close("correct horse", of: identity, at: home) { group in
            left.withLockedValue { $0.append(group) }
            groups.withLockedValue { $0.removeAll { $0 == group } }
        }
        // The first is one that is nobody's.
        #expect(left.withLockedValue { Array($0.dropFirst()) } == [early, late])
        await accounts.end()
    }

    @Test func `what was not heard is read again: new names, freed names, ended sessions, and removed keys`()
        async throws
    {
        let (store, guests) = (MemoryAccounts(), GuestTokens())
        let (one, other) = (try Side(store, guests), try Side(store, guests))
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        let ann = try await one.accounts.register(registrant, from: home)
        let second = try await one.accounts.signIn("ann", "correct horse", from: home)
        _ = try await one.accounts.perform(.addKey(name: "build", .user))
        let key = try #require(try store.keys().first)
        let user = ann.account.user
        func connection(_ session: SessionID?) -> ConnectedSession { ConnectedSession(id: session, role: .user) }
        let connected: [UserID: Set<ConnectedSession>] = [
            user: [connection(ann.session.id), connection(second.session.id)], key.user: [connection(nil)],
        ]
        #expect(await other.accounts.readAgain(connected))
        #expect(other.ended.withLockedValue(\.self) == [])
        #expect(try await other.accounts.signIn("ann", "correct horse", from: home).account.user == user)

        let identity = try #require(try await one.accounts.identity(of: ann.token))
        try await one.accounts.end(second.session.id, of: identity)
        _ = try await one.accounts.perform(.removeKey(name: "build"))
        #expect(await other.accounts.readAgain(connected))
        #expect(
            Set(other.ended.withLockedValue(\.self)) == [
                .sessions([second.session.id]), .all(of: key.user, except: nil),
            ])
        #expect(other.accounts.reservations.holder(of: ConfusableSkeleton(of: "build")) == nil)
        #expect(!other.accounts.reservations.isAccount(key.user))

        _ = try await one.accounts.perform(.setRole(name: "ann", .administrator))
        #expect(one.ended.withLockedValue(\.last) == .role(of: user))
        #expect(await other.accounts.readAgain([user: [connection(ann.session.id)]]))
        #expect(other.ended.withLockedValue(\.last) == .role(of: user))

        try await one.accounts.close("correct horse", of: identity, at: home) { _ in }
        #expect(await other.accounts.readAgain([:]))
        #expect(other.accounts.reservations.holder(of: ConfusableSkeleton(of: "ann")) == nil)

        // When a guest makes an account, the guest's token is not a token of that user any more.
        let guest = UserID.issued()
        let former = Accounts.Registrant(
            name: "gil", password: "correct horse", guest: guests.token(for: guest), invite: nil)
        let gil = try await one.accounts.register(former, from: home)
        #expect(gil.account.user == guest)
        let asGuest = ConnectedSession(id: nil, role: .guest)
        #expect(await other.accounts.readAgain([guest: [asGuest]]))
        #expect(other.ended.withLockedValue(\.last) == .guest(guest))
        // The account is known by now, and its session goes on.
        let ended = other.ended.withLockedValue(\.count)
        #expect(await other.accounts.readAgain([guest: [asGuest, connection(gil.session.id)]]))
        #expect(other.ended.withLockedValue { Array($0.dropFirst(ended)) } == [.guest(guest)])
        // The id is never a guest's again.
        #expect(other.accounts.reservations.isAccount(user))
        #expect(try await other.accounts.register(registrant, from: home).account.user != user)
        await one.accounts.end()
        await other.accounts.end()
    }

    @Test func `what can't be read is said, and while the bus is away only those who are connected are read`()
        async throws
    {
        let (store, guests) = (MemoryAccounts(), GuestTokens())
        let (one, other) = (try Side(store, guests), try Side(store, guests))
        let registrant = Accounts.Registrant(name: "ann", password: "correct horse", guest: nil, invite: nil)
        let ann = try await one.accounts.register(registrant, from: home)
        let user = ann.account.user
        for item in one.told.withLockedValue(\.self) { other.accounts.take(item) }
        let bob = Accounts.Registrant(name: "bob", password: "correct horse", guest: nil, invite: nil)
        _ = try await one.accounts.register(bob, from: home)
        _ = try await one.accounts.perform(.disable(name: "ann"))
        let connected: [UserID: Set<ConnectedSession>] = [user: [ConnectedSession(id: ann.session.id, role: .user)]]
        #expect(await other.accounts.readAgain(connected, .connected))
        #expect(other.ended.withLockedValue(\.self) == [.sessions([ann.session.id])])
        #expect(other.accounts.reservations.holder(of: ConfusableSkeleton(of: "bob")) == nil)
        // Its thread takes nothing any more.
        await other.accounts.end()
        #expect(await !other.accounts.readAgain(connected))
        #expect(other.ended.withLockedValue(\.count) == 1)
        await one.accounts.end()
    }

    @Test func `a server knows the people of the others once it has heard all of them for a while`() {
        let (bus, loop, now) = (Bus(), EmbeddedEventLoop(), NIOLockedValueBox<Int64>(0))
        var environment = ServerEnvironment()
        environment.clock = ServerClock { (wall: 0, monotonic: now.withLockedValue { $0 } * 1_000_000) }
        func pass(_ milliseconds: Int64) {
            now.withLockedValue { $0 += milliseconds }
            loop.advanceTime(by: .milliseconds(milliseconds))
        }
        let cluster = Cluster(bus, on: loop, environment)
        let chore = cluster.begin(
            Cluster.Actions(
                takePresence: { _ in }, tellPeople: {}, take: { _ in }, countMissed: {}, readAgain: { $1(true) },
                busyAddresses: { [] }, countIgnored: {}, countConnections: { _ in }))
        #expect(!cluster.knowsPeople)
        pass(Limits.serverSilence)
        #expect(cluster.knowsPeople)
        bus.carries.withLockedValue { $0 = false }
        #expect(!cluster.knowsPeople)
        pass(Limits.serverTick)
        bus.carries.withLockedValue { $0 = true }
        #expect(!cluster.knowsPeople)
        // The bus is back: the next tick counts what came meanwhile as missing.
        pass(Limits.serverTick)
        pass(Limits.serverSilence - 1)
        #expect(!cluster.knowsPeople)
        pass(1)
        #expect(cluster.knowsPeople)
        chore.cancel()
    }

    private struct Bus: ServerBus {
        let carries = NIOLockedValueBox(true)

        func publish(_ message: [UInt8]) {}
        func begin(_ receive: @escaping @Sendable ([UInt8]) -> Void) {}
        var condition: BusCondition { BusCondition(isCarrying: carries.withLockedValue { $0 }) }
        func end() async {}
    }

    @Test func `an address of a file counts on every server with the same key, and on no other`() {
        let guests = GuestTokens()
        let key = guests.derivedKey(for: "addresses of files")
        #expect(key != guests.derivedKey(for: "something else") && key.count == 32)
        let file = FileID.random()
        for hasAccount in [true, false] {
            let owner = FileAddress.Owner(user: .issued(), hasAccount: hasAccount)
            let query = FileAddress(key: key).query(file, for: owner, at: 0).text
            let parts = query.split(separator: "&").map { part in
                let sides = part.split(separator: "=")
                return (key: sides[0], value: sides[1])
            }
            #expect(FileAddress(key: key).owner(file, query: parts, at: 1) == owner)
            #expect(FileAddress().owner(file, query: parts, at: 1) == nil)
        }
    }
}
