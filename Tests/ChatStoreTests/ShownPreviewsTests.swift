import ChatCore
import ChatRooms
import ChatTesting
import Flux
import FluxTesting
import Testing

@testable import ChatStore

struct ShownPreviewsTests {
    private var previews = ShownPreviews()

    private static func question(_ number: Int, link: String? = nil) -> ShownPreviews.Question {
        let link = link ?? "https://example.org/\(number)"
        return ShownPreviews.Question(link: link, text: "See \(link)", seq: Seq(count: number), room: .lobby)
    }

    private static func preview(_ question: ShownPreviews.Question) -> LinkPreview {
        LinkPreview(link: question.link, title: "Page \(question.seq)", site: "example.org")
    }

    private static let busy = WireError(.overloaded, "Ask again in a second.", retry: 1_000)

    @Test mutating func `two links are asked at a time, those that came into sight last first`() {
        previews.want((1...5).map { Self.question($0) })
        #expect(previews.asked.isEmpty)
        previews.ask(true)
        #expect(previews.asked.map(\.seq) == [5, 4])
        previews.reduce(.answered(previews.asked[0], Self.preview(previews.asked[0])))
        previews.ask(true)
        #expect(previews.asked.map(\.seq) == [4, 3])
        #expect(previews.found.keys.sorted() == ["https://example.org/5"])
    }

    @Test mutating func `a link is asked once`() {
        previews.want([Self.question(1), Self.question(2, link: "https://example.org/1")])
        previews.ask(true)
        #expect(previews.asked.map(\.seq) == [2])
        previews.want([Self.question(1)])
        previews.ask(true)
        #expect(previews.asked.map(\.seq) == [2])
        previews.reduce(.answered(previews.asked[0], nil))
        previews.want([Self.question(1)])
        previews.ask(true)
        #expect(previews.asked.isEmpty)
        #expect(previews.found.isEmpty)
    }

    @Test mutating func `nothing is asked without a connection, and nothing waits for a server without previews`() {
        previews.want([Self.question(1)])
        previews.ask(nil)
        #expect(previews.asked.isEmpty)
        previews.ask(false)
        previews.ask(true)
        #expect(previews.asked.isEmpty)
    }

    @Test mutating func `a busy server is asked again after a pause, three times at most`() {
        previews.want([Self.question(1), Self.question(2)])
        for attempt in 1...Limits.previewTries {
            previews.ask(true)
            #expect(previews.asked.count == 2)
            for question in previews.asked { previews.reduce(.refused(question, Self.busy)) }
            guard attempt < Limits.previewTries else { break }
            #expect(previews.pause == 1_000)
            previews.ask(true)
            #expect(previews.asked.isEmpty)
            previews.reduce(.pauseEnded)
        }
        #expect(previews.pause == nil)
        previews.ask(true)
        #expect(previews.asked.isEmpty)
        // When its message comes into sight again.
        previews.want([Self.question(1)])
        previews.ask(true)
        #expect(previews.asked == [Self.question(1)])
    }

    @Test mutating func `a pause is bounded, and there is one without an answer, too`() {
        previews.want([Self.question(1)])
        previews.ask(true)
        previews.reduce(.refused(previews.asked[0], nil))
        #expect(previews.pause == Limits.previewPause)
        previews.reduce(.pauseEnded)
        previews.ask(true)
        previews.reduce(.refused(previews.asked[0], WireError(.overloaded, "Later.", retry: .max)))
        #expect(previews.pause == Limits.previewPauseMaximum)
        // A new token is on its way.
        previews.reduce(.pauseEnded)
        previews.want([Self.question(2)])
        previews.ask(true)
        previews.reduce(.refused(previews.asked[0], WireError(.tokenRefused, "Sign in.")))
        #expect(previews.pause == Limits.previewPause)
    }

    @Test(arguments: [WireError(.noSuchMessage, "Deleted."), WireError(.noSuchRoom, "Removed.")])
    mutating func `a refusal is not kept, and no other link waits for it`(refusal: WireError) {
        previews.want([Self.question(1)])
        previews.ask(true)
        previews.reduce(.refused(previews.asked[0], refusal))
        #expect(previews == ShownPreviews())
        previews.want([Self.question(1)])
        previews.ask(true)
        previews.reduce(.answered(previews.asked[0], Self.preview(Self.question(1))))
        #expect(previews.found.count == 1)
    }

    @Test mutating func `the answer that there is none is kept`() {
        previews.want([Self.question(1)])
        previews.ask(true)
        previews.reduce(.answered(previews.asked[0], nil))
        previews.want([Self.question(1)])
        previews.ask(true)
        #expect(previews.asked.isEmpty && previews.found.isEmpty)
    }

    @Test mutating func `the preview of another link is not shown: an edit is on its way`() {
        previews.want([Self.question(1)])
        previews.ask(true)
        previews.reduce(.answered(previews.asked[0], Self.preview(Self.question(2))))
        #expect(previews.found.isEmpty)
        #expect(previews.pause == Limits.previewPause)
        previews.reduce(.pauseEnded)
        previews.ask(true)
        previews.reduce(.answered(previews.asked[0], Self.preview(Self.question(1))))
        #expect(previews.found.count == 1)
    }

    @Test mutating func `an answer that nobody waits for is not kept`() {
        previews.reduce(.answered(Self.question(1), Self.preview(Self.question(1))))
        previews.reduce(.refused(Self.question(1), Self.busy))
        #expect(previews == ShownPreviews())
    }

    @Test mutating func `the oldest make room, and are asked again`() {
        for number in 1...Limits.previewsShown + 1 {
            previews.want([Self.question(number)])
            previews.ask(true)
            previews.reduce(.answered(previews.asked[0], Self.preview(previews.asked[0])))
        }
        #expect(previews.found.count == Limits.previewsShown)
        #expect(previews.found["https://example.org/1"] == nil)
        previews.want([Self.question(1), Self.question(2)])
        previews.ask(true)
        #expect(previews.asked.map(\.seq) == [1])
    }

    @Test mutating func `the oldest that wait make room`() {
        previews.want((1...Limits.previewsWanted + 10).map { Self.question($0) })
        var count = 0
        previews.ask(true)
        while let question = previews.asked.first {
            count += 1
            previews.reduce(.answered(question, nil))
            previews.ask(true)
        }
        #expect(count == Limits.previewsWanted)
    }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct ShownPreviewsSessionTests {
    nonisolated private static let link = "https://example.org/swifts"
    nonisolated private static let preview = LinkPreview(link: link, title: "Swifts never land", site: "Birds")

    /// A store in the lobby, in which these texts were said.
    private func store(
        _ world: World, saying texts: [String], _ clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> Store<AppState> {
        for text in texts { await world.server.say(text, as: "bob", in: .lobby) }
        let store = try await world.storeInLobby(clock)
        await store.until { $0.texts.count == texts.count }
        return store
    }

    private func seqs(_ store: Store<AppState>) -> [Seq] {
        (store.state.shown?.rows ?? []).compactMap {
            if case .message(let bubble) = $0.content { bubble.seq } else { nil }
        }
    }

    @Test func `a message in sight gets its preview, and others are not asked for`() async throws {
        let asked = Locked<[String]>([])
        let server = LoopbackServer(previews: { link in
            asked.withLock { $0.append(link) }
            return link == Self.link ? Self.preview : nil
        })
        let world = try World(server: server)
        defer { world.remove() }
        let store = try await store(
            world, saying: ["See \(Self.link)", "https://example.org/unseen", "no link", "and again \(Self.link)"])
        let seqs = seqs(store)
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, [seqs[0], seqs[2], seqs[3]]))
        await store.until { $0.previews.found == [Self.link: Self.preview] }
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, [seqs[0], seqs[2], seqs[3]]))
        #expect(store.state.previews.asked.isEmpty)
        #expect(asked.withLock { $0 } == [Self.link])
        // Of another room's messages nothing is known.
        store.dispatch(action: LinkPreviewAction.wanted(.newGroup(), [seqs[1]]))
        #expect(store.state.previews.asked.isEmpty)
        try await store.quit()
    }

    @Test func `a busy server is asked again when it says, and not before`() async throws {
        let tries = Locked(0)
        let clock = TestClock()
        let server = LoopbackServer(previews: { (_: String) throws(WireError) -> LinkPreview? in
            let number = tries.withLock { count in
                count += 1
                return count
            }
            if number == 1 { throw WireError(.overloaded, "Ask again.", retry: 60_000) }
            return Self.preview
        })
        let world = try World(server: server)
        defer { world.remove() }
        let store = try await store(world, saying: [Self.link], clock)
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, seqs(store)))
        await store.until { $0.previews.pause == 60_000 }
        #expect(store.state.previews.asked.isEmpty && tries.withLock { $0 } == 1)
        let start = clock.now
        // The file of the state is saved by the same clock.
        while start.duration(to: clock.now) < .seconds(60) { await clock.advance() }
        await store.until { $0.previews.found[Self.link] == Self.preview }
        #expect(tries.withLock { $0 } == 2)
        try await store.quit()
    }

    @Test func `a blocked person's link and a deleted message are not asked for`() async throws {
        let asked = Locked(0)
        let server = LoopbackServer(previews: { _ in
            asked.withLock { $0 += 1 }
            return Self.preview
        })
        let world = try World(server: server)
        defer { world.remove() }
        let store = try await store(world, saying: [Self.link])
        let seqs = seqs(store)
        let bob = try #require(store.state.chat.conversations[.lobby]?.timeline.events.first?.author.user)
        store.dispatch(action: RoomAction.performed(.block(bob, on: true), .lobby, Ticket(7)))
        await store.until { $0.chat.blocked.contains(bob) }
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, seqs))
        #expect(store.state.previews.asked.isEmpty)
        store.dispatch(action: RoomAction.performed(.block(bob, on: false), .lobby, Ticket(8)))
        await store.until { $0.chat.blocked.isEmpty }
        await server.act(.mutate(room: .lobby, number: nil, after: nil, .delete(of: seqs[0])), as: "bob", in: .lobby)
        await store.until { $0.texts.isEmpty }
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, seqs))
        #expect(store.state.previews.asked.isEmpty)
        #expect(asked.withLock { $0 } == 0)
        try await store.quit()
    }

    @Test func `a sign-out forgets them`() async throws {
        let world = try World(server: LoopbackServer(previews: { _ in Self.preview }))
        defer { world.remove() }
        let store = try await store(world, saying: [Self.link])
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, seqs(store)))
        await store.until { !$0.previews.found.isEmpty }
        store.dispatch(action: AccountAction.removed(world.account.id))
        #expect(store.state.previews == ShownPreviews())
        await store.finish()
    }

    @Test func `a server without previews is not asked`() async throws {
        let world = try World()
        defer { world.remove() }
        let store = try await store(world, saying: [Self.link])
        #expect(!store.state.chat.hasPreviews)
        store.dispatch(action: LinkPreviewAction.wanted(.lobby, seqs(store)))
        #expect(store.state.previews == ShownPreviews())
        try await store.quit()
    }
}
