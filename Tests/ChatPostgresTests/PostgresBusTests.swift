import ChatRooms
import ChatWire
import Foundation
import Testing

@testable import ChatPostgres

@Suite struct PostgresBusTests {
    @Test(arguments: [0, 1, 7_899, 7_900, 7_901, 30_000])
    func `a message of any size is split within the limit and joined`(_ size: Int) {
        let message = Array(String(repeating: "añ😀", count: size / 7 + 1).utf8.prefix(size))
        // Cut within a character, it would be no text.
        let text = Array(String(decoding: message, as: UTF8.self).utf8)
        var splitting = NotificationParts()
        let parts = splitting.split(text)
        #expect(parts.allSatisfy { $0.utf8.count < 8_000 })
        #expect(Set(parts).count == parts.count, "what is said twice is left out")
        var joined = NotificationParts()
        for part in parts.dropLast() { #expect(joined.join(part, from: 1) == nil) }
        // Another session's message in between is its own.
        #expect(joined.join(".9 other", from: 2) == Array("other".utf8))
        #expect(parts.last.flatMap { joined.join($0, from: 1) } == text)
    }

    @Test func `messages reach the other servers of the database in order, and are sent before the end`() async throws {
        try await TestDatabase.with { database in
            let heard = Heard()
            let (one, other) = (try bus(database), try bus(database))
            other.begin { heard.add($0) }
            // Nobody is heard before the other one listens.
            while heard.isEmpty {
                let probe = try bus(database)
                probe.begin { _ in }
                probe.publish(Array("probe".utf8))
                await probe.end()
            }
            one.begin { _ in }
            let messages = (0..<100).map { Array("\($0) \(String(repeating: "x", count: $0 * 200))".utf8) }
            for message in messages { one.publish(message) }
            await one.end()
            while heard.count < messages.count { await Task.yield() }
            let (sizes, wanted) = (heard.all.map(\.count), messages.map(\.count))
            #expect(sizes == wanted)
            let isSame = heard.all == messages
            #expect(isSame)
            await other.end()
        }
    }

    @Test func `a message that PostgreSQL refuses is counted as lost`() async throws {
        try await TestDatabase.with { database in
            let bus = try PostgresBus(address: database.uri) { _ in }
            bus.begin { _ in }
            // A text of PostgreSQL can't contain this byte.
            bus.publish([0])
            while bus.condition.lost == 0 { await Task.yield() }
            #expect(bus.condition.lost == 1)
            await bus.end()
        }
    }

    @Test func `messages of a time without a connection are lost, and not told later`() async throws {
        try await TestDatabase.with { database in
            let bus = try PostgresBus(address: database.uri) { _ in }
            bus.begin { _ in }
            while !bus.condition.isCarrying { await Task.yield() }
            let other = try database.connect()
            let allow = { (isAllowed: Bool) in
                _ = try other.execute(
                    "UPDATE pg_database SET datallowconn = \(isAllowed) WHERE datname = current_database()")
            }
            try allow(false)
            try other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'martlet bus' AND datname = current_database()"
            )
            while bus.condition.isCarrying { await Task.yield() }
            let lost = bus.condition.lost
            bus.publish(Array("late".utf8))
            while bus.condition.lost == lost { await Task.yield() }
            try allow(true)
            while !bus.condition.isCarrying { await Task.yield() }
            bus.publish(Array("new".utf8))
            await bus.end()
            #expect(bus.condition.lost == lost + 1)
        }
    }

    private func bus(_ database: TestDatabase) throws -> PostgresBus {
        try PostgresBus(address: database.uri) { trouble in
            if let trouble { Issue.record("\(trouble)") }
        }
    }
}

/// What a bus has brought, without probes.
private final class Heard: Sendable {
    private let messages = Locked<(all: [[UInt8]], probes: Int)>(([], 0))

    func add(_ message: [UInt8]) {
        messages.withLock { messages in
            if message == Array("probe".utf8) { messages.probes += 1 } else { messages.all.append(message) }
        }
    }

    var all: [[UInt8]] { messages.withLock { $0.all } }
    var count: Int { messages.withLock { $0.all.count } }
    var isEmpty: Bool { messages.withLock { $0.all.isEmpty && $0.probes == 0 } }
}
