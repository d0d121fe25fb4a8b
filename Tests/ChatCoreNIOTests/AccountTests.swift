import ChatCore
import ChatRooms
import Foundation
import Testing

@testable import ChatCoreNIO
@testable import ChatServer

/// Accounts of the real server, as the SDK makes and uses them.
@Suite(.timeLimit(.minutes(5))) struct AccountTests {
    private let password = "correct horse"

    private func withAccounts(
        _ registration: Registration = .open, body: @escaping @Sendable (MartletServer.Addresses) async throws -> Void
    ) async throws {
        // With few rounds, so that a sign-in takes no time here.
        let accounts = try Accounts(
            store: MemoryAccounts(), guests: GuestTokens(), registration: registration, passwords: Passwords(rounds: 2))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withServer(as: accounts, files: folder.path, body: body)
        await accounts.end()
    }

    /// A folder for journals.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func connected(_ client: ChatClient) async throws -> Identity {
        try await client.start()
        for await state in try await client.connectionStates() where state.phase == .connected { break }
        return try #require(try await client.chat().identity)
    }

    private func refusal(_ body: () async throws -> Void) async -> WireError.Code? {
        do { try await body() } catch { return (error as? WireError)?.code }
        return nil
    }

    @Test func `a guest who signs up stays the same user, sends what waited, and comes back after a restart`()
        async throws
    {
        try await withAccounts { addresses in
            try await withFolder { folder in
                let storage = FileStorage(folder: folder, account: "ann")
                let client = ChatClient(transport: try addresses.transport, storage: storage, name: "guest ann")
                let guest = try await connected(client)
                #expect(!guest.hasAccount)
                try await client.join(.lobby)
                _ = try await client.send("as a guest", to: .lobby).settled()
                let credentials = try await client.signUp(name: "ann", password: password)
                #expect(credentials.user == guest.user && credentials.name == "ann" && credentials.role == .user)
                let seq = try await client.send("as an account", to: .lobby).waitUntilSent().seq
                try await client.edit(1, in: .lobby, to: "still mine")
                _ = try await client.drained()
                #expect(seq == 2)
                await client.shutDown()

                let again = ChatClient(transport: try addresses.transport, storage: storage)
                let ann = try await connected(again)
                #expect((ann.user, ann.name, ann.role) == (guest.user, "ann", .user))
                #expect(ann.token == credentials.token)
                await again.shutDown()
            }
        }
    }

    @Test func `a signed address opens a group's file without a token, and no other address does`() async throws {
        try await withAccounts { addresses in
            let transport = try addresses.transport
            let ann = ChatClient(transport: transport)
            try await ann.signUp(name: "ann", password: password)
            _ = try await connected(ann)
            let (room, _) = try await ann.createGroup(title: "Tea")
            let bytes = Array("plans".utf8)
            try await ann.send(FileSource(bytes), name: "plans.txt", to: room).waitUntilSent()
            var file: Row.File?
            for await state in try await ann.conversationUpdates(in: room) {
                file = state.rows().flatMap(\.bubbles).last?.file
                if file?.local == nil, file != nil { break }
            }
            let plain = try await ann.url(of: try #require(file))
            let signed = try await ann.signedURL(of: try #require(file))
            let requests = try #require(transport.requests)
            func answer(_ url: URL?) async throws -> ServerAnswer {
                let query = url?.query.map { "?" + $0 } ?? ""
                return try await requests.answer(to: ServerRequest(.get, (url?.path ?? "") + query))
            }
            #expect(try await answer(signed).body == bytes)
            #expect(try await answer(plain).status == 404)
            #expect(signed.absoluteString.hasPrefix(plain?.absoluteString ?? "none"))
            await ann.shutDown()
        }
    }

    @Test func `an ended session signs the client out, and a new one sends what waited`() async throws {
        try await withAccounts { addresses in
            let phone = ChatClient(transport: try addresses.transport)
            let desk = ChatClient(transport: try addresses.transport)
            try await phone.signUp(name: "ann", password: password)
            let ann = try await connected(phone)
            try await desk.signIn(name: "ann", password: password)
            #expect(try await connected(desk).user == ann.user)
            try await phone.join(.lobby)

            let sessions = try await desk.sessions()
            #expect(sessions.map(\.isCurrent).sorted { !$0 && $1 } == [false, true])
            let other = try #require(sessions.first { !$0.isCurrent })
            try await desk.endSession(other.id)
            for await state in try await phone.connectionStates() where state.connection.hasGivenUp { break }
            #expect(try await phone.chat().connection.trouble == .unauthenticated)

            let sending = try await phone.send("later", to: .lobby)
            #expect(
                await refusal { _ = try await phone.signIn(name: "ann", password: "wrong password") } == .signInFailed)
            try await phone.signIn(name: "ann", password: password)
            guard case .sent = try await sending.settled() else {
                Issue.record("The message was not sent.")
                return
            }
            #expect(try await phone.chat().identity?.user == ann.user)
            await phone.shutDown()
            await desk.shutDown()
        }
    }

    @Test func `a client that has an account is not signed in to another one`() async throws {
        try await withAccounts { addresses in
            let phone = ChatClient(transport: try addresses.transport)
            let desk = ChatClient(transport: try addresses.transport)
            try await phone.signUp(name: "ann", password: password)
            try await desk.signUp(name: "bob", password: password)
            let ann = try await connected(phone)
            #expect(await refusal { try await phone.signIn(name: "bob", password: password) } == .otherUser)
            #expect(await refusal { try await phone.signUp(name: "cleo", password: password) } == .otherUser)
            #expect(try await phone.chat().identity == ann)
            #expect(try await desk.sessions().count == 1)
            #expect(await refusal { try await desk.signUp(name: "cleo", password: password) } == .otherUser)
            await phone.shutDown()
            await desk.shutDown()
        }
    }

    @Test func `a sign-out ends the session, and leaves nothing on the disk`() async throws {
        try await withAccounts { addresses in
            try await withFolder { folder in
                let storage = FileStorage(folder: folder, account: "ann")
                let client = ChatClient(transport: try addresses.transport, storage: storage)
                let credentials = try await client.signUp(name: "ann", password: password)
                _ = try await connected(client)
                try await client.stop()
                _ = try await client.send(FileSource([1, 2, 3]), name: "a.bin", type: "a/b", to: .lobby)
                try await client.signOut()
                let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                #expect(left.allSatisfy { $0.hasSuffix(".lock") || $0.hasSuffix(".files") }, "\(left)")
                let service = AccountService(NIORequests(try addresses.address))
                #expect(await refusal { _ = try await service.sessions(token: credentials.token) } == .tokenRefused)
                // As if for the first time.
                let next = ChatClient(transport: try addresses.transport, storage: storage)
                let guest = try await connected(next)
                #expect(guest.user != credentials.user && !guest.hasAccount)
                await next.shutDown()
            }
        }
    }

    @Test func `a sign-out without the server erases the disk all the same, and says so`() async throws {
        try await withFolder { folder in
            let storage = FileStorage(folder: folder, account: "ann")
            try await withAccounts { addresses in
                let client = ChatClient(transport: try addresses.transport, storage: storage)
                try await client.signUp(name: "ann", password: password)
                await client.shutDown()
            }
            // Nobody listens there.
            let address = try #require(ServerAddress("http://127.0.0.1:9"))
            let client = ChatClient(transport: NIOTransport(address), storage: storage)
            await #expect(throws: (any Error).self) { try await client.signOut() }
            #expect(try storage.open().records.isEmpty)
        }
    }

    @Test func `a new password ends the other sessions, and a closed account signs out`() async throws {
        try await withAccounts { addresses in
            let client = ChatClient(transport: try addresses.transport)
            try await client.signUp(name: "ann", password: password)
            let other = ChatClient(transport: try addresses.transport)
            try await other.signIn(name: "ann", password: password)
            #expect(
                await refusal { try await client.changePassword(from: "wrong", to: "another horse") } == .signInFailed)
            #expect(await refusal { try await client.changePassword(from: password, to: "short") } == .password)
            try await client.changePassword(from: password, to: "another horse")
            #expect(try await client.sessions().map(\.isCurrent) == [true])
            #expect(await refusal { _ = try await other.sessions() } == .tokenRefused)
            try await client.closeAccount(password: "another horse")
            #expect(await refusal { try await other.signIn(name: "ann", password: "another horse") } == .signInFailed)
            await other.shutDown()
        }
    }

    @Test func `refusals are the server's own`() async throws {
        try await withAccounts(.invite) { addresses in
            let client = ChatClient(transport: try addresses.transport)
            #expect(await refusal { try await client.signUp(name: "ann", password: password) } == .registrationClosed)
            #expect(
                await refusal { try await client.signUp(name: "ann", password: password, invite: "mi_no") }
                    == .inviteRefused)
            #expect(await refusal { _ = try await client.sessions() } == .accountRequired)
            await client.shutDown()
        }
        // A server without accounts.
        try await withServer { addresses in
            let client = ChatClient(transport: try addresses.transport)
            #expect(await refusal { try await client.signIn(name: "ann", password: password) } == .accountsOff)
            await client.shutDown()
        }
    }
}
