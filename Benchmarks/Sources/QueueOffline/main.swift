// How long a message takes to be queued without a connection, and how long a full outbox takes to
// be opened.
//
//     swift run -c release --package-path Benchmarks QueueOffline [COUNT] [watched]

import ChatCore
import Foundation

/// A network that does not answer.
struct NoNetwork: Transport {
    func connect() async throws -> any TransportConnection {
        try await Task.sleep(for: .seconds(3_600))
        throw CancellationError()
    }
}

let arguments = CommandLine.arguments
let count = arguments.dropFirst().compactMap { Int($0) }.first ?? 10_000
let isWatched = arguments.contains("watched")
let place = FileManager.default.temporaryDirectory.appendingPathComponent("queue-\(UUID()).journal").path
let storage = FileStorage(path: place)
defer { try? storage.erase() }
let room = RoomName.lobby
let clock = ContinuousClock()

/// This process's CPU time in seconds. Other programs do not change it.
func processorTime() -> Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }

let client = ChatClient(transport: NoNetwork(), storage: storage, name: "ann")
try await client.join(room)
try await client.start()
let updates = try await client.timeline(of: room)
let watching = Task { for await update in updates where isWatched { _ = update.rows.count } }
let part = max(count / 5, 1)
for first in stride(from: 0, to: count, by: part) {
    let sends = min(part, count - first)
    let before = processorTime()
    let time = try await clock.measure {
        for number in 0..<sends { try await client.send("Message \(first + number), written on a train.", to: room) }
    }
    let spent = (processorTime() - before) / Double(sends) * 1_000_000
    print("\(first + 1)…\(first + sends): \(time), \(Int(spent)) µs of processor time each")
}
watching.cancel()
await client.shutDown()

for _ in 0..<3 {
    let again = ChatClient(transport: NoNetwork(), storage: storage, name: "ann")
    let before = processorTime()
    let time = try await clock.measure {
        try await again.start()
        let waiting = try await again.chat().outbox.count
        precondition(waiting == min(count, Limits.outboxItems))
    }
    print("opened with \(count): \(time), \(processorTime() - before) s of processor time")
    await again.shutDown()
}
