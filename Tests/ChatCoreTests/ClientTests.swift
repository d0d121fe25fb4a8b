import ChatTesting
import Foundation
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct ClientTests {
    private let server = LoopbackServer()
    private let clock = ManualClientClock()
    private let disk = FaultyFileSystem()

    private func client(_ name: String = "ann", on storage: (any Storage)? = nil) -> ChatClient {
        let storage = storage ?? FileStorage(path: "/\(name)/journal", system: disk)
        return ChatClient(transport: server.transport, storage: storage, name: name, clock: clock)
    }

    /// Waits until a conversation is as it should be.
    private func wait(_ client: ChatClient, until isDone: (ConversationState) -> Bool) async throws {
        for await state in try await client.conversationUpdates(in: .lobby) where isDone(state) { return }
        Issue.record("The listening ended.")
    }

    private func texts(_ rows: [Row]) -> [String] {
        rows.compactMap { row in
            if case .message(let bubble) = row.content, case .text(let text, _) = bubble.body { text } else { nil }
        }
    }

    private var log: [String] {
        get async {
            await server.log(of: .lobby).compactMap {
                if case .message(let message) = $0.content { message.text } else { nil }
            }
        }
    }

    @Test func `a message is sent, settles, and another client reads it`() async throws {
        let (ann, bob) = (client("ann"), client("bob"))
        for client in [ann, bob] {
            try await client.join(.lobby)
            try await client.start()
        }
        let sending = try await ann.send("Hello, Bob", to: .lobby)
        let seq = try await sending.waitUntilSent().seq
        try await wait(bob) { texts($0.rows()) == ["Hello, Bob"] }
        try await bob.react("👍", to: seq, in: .lobby)
        try await wait(ann) { $0.conversation.timeline[seq]?.content.reactions == 1 }
        try await bob.removeReaction("👍", from: seq, in: .lobby)
        try await wait(ann) { $0.conversation.timeline[seq]?.content.reactions == 0 }
        await ann.shutDown()
        await bob.shutDown()
    }

    @Test func `a sleep of any length is a number of nanoseconds that does not wrap`() {
        #expect(SystemClock.nanoseconds(5) == 5_000_000 && SystemClock.nanoseconds(-1) == 0)
        for length in [18_446_744_073_710, Int64.max] {
            #expect(SystemClock.nanoseconds(length) == UInt64(Int64.max))
        }
    }

    @Test func `messages of many tasks at once are flushed together and all arrive`() async throws {
        let ann = client()
        try await ann.start()
        let before = disk.operations
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { _ = try await ann.send("message \(number)", to: .lobby).settled() }
            }
            try await group.waitForAll()
        }
        #expect(await Set(log).count == 200)
        #expect(disk.operations - before < 400)
        await ann.shutDown()
    }

    @Test func `what was wanted offline is kept by one process and sent in order by the next`() async throws {
        await server.goAway()
        let ann = client()
        try await ann.start()
        for number in 0..<50 { try await ann.send("message \(number)", to: .lobby) }
        await ann.shutDown()
        await server.comeBack()
        let again = client()
        try await again.start()
        try await again.drained()
        #expect(await log == (0..<50).map { "message \($0)" })
        await again.shutDown()
    }

    @Test func `a lost connection comes back after its pause, and nothing is lost or doubled`() async throws {
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        for round in 0..<5 {
            try await clock.passing(pausesOf: ann) { try await ann.send("before \(round)", to: .lobby).settled() }
            await server.disconnectAll()
            await server.say("meanwhile \(round)", as: "bob", in: .lobby)
            let sending = try await ann.send("behind \(round)", to: .lobby)
            try await clock.passing(pausesOf: ann) { try await sending.settled() }
        }
        let expected = await log
        #expect(expected.count == 15 && Set(expected).count == 15)
        try await clock.passing(pausesOf: ann) { try await wait(ann) { texts($0.rows()) == expected } }
        await ann.shutDown()
    }

    @Test func `what can't be kept is refused, and not sent later either`() async throws {
        let ann = client()
        try await ann.start()
        try await ann.send("one", to: .lobby)
        for next in 0..<100 { disk.fail(at: disk.operations + next) }
        let error = await #expect(throws: WireError.self) { try await ann.send("two", to: .lobby) }
        #expect(error?.code == .notKept)
        disk.heal()
        let empty = await #expect(throws: WireError.self) { try await ann.send("", to: .lobby) }
        #expect(empty?.code == .textEmpty)
        try await clock.passing(pausesOf: ann) { try await ann.send("three", to: .lobby).settled() }
        #expect(await log == ["one", "three"])
        await ann.shutDown()
    }

    @Test func `differences turn what a slow listener saw into what is`() async throws {
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        var rows: [Row] = []
        var count = 0
        for await update in try await ann.timeline(of: .lobby) {
            for offset in update.difference.removed.reversed() { rows.remove(at: offset) }
            for offset in update.difference.inserted { rows.insert(update.rows[offset], at: offset) }
            for offset in update.difference.updated { rows[offset] = update.rows[offset] }
            #expect(rows == update.rows)
            if texts(rows).count == 40 { break }
            // While this listener is busy, several happen.
            for _ in 0..<4 where count < 40 {
                await server.say("message \(count)", as: "bob", in: .lobby)
                count += 1
            }
        }
        #expect(texts(rows) == (0..<40).map { "message \($0)" })
        await ann.shutDown()
    }

    @Test func `a window is open as long as someone looks, and pages back to the beginning`() async throws {
        for number in 0..<300 { await server.say("message \(number)", as: "bob", in: .lobby) }
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        for await update in try await ann.timeline(of: .lobby) {
            if update.state.reachedStart { break }
            if update.reachedEnd, !update.rows.isEmpty { try await ann.show(.older, in: .lobby) }
        }
        // The last listener is gone: the window shrinks to what is cached.
        try await wait(ann) { $0.conversation.timeline.events.count <= Limits.cachedEvents }
        await ann.shutDown()
    }

    @Test func `older messages are loaded page by page, until there are none`() async throws {
        for number in 0..<300 { await server.say("message \(number)", as: "bob", in: .lobby) }
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        let open = try await ann.timeline(of: .lobby)
        // The first call also waits until the newest messages are there.
        var pages = 0
        while try await ann.loadOlder(in: .lobby) { pages += 1 }
        let timeline = try #require(try await ann.chat().conversations[.lobby]?.timeline)
        #expect(pages > 1 && timeline.reachedStart && timeline.first == 1)
        // Where there are no older ones, nobody waits for a connection.
        await server.goAway()
        for await state in try await ann.connectionStates() where state.phase != .connected { break }
        #expect(try await !ann.loadOlder(in: .lobby))
        withExtendedLifetime(open) {}
        await ann.shutDown()
    }

    @Test(arguments: [true, false])
    func `a full window that follows the log moves with it, and another one stands still`(follows: Bool) async throws {
        for number in 0..<Limits.timelineWindow { await server.say("message \(number)", as: "bob", in: .lobby) }
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        let open = try await ann.timeline(of: .lobby)
        while try await ann.loadOlder(in: .lobby) {}
        try await ann.setFollowing(follows, in: .lobby)
        await server.say("new", as: "bob", in: .lobby)
        try await wait(ann) { $0.conversation.timeline.head == Seq(count: Limits.timelineWindow) + 1 }
        let timeline = try #require(try await ann.chat().conversations[.lobby]?.timeline)
        #expect((timeline.first > 1) == follows && timeline.isDetached != follows)
        withExtendedLifetime(open) {}
        await ann.shutDown()
    }

    @Test func `a wait for a room ends when the client is in it, or with the reason why it will not be`() async throws {
        let ann = client()
        let garden = try #require(RoomName("garden"))
        let secret = try #require(RoomName("g-3h8q0v5k2m9r1t7c4d6f8g0j2n"))
        try await ann.join(garden)
        try await ann.start()
        try await ann.waitUntilConnected()
        try await ann.waitUntilJoined(garden)
        #expect(try await ann.chat().conversations[garden]?.membership == .joined)
        let unnamed = await #expect(throws: WireError.self) { try await ann.waitUntilJoined(.lobby) }
        #expect(unnamed?.code == .notJoined)
        await server.hold()
        try await ann.join(secret)
        var updates = try await ann.timeline(of: secret).makeAsyncIterator()
        #expect(await updates.next()?.refusal == nil)
        await server.release()
        #expect(await updates.next()?.refusal?.code == .noSuchRoom)
        let refused = await #expect(throws: WireError.self) { try await ann.waitUntilJoined(secret) }
        #expect(refused?.code == .noSuchRoom)
        await ann.shutDown()
    }

    @Test func `a room that was left is waited for only if it was joined again`() async throws {
        let ann = client()
        let garden = try #require(RoomName("garden"))
        try await ann.join(garden)
        try await ann.start()
        try await ann.waitUntilJoined(garden)
        try await ann.leave(garden)
        try await ann.join(garden)
        try await ann.waitUntilJoined(garden)
        // The room stays for the change that failed there.
        _ = try await ann.edit(999, in: garden, to: "Hello").settled()
        try await ann.leave(garden)
        let waits: [() async throws -> Void] = [
            { try await ann.waitUntilJoined(garden) }, { _ = try await ann.loadOlder(in: garden) },
            { for try await _ in ann.people(of: garden) {} },
        ]
        for wait in waits {
            let left = await #expect(throws: WireError.self) { try await wait() }
            #expect(left?.code == .notJoined)
        }
        await ann.shutDown()
    }

    @Test func `background time is held as long as a report waits, and then given back`() async throws {
        await server.say("rude", as: "bob", in: .lobby)
        let background = Background()
        let ann = ChatClient(
            transport: server.transport, storage: MemoryStorage(), name: "ann", clock: clock, background: background)
        try await ann.join(.lobby)
        try await ann.start()
        try await ann.waitUntilJoined(.lobby)
        await server.hold()
        try await ann.report(1, in: .lobby, reason: .spam)
        var held = background.held.makeAsyncIterator()
        #expect(await held.next() == true)
        await server.release()
        #expect(await held.next() == false)
        await ann.shutDown()
    }

    @Test func `the pause of a refused report passes like the client's other pauses`() async throws {
        let transport = FunctionTransport { [clock] frame in
            switch frame.request {
            case .hello:
                let ann = UserID(high: 1, low: 1)
                let welcome = ServerFrame.Welcome(
                    user: ann, name: "ann", device: DeviceID(high: 1, low: 2), token: "t", server: "s", at: 0)
                return [.welcome(ref: frame.ref, welcome)]
            case .report where clock.now.monotonic == 0:
                return [.error(ref: frame.ref, WireError(.overloaded, "Later.", retry: 500))]
            default: return [.ok(ref: frame.ref)]
            }
        }
        let ann = ChatClient(transport: transport, name: "ann", clock: clock)
        try await ann.start()
        try await ann.waitUntilConnected()
        try await ann.report(1, in: .lobby, reason: .spam)
        try await clock.passing(pausesOf: ann) { try await ann.drained() }
        #expect(clock.now.monotonic >= 500)
        await ann.shutDown()
    }

    @Test func `a guest who only reads is told that their report is not accepted`() async throws {
        let transport = FunctionTransport { frame in
            guard case .hello = frame.request else { return [.ok(ref: frame.ref)] }
            let welcome = ServerFrame.Welcome(
                user: UserID(high: 1, low: 1), name: "ann", device: DeviceID(high: 1, low: 2), token: "t", server: "s",
                at: 0, mayWrite: false)
            return [.welcome(ref: frame.ref, welcome)]
        }
        let ann = ChatClient(transport: transport, name: "ann", clock: clock)
        try await ann.start()
        try await ann.waitUntilConnected()
        let refusal = await #expect(throws: WireError.self) { try await ann.report(1, in: .lobby, reason: .spam) }
        #expect(refusal?.code == .guestsReadOnly)
        await ann.shutDown()
    }

    @Test func `a client that nobody used is shut down without its storage`() async throws {
        let ann = client()
        await ann.shutDown()
        #expect(disk.operations == 0)
        await #expect(throws: StorageError.self) { try await ann.chat() }
    }

    @Test func `a question about a room says whether to join it, to wait, or that the server refuses it`() async throws
    {
        let ann = client()
        let secret = try #require(RoomName("g-3h8q0v5k2m9r1t7c4d6f8g0j2n"))
        func code(_ room: RoomName) async -> WireError.Code? {
            await #expect(throws: WireError.self) { for try await _ in ann.people(of: room) {} }?.code
        }
        #expect(await code(.lobby) == .notConnected)
        try await ann.start()
        try await ann.waitUntilConnected()
        #expect(await code(.lobby) == .notJoined)
        await server.hold()
        try await ann.join(.lobby)
        #expect(await code(.lobby) == .notConnected)
        await server.release()
        try await ann.join(secret)
        await #expect(throws: WireError.self) { try await ann.waitUntilJoined(secret) }
        #expect(await code(secret) == .noSuchRoom)
        await ann.shutDown()
    }

    @Test func `an empty search of the directory finds all rooms`() async throws {
        await server.say("Hello", as: "bob", in: .lobby)
        let ann = client()
        try await ann.start()
        try await ann.waitUntilConnected()
        for search in ["", "  "] {
            #expect(try await ann.directoryPage(matching: search).rooms.map(\.room) == [.lobby])
        }
        await ann.shutDown()
    }

    @Test func `a name that is taken refuses what somebody else says, with the reason`() async throws {
        let ann = client()
        try await ann.start()
        try await ann.waitUntilConnected()
        #expect(await server.say("Hello", as: "ann", in: .lobby)?.code == .nameTaken)
        await ann.shutDown()
        await server.disconnectAll()
        #expect(await server.say("Hello", as: "ann", in: .lobby) == nil)
    }

    @Test func `a report that waits keeps a client from being drained`() async throws {
        let ann = client()
        await server.say("Rude", as: "bob", in: .lobby)
        try await ann.join(.lobby)
        try await ann.start()
        try await wait(ann) { $0.conversation.timeline.events.count == 1 }
        await server.hold()
        try await ann.report(1, in: .lobby, reason: .other)
        #expect(try await !ann.chat().isIdle)
        await server.release()
        try await ann.drained()
        #expect(try await ann.chat().isIdle)
        await ann.shutDown()
    }

    @Test func `a client that is released ends its streams`() async throws {
        var ann: ChatClient? = client()
        let states = try #require(try await ann?.connectionStates())
        ann = nil
        var seen = 0
        for await _ in states { seen += 1 }
        #expect(seen <= 1)
    }

    @Test func `days begin at midnight of the device's time zone, unless an app says otherwise`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(RowOptions() == RowOptions(utcOffsets: UTCOffsets(of: .current)))
        #expect(RowOptions(timeZone: berlin, unreadAfter: 3).utcOffsets == UTCOffsets(of: berlin))
    }

    @Test func `after the first, every update of the rows has a difference`() async throws {
        for number in 0..<300 { await server.say("message \(number)", as: "bob", in: .lobby) }
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        try await wait(ann) { $0.reachedEnd && !$0.conversation.timeline.events.isEmpty }
        var (updates, empty) = (0, 0)
        for await update in try await ann.timeline(of: .lobby) {
            updates += 1
            if updates > 1 && update.difference.isEmpty { empty += 1 }
            if update.reachedStart { break }
            // Both change the conversation, and neither changes a row.
            await server.act(.typing(room: .lobby), as: "bob", in: .lobby)
            try await ann.sendTyping(in: .lobby)
            try await ann.show(.older, in: .lobby)
        }
        #expect(updates > 2 && empty == 0)
        await ann.shutDown()
    }

    @Test func `a name that the rule refuses is refused at once, and changes nothing`() async throws {
        let ann = client()
        try await ann.start()
        for await state in try await ann.connectionStates() where state.phase == .connected { break }
        for name in ["", " ann", "a\nb", String(repeating: "a", count: Limits.nameScalars + 1)] {
            let error = await #expect(throws: WireError.self) { try await ann.rename(name) }
            #expect(error == NameRule.check(name))
        }
        #expect(try await ann.chat().connection.phase == .connected)
        #expect(try await ann.chat().name == "ann")
        await ann.shutDown()
    }

    @Test func `what waits has the name that was asked for, until the server says another`() async throws {
        func authors(_ client: ChatClient) async throws -> [String] {
            try await client.chat().rows(of: .lobby).compactMap {
                if case .message(let bubble) = $0.content { bubble.author.name } else { nil }
            }
        }
        await server.goAway()
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        try await ann.send("Before any welcome", to: .lobby)
        #expect(try await authors(ann) == ["ann"])
        try await ann.rename("anna")
        #expect(try await authors(ann) == ["anna"])
        for await state in try await ann.conversationUpdates(in: .lobby) where !state.rows().isEmpty {
            #expect(state.author?.name == "anna")
            break
        }
        await server.comeBack()
        try await clock.passing(pausesOf: ann) { try await ann.drained() }
        #expect(try await authors(ann) == ["anna"])
        #expect(try await ann.chat().identity?.name == "anna")
        await ann.shutDown()
    }

    @Test func `a ticket that nobody made is refused, and cancelling says whether it happened`() async throws {
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        try await wait(ann) { $0.conversation.membership == .joined }
        await server.hold()
        let unknown = Ticket(1)
        for attempt in [0, 1] {
            let error = await #expect(throws: WireError.self) {
                if attempt == 0 { try await ann.retry(unknown) } else { try await ann.sending(unknown).settled() }
            }
            #expect(error?.code == .noSuchTicket)
        }
        #expect(try await !ann.cancel(unknown))
        // One is under way, and another one waits for it.
        let first = try await ann.send("one", to: .lobby)
        let second = try await ann.send("two", to: .lobby)
        try await wait(ann) { $0.pending.contains { $0.state == .sending } }
        #expect(try await !ann.cancel(first.ticket))
        #expect(try await ann.cancel(second.ticket))
        await server.release()
        try await first.settled()
        #expect(try await second.settled() == .dropped)
        let cancelled = await #expect(throws: WireError.self) { try await second.waitUntilSent() }
        #expect(cancelled?.code == .cancelled)
        #expect(await log == ["one"])
        await ann.shutDown()
    }

    @Test func `what failed in an earlier process is known by its ticket`() async throws {
        let ann = client()
        try await ann.join(.lobby)
        let sending = try await ann.edit(9, in: .lobby, to: "of nothing")
        try await ann.start()
        guard case .failed(let error) = try await sending.settled() else { Issue.record("It did not fail."); return }
        await ann.shutDown()
        let again = client()
        #expect(try await again.sending(sending.ticket).settled() == .failed(error))
        await again.shutDown()
    }

    @Test func `what somebody has seen stays seen after a restart, when they have left`() async throws {
        func isRead(_ client: ChatClient) async throws -> Bool {
            try await client.chat().rows(of: .lobby).contains {
                if case .message(let bubble) = $0.content { bubble.isOwn && bubble.isRead } else { false }
            }
        }
        let ann = client("ann")
        try await ann.join(.lobby)
        try await ann.start()
        let seq = try await ann.send("Hello", to: .lobby).waitUntilSent().seq
        await server.act(.markRead(room: .lobby, seq: seq), as: "bob", in: .lobby)
        try await wait(ann) { $0.conversation.receipts.seen == seq }
        #expect(try await isRead(ann))
        try await ann.setForeground(false)
        await ann.shutDown()
        // Bob's connection ends with the server's process.
        await server.restart()
        let again = client("ann")
        #expect(try await isRead(again))
        try await again.start()
        try await wait(again) { $0.conversation.membership == .joined && !$0.conversation.timeline.isFromCache }
        #expect(try await isRead(again))
        await again.shutDown()
    }

    @Test func `when the network returns, it connects without waiting for its pause`() async throws {
        await server.goAway()
        let network = Network()
        let ann = ChatClient(
            transport: server.transport, storage: MemoryStorage(), name: "ann", clock: clock, reachability: network)
        try await ann.start()
        let states = try await ann.connectionStates()
        await network.tell(false)
        for await state in states where !state.connection.isOnline && state.connection.trouble == .unreachable { break }
        await server.comeBack()
        await network.tell(true)
        // The clock stands still.
        for await state in try await ann.connectionStates() where state.phase == .connected { break }
        #expect(try await ann.chat().connection.isOnline)
        await ann.shutDown()
        await network.end()
    }

    @Test(.enabled(if: canTellNetwork)) func `the system says whether there is a network, until nobody listens`() async
    {
        let listening = Task {
            var count = 0
            for await _ in SystemReachability().changes() {
                count += 1
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(await listening.value == 1)
    }

    @Test func `a listener that is cancelled ends, and the others go on`() async throws {
        let ann = client()
        try await ann.start()
        let cancelled = Task { for await _ in try await ann.connectionStates() {} }
        cancelled.cancel()
        try await cancelled.value
        await server.hold()
        let sending = try await ann.send("Waits", to: .lobby)
        let waiting = Task { try await sending.settled() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let ended = Task { for await _ in try await ann.conversations() {} }
        await Task.yield()
        await ann.shutDown()
        _ = await ended.result
        await #expect(throws: StorageError.self) { try await ann.start() }
    }

    @Test func `a refused token is replaced, and without another one the user is signed out`() async throws {
        let tokens = Tokens { refused in refused == nil ? "stale" : nil }
        let ann = ChatClient(
            transport: server.transport, storage: MemoryStorage(), name: "ann", tokens: tokens, clock: clock)
        try await ann.start()
        for await state in try await ann.connectionStates() where state.connection.hasGivenUp { break }
        #expect(await tokens.asked.value == 2)
        #expect(try await ann.chat().connection.trouble == .unauthenticated)
        await ann.shutDown()
    }

    @Test func `a wait for a client that has given up ends with the reason`() async throws {
        let ann = ChatClient(
            transport: server.transport, storage: MemoryStorage(), tokens: Tokens { _ in nil }, clock: clock)
        try await ann.join(.lobby)
        let states = try await ann.connectionStates()
        try await ann.send("Hello", to: .lobby)
        async let drained: Void = ann.drained()
        async let older = ann.loadOlder(in: .lobby)
        try await ann.start()
        for await state in states where state.hasGivenUp {
            #expect(state.notice(pending: 1)?.remedy == .signIn)
            break
        }
        var codes: [WireError.Code?] = []
        do { try await drained } catch { codes.append((error as? WireError)?.code) }
        do { _ = try await older } catch { codes.append((error as? WireError)?.code) }
        #expect(codes == [.signInRequired, .signInRequired])
        let strange = try #require(RoomName("nobody-joined-it"))
        let refusal = await #expect(throws: WireError.self) { try await ann.loadOlder(in: strange) }
        #expect(refusal?.code == .notJoined)
        await ann.shutDown()
    }

    @Test func `tokens that can't be had now are asked for again, however often, and the client says so`() async throws
    {
        let user = UserID.random()
        let tokens = Tokens { _ in PlainTokens().token(for: user) }
        let busy = WireError(.overloaded, "Later.", retry: 250)
        await tokens.fail(first: 20, with: busy)
        let ann = ChatClient(
            transport: server.transport, storage: MemoryStorage(), name: "ann", tokens: tokens, clock: clock)
        try await ann.start()
        let states = try await ann.connectionStates()
        let troubles = try await clock.passing(pausesOf: ann) {
            var troubles: Set<Connection.Trouble> = []
            for await state in states {
                if let trouble = state.connection.trouble { troubles.insert(trouble) }
                if state.phase == .connected { break }
            }
            return troubles
        }
        #expect(troubles == [.delayed(busy)])
        #expect(await tokens.asked.value == 21)
        #expect(try await ann.chat().identity?.user == user)
        await ann.shutDown()
    }

    @Test func `a task is tried as often as its attributes say`() async throws {
        let ann = client(on: MemoryStorage())
        let attempts = Counter()
        let task = Task {
            try await ann.run([.afterInit, .backgroundTask, .backgroundThread, .retry(.finite(3))]) {
                await attempts.count()
                if await attempts.value < 3 { throw WireError(.overloaded, "Later.") }
                return await attempts.value
            }
        }
        while await attempts.value < 3 {
            clock.advance(by: .seconds(31))
            await Task.yield()
        }
        #expect(try await task.value == 3)
        await #expect(throws: WireError.self) {
            try await ann.run([.retry(.infinite)]) {
                await attempts.count()
                throw WireError(.textEmpty, "Never.")
            }
        }
        #expect(await attempts.value == 4)
        await ann.shutDown()
    }

    @Test func `the loaded messages are searched`() async throws {
        for text in ["Ein Café", "cafe au lait", "tea"] { await server.say(text, as: "bob", in: .lobby) }
        let ann = client()
        try await ann.join(.lobby)
        try await ann.start()
        try await wait(ann) { $0.conversation.timeline.events.count == 3 }
        #expect(try await ann.search("CAFE").map(\.event.seq) == [2, 1])
        #expect(try await ann.search("cafe", in: RoomName("other")).isEmpty)
        await ann.shutDown()
    }
}

/// A source of tokens that can fail.
private actor Tokens: TokenProvider {
    let asked = Counter()
    private let answer: @Sendable (String?) -> String?
    private var failures: (left: Int, error: WireError)?

    init(_ answer: @escaping @Sendable (String?) -> String?) { self.answer = answer }

    func fail(first count: Int, with error: WireError) { failures = (count, error) }

    func token(replacing refused: String?) async throws -> String? {
        await asked.count()
        if let (left, error) = failures, left > 0 {
            failures = (left - 1, error)
            throw error
        }
        return answer(refused)
    }
}

private let canTellNetwork: Bool = {
    #if canImport(Network) || os(Linux)
        true
    #else
        false
    #endif
}()

/// A network that changes when it is told to.
private actor Network: Reachability {
    private nonisolated let stream: AsyncStream<Bool>
    private let continuation: AsyncStream<Bool>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Bool.self) }

    nonisolated func changes() -> AsyncStream<Bool> { stream }

    func tell(_ isOnline: Bool) { continuation.yield(isOnline) }

    func end() { continuation.finish() }
}

actor Counter {
    private(set) var value = 0

    func count() { value += 1 }
}

extension Event.Content {
    fileprivate var reactions: Int { if case .message(let message) = self { message.reactions.count } else { 0 } }
}

/// Tells when background time begins and ends.
private struct Background: BackgroundExecution {
    let held: AsyncStream<Bool>
    private let told: AsyncStream<Bool>.Continuation

    init() { (held, told) = AsyncStream.makeStream(of: Bool.self) }

    func begin(_ name: String) async -> any BackgroundAssertion {
        told.yield(true)
        return Held(told: told)
    }

    private struct Held: BackgroundAssertion {
        let told: AsyncStream<Bool>.Continuation

        func end() async { told.yield(false) }
    }
}
