import ChatRooms
import ChatWire
import Dispatch
import Foundation

/// Computes a page in another way than the stores do: it counts from the anchor until there are
/// enough events.
private func slice(_ log: [Seq], at anchor: HistoryAnchor, limit: Int) -> [Seq] {
    switch anchor {
    case .newest: return log.suffix(limit)
    case .before(let number): return log.filter { $0 < number }.suffix(limit)
    case .after(let number): return Array(log.filter { $0 > number }.prefix(limit))
    case .around(let number):
        let older = log.filter { $0 <= number }
        let newer = log.filter { $0 > number }
        var page: [Seq] = []
        var down = older.reversed().makeIterator()
        var up = newer.makeIterator()
        while page.count < min(limit, log.count) {
            if let next = down.next() { page.append(next) }
            if page.count < limit, let next = up.next() { page.append(next) }
        }
        return page.sorted()
    case .at: return []  // by time, not by number
    }
}

/// A store's page at a time, against the events in order.
private func expectPages(of times: [Int64], _ store: any MessageStore, _ check: StoreCheck) throws {
    let log = Array(1...Seq(count: times.count))
    let moments = Set(times + times.map { $0 - 1 } + times.map { $0 + 1 } + [0, Int64(Limits.largestInteger)])
    for time in moments.sorted() {
        let first = times.firstIndex { $0 >= time }.map { log[$0] }
        for limit in [1, 2, 5] {
            let page = try store.history(of: .lobby, at: .at(time), limit: limit)
            check.expect(page.head == Seq(count: times.count))
            check.expect(
                page.events.map(\.seq) == slice(log, at: first.map { .around($0) } ?? .newest, limit: limit),
                "\(time), limit \(limit)")
        }
    }
}

extension MessageStoreConformance {
    /// History is a page of the log.
    static let history: [Case] = [
        Case("anchors far outside the log are ends like others") { store, check in
            _ = try store.append((1...5).map { Sender(1).newEvent("\($0)") })
            func seqs(_ anchor: HistoryAnchor, _ limit: Int = 2) throws -> [Seq] {
                try store.history(of: .lobby, at: anchor, limit: limit).events.map(\.seq)
            }
            for far in [6, 7, Seq(1 << 40), Seq(1 << 41), .largest, Seq(.max - 1), Seq(.max)] {
                try check.expect(seqs(.before(far)) == [4, 5])
                try check.expect(seqs(.after(far)) == [])
                try check.expect(seqs(.around(far)) == [4, 5])
            }
            try check.expect(seqs(.before(0)) == [])
            try check.expect(seqs(.before(1)) == [])
            try check.expect(seqs(.after(0)) == [1, 2])
            try check.expect(seqs(.around(0)) == [1, 2])
            try check.expect(seqs(.around(3), 1) == [3])
            try check.expect(seqs(.around(3), 3) == [2, 3, 4])
            try check.expect(seqs(.newest, Int.max) == [1, 2, 3, 4, 5])
            try check.expect(seqs(.newest, Int.min) == [5])
        },
        Case("a page holds at most its limit of events") { store, check in
            _ = try store.append((1...300).map { Sender(1).newEvent("\($0)") })
            for limit in [Limits.pageEvents - 1, Limits.pageEvents, Limits.pageEvents + 1] {
                let page = try store.history(of: .lobby, at: .newest, limit: limit)
                check.expect(page.events.count == min(limit, Limits.pageEvents))
            }
        },
        Case("a page is cut by bytes on the side away from its anchor") { store, check in
            let sender = Sender(1)
            let text = String(repeating: "x", count: Limits.textBytes)
            _ = try store.append((1...30).map { _ in sender.newEvent(text) })
            let fitting = Limits.pageBytes / (text.utf8.count + sender.name.utf8.count + 200)
            func seqs(_ anchor: HistoryAnchor) throws -> [Seq] {
                try store.history(of: .lobby, at: anchor, limit: 200).events.map(\.seq)
            }
            try check.expect(seqs(.newest) == Array((31 - fitting)...30))
            try check.expect(seqs(.before(20)) == Array((20 - fitting)...19))
            try check.expect(seqs(.after(3)) == Array(4...(3 + fitting)))
            let around = try seqs(.around(15))
            check.expect(around.count == fitting)
            check.expect(around.contains(15))
            check.expect(around.first == 15 - (fitting - 1) / 2)
        },
        Case("a page is cut behind the message with which it took too many changes") { store, check in
            let ann = Sender(1)
            let (count, most) = (150 as Seq, 128)
            let changes = Limits.pageChanges / most
            _ = try store.append((1...count).map { ann.newEvent("\($0)") })
            // Said and taken back: of all these nothing is left to show but the last edit.
            for seq in 1...count {
                let reactions = (0..<changes - 2).map { ann.newEvent(.react(of: seq, emoji: "👍", on: $0 % 2 == 0)) }
                let edits = (1...2).map { ann.newEvent(.edit(of: seq, text: "edit \($0)")) }
                _ = try store.append(reactions + edits)
            }
            func page(_ anchor: HistoryAnchor) throws -> [Event] {
                let page = try store.history(of: .lobby, at: anchor, limit: 200)
                return page.events
            }
            for anchor in [HistoryAnchor.after(0), .before(count + 1)] {
                for event in try page(anchor) {
                    guard case .message(let message) = event.content else {
                        check.fail("\(event.seq) is no message")
                        continue
                    }
                    check.expect(message.text == "edit 2" && message.reactions.isEmpty)
                }
            }
            try check.expect(page(.after(0)).map(\.seq) == Array(1...Seq(count: most)))
            try check.expect(page(.after(3)).map(\.seq) == Array(4...(3 + most)))
            try check.expect(page(.before(count + 1)).map(\.seq) == Array((count + 1 - most)...count))
            // What follows is reached from there.
            try check.expect(page(.after(Seq(count: most))).first?.seq == Seq(count: most) + 1)
        },
        Case("a room no one wrote in is empty, and asking makes none") { store, check in
            let page = try store.history(of: .lobby, at: .around(3), limit: 10)
            check.expect(page == HistoryPage(events: [], head: 0))
            try check.expect(store.head(of: .lobby) == 0)
        },
        Case("a page at a time is around the first event at that time or later") { store, check in
            let times: [Int64] = [10, 10, 10, 20, 30, 30, 40, 1_000, 1_000]
            _ = try store.append(times.map { Sender(1).newEvent(at: $0) })
            try expectPages(of: times, store, check)
        },
        Case("pages at random times of random logs are where they should be") { store, check in
            var random = SeededGenerator(seed: 4)
            var times: [Int64] = []
            for _ in 0..<8 {
                let more = (1...Int.random(in: 1...40, using: &random)).map { _ in
                    (times.last ?? 1) + Int64.random(in: 0...3, using: &random)
                }
                var grown: [Int64] = []
                for time in more { grown.append(max(time, grown.last ?? 0)) }
                _ = try store.append(grown.map { Sender(1).newEvent(at: $0) })
                times += grown
                try expectPages(of: times, store, check)
            }
        },
        Case("a room without events has an empty page at every time") { store, check in
            for time in [0, 1, Int64(Limits.largestInteger), .min, .max] {
                try check.expect(
                    store.history(of: .lobby, at: .at(time), limit: 10) == HistoryPage(events: [], head: 0))
            }
        },
        Case("an erased message keeps its time") { store, check in
            let times: [Int64] = [10, 20, 30]
            _ = try store.append(times.map { Sender(1).newEvent(at: $0) })
            var deletion = Sender(1).newEvent(.delete(of: 1))
            deletion.at = 40
            _ = try store.append(deletion)
            try expectPages(of: times + [40], store, check)
        },
        Case("random pages of random logs are the slices they should be") { store, check in
            var random = SeededGenerator(seed: 2)
            for round in 0..<6 {
                let sizes = [0, 1, 2, 60, 450].shuffled(using: &random)
                let rooms = try sizes.indices.map { try room("room-\(round)-\($0)") }
                for (room, size) in zip(rooms, sizes) {
                    _ = try store.append((0..<size).map { Sender(1).newEvent("\($0)", in: room) })
                }
                for _ in 0..<300 {
                    let index = Int.random(in: 0..<rooms.count, using: &random)
                    let log = Array(1...Seq(count: sizes[index] + 1)).dropLast()
                    let number = Seq(count: Int.random(in: 0...sizes[index] + 3, using: &random))
                    let limit = Int.random(in: -1...210, using: &random)
                    let anchors: [HistoryAnchor] = [.newest, .before(number), .after(number), .around(number)]
                    let anchor = try check.require(anchors.randomElement(using: &random))
                    let page = try store.history(of: rooms[index], at: anchor, limit: limit)
                    let expected = slice(Array(log), at: anchor, limit: min(max(limit, 1), Limits.pageEvents))
                    check.expect(page.head == Seq(count: sizes[index]))
                    check.expect(
                        page.events.map(\.seq) == expected, "\(anchor), limit \(limit), \(sizes[index]) events")
                }
            }
        },
        Case("pages read while others append have no gap and fit their head") { store, check in
            let readers = DispatchGroup()
            for _ in 0..<3 {
                let reader = Thread {
                    defer { readers.leave() }
                    var head: Seq = 0
                    while head < 2_000 {
                        guard let page = try? store.history(of: .lobby, at: .newest, limit: 50) else {
                            return check.fail("a page could not be read")
                        }
                        check.expect(page.head >= head)
                        check.expect(page.events.last?.seq ?? 0 == page.head)
                        check.expect(page.events.count == min(50, Int(clamping: page.head.number)))
                        check.expect(zip(page.events, page.events.dropFirst()).allSatisfy { $0.seq + 1 == $1.seq })
                        if page.head < head { return }
                        head = page.head
                    }
                }
                readers.enter()
                reader.start()
            }
            for batch in 0..<200 { _ = try store.append((0..<10).map { Sender(1).newEvent("\(batch).\($0)") }) }
            check.expect(readers.wait(timeout: .now() + 60) == .success, "the readers did not come to the end")
        },
    ]
}
