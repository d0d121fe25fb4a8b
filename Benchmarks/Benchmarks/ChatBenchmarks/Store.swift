import Benchmark
import ChatRooms
import ChatSQLite
import ChatWire
import Foundation

/// The log on disk, with everything on that makes it durable: an append returns when the disk has
/// it.
func store() {
    for batch in [1, 100] {
        let log = TemporaryLog()
        Benchmark(
            "Append-\(batch)-in-a-commit",
            configuration: .init(
                metrics: [.wallClock, .allocations, .writeSyscalls], scalingFactor: .one, maxIterations: 300,
                thresholds: [.allocations: tolerance, .writeSyscalls: tolerance])
        ) { benchmark in
            let newEvents = log.newEvents(batch)
            try benchmark.measure {
                try log.append(newEvents)
            }
        } setup: {
            try log.open()
        } teardown: {
            log.remove()
        }
    }

    let log = TemporaryLog()
    Benchmark(
        "Read-a-history-page-of-50", configuration: .init(scalingFactor: .one, maxIterations: 2_000)
    ) { benchmark in
        try benchmark.measure {
            blackHole(try log.page(around: 50_000))
        }
    } setup: {
        try log.open()
        for _ in 0..<100 { try log.append(log.newEvents(1_000)) }
    } teardown: {
        log.remove()
    }
}

/// A store in a folder of its own, and one device that writes to it; from `open` to `remove`.
private final class TemporaryLog {
    private var store: SQLiteStore?
    private var number: UInt64 = 0
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("martlet-\(UUID().uuidString)")

    func open() throws {
        store = try SQLiteStore(path: folder.appendingPathComponent("martlet.db").path)
        try append(newEvents(1))
    }

    func remove() {
        try? store?.close()
        try? FileManager.default.removeItem(at: folder)
    }

    func append(_ newEvents: [NewEvent]) throws { blackHole(try store?.append(newEvents)) }

    func page(around seq: Seq) throws -> HistoryPage? {
        try store?.history(of: Sample.room, at: .around(seq), limit: 50)
    }

    func newEvents(_ count: Int) -> [NewEvent] {
        (0..<count).map { _ in
            number += 1
            return NewEvent(
                room: Sample.room, id: EventID(high: 0xA7C2, low: number), at: Sample.at, author: Sample.author,
                idempotencyKey: IdempotencyKey(device: Sample.device, number: number),
                mutation: .message(text: Sample.text))
        }
    }
}
