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
            let registrant = Accounts.Registrant(name: name, password: "correct horse", guest: guest, invite: invite)
            return try? await accounts.register(registrant, from: home).account.name
        }
        let made = await withTaskGroup(of: String?.self) { tasks in
            for index in 0..<8 { tasks.addTask { await register(index % 2 == 0 ? "ann" : "bob", guest: token) } }
            return await tasks.reduce(into: [String]()) { names, name in names += name.map { [$0] } ?? [] }
        }
        #expect(made.count == 1)
        let name = try #require(made.first)
        #expect(await register(name, guest: nil) == nil)
        #expect(await register(name == "ann" ? "bob" : "ann", guest: nil) != nil)
        #expect(await register("carl", guest: token) == nil)
        await accounts.end()
    }
}
