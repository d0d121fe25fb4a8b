import ChatCore
import ChatRooms
import ChatTesting
import Testing

/// Accounts of the server in process, as an app's tests use them.
@Suite(.timeLimit(.minutes(5))) struct LoopbackAccountTests {
    private let server = LoopbackServer()
    private let password = "correct horse"

    private func client() -> ChatClient {
        ChatClient(transport: server.transport, storage: MemoryStorage(), name: "someone")
    }

    private func connected(_ client: ChatClient) async throws -> Identity {
        try await client.start()
        for await state in try await client.connectionStates() where state.phase == .connected { break }
        return try #require(try await client.chat().identity)
    }

    private func code(_ body: () async throws -> Void) async -> WireError.Code? {
        do { try await body() } catch { return (error as? WireError)?.code }
        return nil
    }

    @Test func `a guest signs up and stays the same user, and their name is theirs also while they are away`()
        async throws
    {
        let ann = client()
        let guest = try await connected(ann)
        let credentials = try await ann.signUp(name: "ann", password: password)
        #expect(credentials.user == guest.user && credentials.name == "ann")
        for await state in try await ann.connectionStates() where state.phase == .connected { break }
        #expect(try await ann.chat().identity?.name == "ann")
        await ann.shutDown()
        for name in ["ann", "ANN", "аnn"] {
            #expect(await code { try await client().signUp(name: name, password: password) } == .nameTaken)
        }
        #expect(await code { try await client().signUp(name: "admin", password: password) } == .nameReserved)
        #expect(await code { try await client().signUp(name: "bob", password: "short") } == .password)
        #expect(await server.say("hi", as: "ann", in: .lobby) != nil)
        #expect(await server.say("hi", as: "bob", in: .lobby) == nil)
    }

    @Test func `a user signs in on each device, after a restart too, and an ended session signs out`() async throws {
        let phone = client()
        try await phone.signUp(name: "ann", password: password)
        let ann = try await connected(phone)
        await server.restart()
        let desk = client()
        #expect(await code { try await desk.signIn(name: "ann", password: "wrong password") } == .signInFailed)
        try await desk.signIn(name: "Ann", password: password)
        #expect(try await connected(desk).user == ann.user)
        let sessions = try await desk.sessions()
        #expect(sessions.count == 2)
        let other = try #require(sessions.first { !$0.isCurrent })
        try await desk.endSession(other.id)
        for await state in try await phone.connectionStates() where state.connection.trouble == .unauthenticated {
            break
        }
        try await desk.changePassword(from: password, to: "another password")
        #expect(await code { try await phone.signIn(name: "ann", password: password) } == .signInFailed)
        try await phone.signIn(name: "ann", password: "another password")
        #expect(try await connected(phone).user == ann.user)
        // Another sign-in takes the place of the former one.
        try await phone.signIn(name: "ann", password: "another password")
        #expect(try await desk.sessions().count == 2)
        try await phone.signOut()
        #expect(try await desk.sessions().count == 1)
        try await desk.closeAccount(password: "another password")
        #expect(await code { try await client().signIn(name: "ann", password: "another password") } == .signInFailed)
    }

    @Test func `a guest who signs up is no longer connected as a guest on another device`() async throws {
        let ann = client()
        let guest = try await connected(ann)
        let other = try await server.transport.connect()
        try await other.send(ClientFrame(ref: 1, request: .hello(ClientFrame.Hello(name: nil, token: guest.token))))
        try await ann.signUp(name: "ann", password: password)
        var last: TransportEvent?
        for await event in other.events { last = event }
        #expect(last == .closed(.tokenRefused))
        await ann.shutDown()
    }

    @Test func `a session that the device can't keep is not left on the server`() async throws {
        let desk = client()
        try await desk.signUp(name: "ann", password: password)
        let disk = FaultyFileSystem(seed: 5)
        let phone = ChatClient(transport: server.transport, storage: FileStorage(path: "/ann/journal", system: disk))
        _ = try await phone.chat()
        disk.failAll(.full)
        await #expect(throws: StorageError.self) { try await phone.signIn(name: "ann", password: password) }
        #expect(try await desk.sessions().count == 1)
        disk.heal()
        try await phone.signIn(name: "ann", password: password)
        #expect(try await desk.sessions().count == 2)
        // Also a client that is shut down already signs out.
        await phone.shutDown()
        try await phone.signOut()
        #expect(try await desk.sessions().count == 1)
    }

    @Test func `the session of a new account that the device can't keep is not left on the server`() async throws {
        var accounts = 0
        // The disk is full from one of the operations of a sign-up on: before the request, or after
        // it.
        for operation in 0..<8 {
            let disk = FaultyFileSystem(seed: 5)
            let storage = FileStorage(path: "/ann/journal", system: disk)
            let phone = ChatClient(transport: server.transport, storage: storage)
            _ = try await phone.chat()
            let first = disk.operations + operation
            for later in first..<first + 100 { disk.fail(at: later, .full) }
            let (name, desk) = ("ann \(operation)", client())
            do {
                try await phone.signUp(name: name, password: password)
            } catch is StorageError {
                guard (try? await desk.signIn(name: name, password: password)) != nil else { continue }
                #expect(try await desk.sessions().count == 1)
                accounts += 1
            }
            await phone.shutDown()
        }
        #expect(accounts > 0)
    }

    @Test func `an account is not closed while a group needs it as its owner`() async throws {
        let ann = client()
        try await ann.signUp(name: "ann", password: password)
        _ = try await connected(ann)
        let (room, making) = try await ann.createGroup(title: "Tea", inviting: [])
        _ = try await making.waitUntilSent()
        let bob = UserID(high: 7, low: 7)
        _ = try await ann.invite(bob, to: room).waitUntilSent()
        await #expect {
            try await ann.closeAccount(password: password)
        } throws: { error in
            (error as? WireError)?.code == .membership && error.localizedDescription.contains("“Tea”")
        }
        _ = try await ann.remove(bob, from: room).waitUntilSent()
        try await ann.closeAccount(password: password)
    }

    @Test func `a user who closes their account leaves their groups`() async throws {
        let (ann, bob) = (client(), client())
        for (client, name) in [(ann, "ann"), (bob, "bob")] {
            try await client.signUp(name: name, password: password)
            _ = try await connected(client)
        }
        let user = try await connected(ann).user
        let (tea, coffee) = (
            try await bob.createGroup(title: "Tea").room, try await bob.createGroup(title: "Coffee").room
        )
        for room in [tea, coffee] { _ = try await bob.invite(user, to: room).waitUntilSent() }
        _ = try await ann.joinGroup(tea).waitUntilSent()
        try await ann.closeAccount(password: password)
        for room in [tea, coffee] {
            var people: [Person] = []
            for try await page in bob.people(of: room) { people += page }
            #expect(people.map(\.author.name) == ["bob"])
        }
    }

    @Test func `the list of sessions tells the programs apart`() async throws {
        func client(_ program: String) -> ChatClient {
            ChatClient(transport: server.transport, storage: MemoryStorage(), program: program)
        }
        let phone = client("Gardeners (ann’s phone)")
        try await phone.signUp(name: "ann", password: password)
        let usual = self.client()
        try await usual.signIn(name: "ann", password: password)
        let silent = client("")
        try await silent.signIn(name: "ann", password: password)
        let programs = try await silent.sessions().map(\.program)
        #expect(Set(programs) == ["Gardeners (ann’s phone)", ProgramName.usual, nil])
        #expect(try await silent.sessions().first { $0.isCurrent }?.program == nil)
        for program in ["two\nlines", String(repeating: "x", count: Limits.programBytes + 1)] {
            #expect(await code { try await client(program).signIn(name: "ann", password: password) } == .badRequest)
        }
        #expect(try await silent.sessions().count == 3)
    }

    @Test func `a program's usual name is one that servers accept`() {
        #expect(!ProgramName.usual.isEmpty && ProgramRule.check(ProgramName.usual) == nil)
        #expect(ProgramName.on("desk", program: "martlet chat") == "martlet chat (desk)")
        let long = String(repeating: "x", count: Limits.programBytes)
        #expect(ProgramName.on(long, program: "martlet chat") == "martlet chat")
        #expect(ProgramName.on("de\u{202E}sk", program: "martlet chat") == "martlet chat")
        #expect(ProgramName.on("iPad", program: "two\nlines") == "iPad")
        #expect(ProgramName.on("a\nb", program: long + "x") == "")
    }

    @Test func `invites and attempts count as on the real server`() async throws {
        let server = LoopbackServer(registration: .invite)
        let bob = ChatClient(transport: server.transport, storage: MemoryStorage(), name: "bob")
        #expect(await code { try await bob.signUp(name: "bob", password: password) } == .registrationClosed)
        #expect(await code { try await bob.signUp(name: "bob", password: password, invite: "mi_1") } == .inviteRefused)
        let invite = await server.invite(.administrator)
        #expect(try await bob.signUp(name: "bob", password: password, invite: invite).role == .administrator)
        let other = ChatClient(transport: server.transport)
        #expect(
            await code { try await other.signUp(name: "bob2", password: password, invite: invite) } == .inviteRefused)
        for _ in 0..<Limits.signInsPerAccount {
            #expect(await code { try await bob.signIn(name: "bob", password: "wrong password") } == .signInFailed)
        }
        #expect(await code { try await bob.signIn(name: "BOB", password: password) } == .rateLimited)
    }

    @Test func `a password is asked for again as often as on the real server`() async throws {
        let ann = client()
        try await ann.signUp(name: "ann", password: password)
        for _ in 0..<Limits.signInsPerAccount {
            #expect(
                await code { try await ann.changePassword(from: "wrong password", to: "another password") }
                    == .signInFailed)
        }
        #expect(await code { try await ann.closeAccount(password: password) } == .rateLimited)
    }

    @Test func `the name of somebody who is connected is not given to an account, and nothing stays reserved`()
        async throws
    {
        let guest = ChatClient(transport: server.transport, storage: MemoryStorage(), name: "bob")
        _ = try await connected(guest)
        let other = client()
        #expect(await code { try await other.signUp(name: "bob", password: password) } == .nameTaken)
        #expect(await code { try await guest.signUp(name: "bob", password: password) } == nil)
    }
}
