// How much memory a client needs for a long room: while it follows new messages, and while it pages
// back to the first one. The server needs `--rate-limit off`.
//
//     swift run -c release --package-path Benchmarks LongRoom write SERVER ROOM [COUNT]
//     swift run -c release --package-path Benchmarks LongRoom follow SERVER ROOM [COUNT]
//     swift run -c release --package-path Benchmarks LongRoom page SERVER ROOM
//
// `follow` is started first, and ends with the COUNTth message.

import ChatCore
import ChatCoreNIO
import Foundation

let arguments = CommandLine.arguments
guard arguments.count >= 4, let address = ServerAddress(arguments[2]), let room = RoomName(arguments[3]) else {
    fatalError("usage: LongRoom write|follow|page SERVER ROOM [COUNT]")
}
let count = arguments.dropFirst(4).first.flatMap { Int($0) } ?? 100_000
let place = FileManager.default.temporaryDirectory.appendingPathComponent("long-\(UUID()).journal").path
let storage = FileStorage(path: place)
defer { try? storage.erase() }
let client = ChatClient(transport: NIOTransport(address), storage: storage, name: arguments[1])
let clock = ContinuousClock()
let begun = clock.now

/// The process's memory, in MB, as `ps` tells it.
func residentMemory() throws -> Int {
    let (ps, output) = (Process(), Pipe())
    ps.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    ps.arguments = ["ps", "-o", "rss=", "-p", "\(ProcessInfo.processInfo.processIdentifier)"]
    ps.standardOutput = output
    try ps.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    ps.waitUntilExit()
    return (Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) / 1_024
}

/// Says how far it is after each 10,000 messages.
struct Progress {
    var next = 0
    mutating func reached(_ messages: Int, shown: Int) throws {
        guard messages >= next else { return }
        print("\(messages) messages: \(try residentMemory()) MB, \(shown) rows, \(clock.now - begun)")
        next = messages - messages % 10_000 + 10_000
    }
}

func write() async throws {
    for number in 0..<count { try await client.send("Message \(number), as long as people write them.", to: room) }
    try await client.drained()
}

func follow() async throws {
    var progress = Progress()
    for await update in try await client.timeline(of: room) {
        let head = Int(update.state.conversation.timeline.head.number)
        try progress.reached(head, shown: update.rows.count)
        if head >= count { return }
    }
}

func page() async throws {
    var progress = Progress()
    let updates = Task { for await update in try await client.timeline(of: room) where update.reachedStart { return } }
    for await state in try await client.conversationUpdates(in: room) where state.reachedEnd { break }
    repeat {
        guard let timeline = try await client.chat().conversations[room]?.timeline else { return }
        try progress.reached(Int(timeline.head.number - timeline.first.number), shown: timeline.events.count)
    } while try await client.loadOlder(in: room)
    try await updates.value
}

try await client.join(room)
try await client.start()
switch arguments[1] {
case "write": try await write()
case "follow": try await follow()
case "page": try await page()
default: fatalError("usage: LongRoom write|follow|page SERVER ROOM [COUNT]")
}
print("done: \(try residentMemory()) MB, \(clock.now - begun)")
await client.shutDown()
