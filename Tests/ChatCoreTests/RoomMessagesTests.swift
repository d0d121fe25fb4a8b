import ChatTesting
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct RoomMessagesTests {
    private let server = LoopbackServer()
    private let clock = ManualClientClock()

    private func client(_ name: String = "ann") async throws -> ChatClient {
        let client = ChatClient(transport: server.transport, name: name, clock: clock)
        try await client.join(.lobby)
        try await client.start()
        return client
    }

    private func say(_ numbers: Range<Int>) async {
        for number in numbers { await server.say("message \(number)", as: "bob", in: .lobby) }
    }

    private func texts(_ numbers: Range<Int>) -> [String] { numbers.map { "message \($0)" } }

    @Test(arguments: [0, 1, 350, 1_499])
    func `all after a number are read once and in order, past any window`(_ after: Int) async throws {
        await say(0..<1_500)
        let ann = try await client()
        var read: [String] = []
        for try await message in ann.messages(in: .lobby, after: Seq(count: after)) {
            #expect(message.seq == Seq(count: after + read.count + 1))
            read.append(message.text ?? "")
            if read.count + after == 1_500 { await say(1_500..<1_510) }
            if read.count + after == 1_510 { break }
        }
        #expect(read == texts(after..<1_510))
        await ann.shutDown()
    }

    @Test func `what comes while a slow reader is busy, or the connection is lost, is not missed`() async throws {
        await say(0..<10)
        let ann = try await client()
        var said = 10
        var read: [String] = []
        try await clock.passing(pausesOf: ann) {
            for try await message in ann.messages(in: .lobby, after: 0) {
                read.append(message.text ?? "")
                if read.count == 2_000 { break }
                guard read.count % 10 == 0, said < 2_000 else { continue }
                if read.count % 50 == 0 { await server.disconnectAll() }
                // More than a window between two looks, now and then.
                let more = min(read.count % 100 == 0 ? 700 : 10, 2_000 - said)
                await say(said..<said + more)
                said += more
            }
        }
        #expect(read == texts(0..<2_000))
        await ann.shutDown()
    }

    @Test func `another log ends it, also one with higher numbers, and does not hide what is in it`() async throws {
        await say(0..<20)
        let ann = try await client()
        var position: Position?
        let error = await #expect(throws: WireError.self) {
            try await clock.passing(pausesOf: ann) {
                for try await message in ann.messages(in: .lobby, after: 0) {
                    position = message.position
                    guard message.seq == 20 else { continue }
                    await server.loseLogs()
                    await say(0..<30)
                }
            }
        }
        #expect(error?.code == .otherLog && position?.seq == 20)
        let place = try #require(position)
        // A checkpoint of the former log does not fit either.
        let again = await #expect(throws: WireError.self) {
            for try await _ in ann.messages(in: .lobby, after: place) {}
        }
        #expect(again?.code == .otherLog)
        let beyond = await #expect(throws: WireError.self) {
            for try await _ in ann.messages(in: .lobby, after: 31) {}
        }
        #expect(beyond?.code == .otherLog)
        var count = 0
        for try await message in ann.messages(in: .lobby, after: 0) {
            count += 1
            if message.seq == 30 { break }
        }
        #expect(count == 30)
        await ann.shutDown()
    }

    @Test func `it ends with the client, and with the task`() async throws {
        await say(0..<3)
        let ann = try await client()
        let (counts, counted) = AsyncStream.makeStream(of: Int.self)
        let reading = Task {
            var count = 0
            for try await _ in ann.messages(in: .lobby, after: 0) {
                count += 1
                counted.yield(count)
            }
            return count
        }
        let cancelled = Task { for try await _ in ann.messages(in: .lobby, after: 3) {} }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        for await count in counts where count == 3 { break }
        await ann.shutDown()
        #expect(try await reading.value == 3)
    }

    @Test func `one message is read, wherever it is`() async throws {
        await say(0..<1_000)
        let ann = try await client()
        for await state in try await ann.conversationUpdates(in: .lobby) where state.reachedEnd { break }
        for seq in [1 as Seq, 500, 1_000] {
            guard case .message(let message) = try await ann.message(seq, in: .lobby)?.content else {
                Issue.record("There is no message \(seq).")
                continue
            }
            #expect(message.text == "message \(seq - 1)")
        }
        for seq in [0 as Seq, 1_001] { #expect(try await ann.message(seq, in: .lobby) == nil) }
        await server.goAway()
        for await state in try await ann.connectionStates() where state.phase != .connected { break }
        let error = await #expect(throws: WireError.self) { try await ann.message(1, in: .lobby) }
        #expect(error?.code == .notConnected)
        await ann.shutDown()
    }
}
