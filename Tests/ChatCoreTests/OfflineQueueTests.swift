import ChatTesting
import Testing

@testable import ChatCore
@testable import ChatModel

struct OfflineQueueTests {
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
