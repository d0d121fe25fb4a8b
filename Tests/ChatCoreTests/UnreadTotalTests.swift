import ChatTesting
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct UnreadTotalTests {
    private let server = LoopbackServer()

    /// Waits until a listener has this total.
    private func wait(_ client: ChatClient, _ count: Int, mentions: Int, noticed: Int) async throws {
        for await total in try await client.unread() {
            if total.unread.count == count && total.unread.mentions == mentions && total.noticed == noticed { return }
        }
        Issue.record("The listening ended.")
    }

    @Test func `the total is of all rooms, and follows messages, read marks and choices`() async throws {
        let bob = try await server.client("bob", in: .lobby, clock: ManualClientClock())
        let garden = try #require(RoomName("garden"))
        try await bob.join(garden)
        try await bob.waitUntilJoined(garden)
        try await wait(bob, 0, mentions: 0, noticed: 0)
        await server.say("Hello", as: "ann", in: .lobby)
        await server.say("Are you there, @bob?", as: "ann", in: .lobby)
        await server.say("The roses bloom.", as: "ann", in: garden)
        try await wait(bob, 3, mentions: 1, noticed: 3)
        try await bob.setNotice(.mentions, of: .lobby)
        try await wait(bob, 3, mentions: 1, noticed: 2)
        try await bob.markRead(.lobby, upTo: 2)
        try await wait(bob, 1, mentions: 0, noticed: 1)
        await bob.shutDown()
    }

    @Test func `a listener gets the total once, and again only when it is another one`() async throws {
        let bob = try await server.client("bob", in: .lobby, clock: ManualClientClock())
        var totals = try await bob.unread().makeAsyncIterator()
        #expect(await totals.next()?.unread.count == 0)
        // The user's own message is a change of the room, and not of the total.
        _ = try await bob.send("Hello", to: .lobby).settled()
        await server.say("Hello, Bob", as: "ann", in: .lobby)
        #expect(await totals.next()?.unread.count == 1)
        await bob.shutDown()
    }
}
