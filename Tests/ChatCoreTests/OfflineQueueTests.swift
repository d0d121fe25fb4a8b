import ChatTesting
import Testing

@testable import ChatCore
@testable import ChatModel

struct OfflineQueueTests {
    /// So a caller that keeps the ticket can try again without sending twice.
    @Test func `a ticket is accepted when its message is on disk, and stays so when it was sent`() async throws {
        let (server, disk) = (LoopbackServer(), FaultyFileSystem(seed: 3))
        let client = ChatClient(
            transport: server.transport, storage: FileStorage(path: "/ann/journal", system: disk), name: "ann")
        let (ticket, hello) = (Ticket(7), Mutation.message(text: "Hello", reply: nil, payload: nil))
        _ = try await client.chat()
        disk.failAll(.full)
        await #expect(throws: (any Error).self) { try await client.accept(hello, in: .lobby, as: ticket) }
        #expect(try await !client.hasAccepted(ticket))
        disk.heal()
        let sending = try await client.accept(hello, in: .lobby, as: ticket)
        #expect(try await client.hasAccepted(ticket))
        await client.shutDown()
        let again = ChatClient(
            transport: server.transport, storage: FileStorage(path: "/ann/journal", system: disk), name: "ann")
        #expect(try await again.hasAccepted(ticket))
        try await again.start()
        try await again.join(.lobby)
        _ = try await again.sending(sending.ticket).waitUntilSent()
        #expect(try await again.hasAccepted(ticket))
        #expect(await server.log(of: .lobby).count == 1)
        await again.shutDown()
    }

    /// Nothing that is done for a message may grow with the messages that wait.
    @Test(arguments: [100, 5_000])
    func `a message costs one write, one flush and the copy of few others, however many wait`(_ count: UInt64) throws {
        let disk = FaultyFileSystem()
        var engine = try Engine(
            storage: FileStorage(path: "/ann/journal", system: disk), device: DeviceID(high: 7, low: 7), name: "ann")
        func send(_ number: UInt64, _ engine: inout Engine) {
            let mutation = Mutation.message(text: "message \(number)", reply: nil, payload: nil)
            let input = Input.perform(mutation, in: .lobby, ticket: Ticket(number &* 0x9E37_79B9_7F4A_7C15))
            _ = engine.handle(input, at: Now(monotonic: 0, wall: 0, random: number))
        }
        for number in 1...count { send(number, &engine) }
        for number in count + 1...count + 10 {
            let (before, operations) = (engine.chat, disk.operations)
            send(number, &engine)
            #expect(disk.operations - operations == 2)
            let (blocks, others) = (engine.chat.outbox.queue.list.blocks, before.outbox.queue.list.blocks)
            let copied = zip(blocks, others).filter { one, other in
                one.withUnsafeBufferPointer { $0.baseAddress } != other.withUnsafeBufferPointer { $0.baseAddress }
            }
            #expect(copied.reduce(0) { $0 + $1.0.count } <= 64)
        }
        engine.close()
        let again = try Engine(
            storage: FileStorage(path: "/ann/journal", system: disk), device: DeviceID(high: 8, low: 8))
        #expect(again.chat.outbox.items.map(\.at).count == Int(count) + 10)
        #expect(again.chat.outbox.items == engine.chat.outbox.items)
    }
}
