import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import Testing

@testable import ChatServer

@Suite(.timeLimit(.minutes(5))) struct RegistrationTests {
    private let home = ClientAddress(.v4(0x7F00_0001), isLocal: true)

    @Test func `of two registrations with one guest's token, one counts, and the other takes nothing from it`()
        async throws
    {
        let guests = GuestTokens()
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: guests, registration: .invite, passwords: Passwords(rounds: 2))
        let token = guests.token(for: .issued())
        let home = home
        var invites: [String] = []
        for _ in 0..<11 { invites += try await accounts.perform(.invite(.user)) }
        let codes = NIOLockedValueBox(invites)
        @Sendable func register(_ name: String, guest: String?) async -> String? {
            let invite = codes.withLockedValue { $0.popLast() }
            return try? await accounts.register(registrant(name, guest: guest, invite: invite), from: home).account.name
        }
        let made = await withTaskGroup(of: String?.self) { tasks in
            for index in 0..<8 { tasks.addTask { await register(index % 2 == 0 ? "ann" : "bob", guest: token) } }
            return await tasks.reduce(into: [String]()) { names, name in names += name.map { [$0] } ?? [] }
        }
        // The others of the same name may have signed in to it.
        #expect(Set(made).count == 1)
        let name = try #require(made.first)
        #expect(await register(name, guest: nil) == nil)
        #expect(await register(name == "ann" ? "bob" : "ann", guest: nil) != nil)
        #expect(await register("carl", guest: token) == nil)
        await accounts.end()
    }

    @Test func `a sign-up whose answer was lost is repeated, and signs in`() async throws {
        let guests = GuestTokens()
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: guests, registration: .invite, passwords: Passwords(rounds: 2))
        let user = UserID.issued()
        let token = guests.token(for: user)
        let invite = try await accounts.perform(.invite(.user)).first
        let first = try await accounts.register(registrant("ann", guest: token, invite: invite), from: home)
        // The invite is used up.
        for name in ["ann", "Ann"] {
            let again = try await accounts.register(registrant(name, guest: token, invite: invite), from: home)
            #expect(again.account == first.account && again.account.user == user && again.token != first.token)
            #expect(try await accounts.identity(of: again.token)?.user == user)
        }
        let wrong = Accounts.Registrant(name: "ann", password: "battery staple", guest: token, invite: invite)
        for refused in [wrong, registrant("bob", guest: token, invite: invite)] {
            await #expect(throws: WireError.guestHasAccount) { try await accounts.register(refused, from: home) }
        }
        // Nobody else comes in by their token.
        let other = registrant("ann", guest: guests.token(for: .issued()), invite: invite)
        await #expect(throws: WireError.self) { try await accounts.register(other, from: home) }
        await accounts.end()
    }

    @Test func `a guest's token is not refused while its user signs up, as that may fail`() async throws {
        let guests = GuestTokens()
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: guests, registration: .open, passwords: Passwords(rounds: 2))
        let user = UserID.issued()
        let token = guests.token(for: user)
        let during = NIOLockedValueBox<[TokenAnswer]>([])
        accounts.attach(
            Accounts.Server(
                sessionsEnded: { _ in },
                isNameHeld: { [accounts] name, _ in
                    during.withLockedValue { $0.append(accounts.answer(to: token)) }
                    return name.name == "ann"
                }))
        await #expect(throws: WireError.nameTaken("ann")) {
            try await accounts.register(registrant("ann", guest: token), from: home)
        }
        #expect(during.withLockedValue(\.self) == [.later])
        #expect(try await accounts.identity(of: token)?.user == user, "the sign-up failed: it is a guest again")
        #expect(accounts.reservations.claim(ConfusableSkeleton(of: "bob"), for: user))
        await #expect(throws: WireError.isSigningUp) { try await accounts.identity(of: token) }
        await #expect(throws: WireError.isSigningUp) {
            try await accounts.register(registrant("bob", guest: token), from: home)
        }
        accounts.reservations.disclaim(ConfusableSkeleton(of: "bob"), of: user)
        #expect(try await accounts.register(registrant("bob", guest: token), from: home).account.user == user)
        #expect(try await accounts.identity(of: token) == nil && accounts.answer(to: token) == .refused)
        await accounts.end()
    }

    @Test func `a user whose account is being closed is known as such, also when it stays`() async throws {
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2))
        let made = try await accounts.register(registrant("ann"), from: home)
        let user = made.account.user
        let identity = try #require(try await accounts.identity(of: made.token))
        let reservations = accounts.reservations
        let asked = NIOLockedValueBox<[Bool]>([])
        #expect(!reservations.isClosing(user))
        let refusal = WireError(.overloaded, "")
        await #expect(throws: refusal) {
            try await accounts.close("correct horse", of: identity, at: home) { _ throws(WireError) in
                asked.withLockedValue { $0.append(reservations.isClosing(user)) }
                throw refusal
            }
        }
        #expect(asked.withLockedValue(\.self) == [true])
        #expect(!reservations.isClosing(user) && reservations.isAccount(user))
        // A nearly full disk keeps nobody without groups from closing their account.
        try await accounts.close("correct horse", of: identity, at: home) { _ throws(WireError) in
            throw WireError(.storageFailed, "")
        }
        #expect(reservations.isClosing(user), "nobody enters a group as this user any more")
        await accounts.end()
    }

    @Test func `an address makes so many accounts a day, those that are made, and any number with invites`()
        async throws
    {
        let nanoseconds = NIOLockedValueBox(Int64(0))
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2),
            clock: ServerClock { (0, nanoseconds.withLockedValue(\.self)) })
        let far = ClientAddress(.v4(0xCB00_7107), isLocal: false)
        func register(_ name: String, _ client: ClientAddress, invite: String? = nil) async throws(WireError) {
            _ = try await accounts.register(registrant(name, invite: invite), from: client)
        }
        /// Attempts are there again, accounts not yet.
        func wait() { nanoseconds.withLockedValue { $0 += Int64(Limits.signInPeriod) * 1_000_000_000 } }
        try await register("ann", home)
        // A name that is taken costs an attempt, and no account.
        for _ in 0..<3 { await #expect(throws: WireError.nameTaken("ann")) { try await register("ann", far) } }
        wait()
        for number in 1...Limits.registrationsPerAddress { try await register("zoe\(number)", far) }
        wait()
        let error = await #expect(throws: WireError.self) { try await register("eve", far) }
        #expect(error?.code == .addressLimited && error?.text.contains("new accounts") == true)
        #expect((error?.retry ?? 0) > 60_000)
        let invite = try #require(try await accounts.perform(.invite(.user)).first)
        try await register("eve", far, invite: invite)
        try await register("dan", home)
        await accounts.end()
    }

    @Test func `every command about accounts comes back over the control socket as it was`() throws {
        let commands: [AccountCommand] = [
            .add(name: "ann", password: "correct horse", .administrator), .reset(name: "ann", password: "staple"),
            .disable(name: "ann"), .enable(name: "ann"), .close(name: "ann"), .setRole(name: "ann", .user),
            .setRole(name: "ann", .administrator), .list(after: nil), .list(after: "ann"), .invite(.user),
            .addKey(name: "bot", .administrator), .removeKey(name: "bot"), .listKeys,
        ]
        for command in commands {
            let request = ControlRequest.account(command)
            #expect(try ControlRequest(json: Array(request.line.dropLast())) == request)
        }
        for request in [ControlRequest.erase(UserID.random()), .knows(UserID.random())] {
            #expect(try ControlRequest(json: Array(request.line.dropLast())) == request)
        }
        for reply in [ControlReply.known(true), .known(false), .known(nil), .lines(["a", "b"])] {
            #expect(try ControlReply(json: Array(reply.line.dropLast())) == reply)
        }
        let unnamed = #"{"type":"account","do":"role","name":"ann","role":"king"}"#
        #expect(throws: WireError.self) { try ControlRequest(json: Array(unnamed.utf8)) }
    }

    @Test func `a role is changed, told, and warned about where no administrator is left`() async throws {
        let (accounts, ended, told) = try watched()
        let ann = try await accounts.register(registrant("ann"), from: home)
        #expect(try await accounts.perform(.setRole(name: "ann", .administrator)).count == 1)
        #expect(try await accounts.identity(of: ann.token)?.role == .administrator)
        #expect(try await accounts.perform(.setRole(name: "ann", .user)).count == 2)
        #expect(try await accounts.identity(of: ann.token)?.role == .user)
        let user = ann.account.user
        #expect(ended.withLockedValue(\.self) == [.role(of: user), .role(of: user)])
        #expect(
            told.withLockedValue(\.self) == [
                "account role \(user.text) administrator", "account role \(user.text) user",
            ])
        await #expect(throws: WireError.self) { try await accounts.perform(.setRole(name: "bob", .user)) }
        #expect(try await accounts.isActive(user))
        _ = try await accounts.perform(.disable(name: "ann"))
        #expect(try await !accounts.isActive(user))
        await accounts.end()
    }

    @Test func `an account that the operator closes is disabled before its user leaves groups, and is gone then`()
        async throws
    {
        let (accounts, ended, told) = try watched()
        let ann = try await accounts.register(registrant("ann"), from: home)
        let user = ann.account.user
        _ = try await accounts.perform(.setRole(name: "ann", .administrator))
        await #expect(throws: WireError.self) { try await accounts.perform(.close(name: "Ann")) }
        // Its groups can't be left now: it stays, disabled, and can be closed again.
        await #expect(throws: WireError.accountsBusy) {
            try await accounts.perform(.close(name: "ann")) { _ throws(WireError) in throw .accountsBusy }
        }
        #expect(try await !accounts.isActive(user))
        #expect(try await accounts.identity(of: ann.token) == nil)
        #expect(ended.withLockedValue(\.self) == [.role(of: user), .all(of: user, except: nil)])
        let left = NIOLockedValueBox<[UserID]>([])
        let lines = try await accounts.perform(.close(name: "ann")) { account in
            left.withLockedValue { $0.append(account.user) }
        }
        #expect(left.withLockedValue(\.self) == [user])
        #expect(lines.first == "Closed the account ann: \(user.text)" && lines.count == 2, "no administrator is left")
        #expect(
            told.withLockedValue(\.self) == [
                "account role \(user.text) administrator", "account close \(user.text) ",
            ])
        // The name is free, and the id is nobody's again.
        #expect(accounts.reservations.isAccount(user))
        let again = try await accounts.register(registrant("ann"), from: home)
        #expect(again.account.user != user)
        // Where no server runs, nobody leaves a group.
        let stopped = try await accounts.perform(.close(name: "ann"))
        #expect(stopped.count == 2 && stopped[1].contains("groups"))
        await accounts.end()
    }

    private typealias Watched = (
        accounts: Accounts, ended: NIOLockedValueBox<[EndedSessions]>, told: NIOLockedValueBox<[String]>
    )

    /// Accounts on a server that notes which sessions have ended, and each command with its user
    /// and role.
    private func watched() throws -> Watched {
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: .open, passwords: Passwords(rounds: 2))
        let (ended, told) = (NIOLockedValueBox<[EndedSessions]>([]), NIOLockedValueBox<[String]>([]))
        accounts.attach(
            Accounts.Server(
                sessionsEnded: { one in ended.withLockedValue { $0.append(one) } }, isNameHeld: { _, _ in false },
                commandDone: { command, user, role in
                    told.withLockedValue { $0.append("\(command) \(user?.text ?? "") \(role?.name ?? "")") }
                }))
        return (accounts, ended, told)
    }
}

private func registrant(_ name: String, guest: String? = nil, invite: String? = nil) -> Accounts.Registrant {
    Accounts.Registrant(name: name, password: "correct horse", guest: guest, invite: invite)
}
