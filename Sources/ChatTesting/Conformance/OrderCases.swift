import ChatRooms
import ChatWire

extension MessageStoreConformance {
    /// Events are numbered in order.
    static let order: [Case] = [
        Case("every room counts 1, 2, 3 over batches of any size") { store, check in
            var random = SeededGenerator(seed: 1)
            let rooms = try (0..<7).map { try room("room-\($0)") }
            let senders = (0..<5).map { Sender($0) }
            var numbers = [UInt64](repeating: 0, count: senders.count)
            var expected: [RoomName: [String]] = [:]
            for batch in 0..<60 {
                let size = batch == 30 ? Limits.commitBatch : Int.random(in: 1...40, using: &random)
                let newEvents = (0..<size).map { index in
                    let who = Int.random(in: 0..<senders.count, using: &random)
                    let room = rooms[Int.random(in: 0..<rooms.count, using: &random)]
                    let isNumbered = Bool.random(using: &random)
                    numbers[who] += UInt64.random(in: 1...3, using: &random)
                    expected[room, default: []].append("\(batch).\(index)")
                    return senders[who].newEvent("\(batch).\(index)", number: isNumbered ? numbers[who] : nil, in: room)
                }
                let outcomes = try store.append(newEvents)
                try check.require(outcomes.count == newEvents.count)
                for (newEvent, outcome) in zip(newEvents, outcomes) {
                    guard case .appended(let event) = outcome else { throw NotAppended() }
                    check.expect(event == newEvent.event(seq: event.seq))
                }
            }
            for room in rooms {
                let log = try store.log(of: room)
                check.expect(log.map(\.seq) == log.indices.map { Seq(count: $0 + 1) })
                check.expect(log.compactMap(\.text) == expected[room, default: []])
                try check.expect(store.head(of: room) == Seq(count: log.count))
            }
        },
        Case("the outcomes stand in the order of the new events") { store, check in
            let garden = try room("garden")
            let ann = Sender(1)
            let outcomes = try store.append([
                ann.newEvent("a"), ann.newEvent("b", in: garden), ann.newEvent("c"), ann.newEvent("d", in: garden),
            ])
            let seqs = outcomes.map { if case .appended(let event) = $0 { event.seq } else { Seq(0) } }
            check.expect(seqs == [1, 1, 2, 2])
        },
        Case("an event is not earlier than the one before it in its room") { store, check in
            let (ann, garden) = (Sender(1), try room("garden"))
            _ = try store.append([
                ann.newEvent(at: 1_000), ann.newEvent(at: 900), ann.newEvent(at: 500, in: garden),
                ann.newEvent(at: 1_001),
            ])
            _ = try store.append([ann.newEvent(at: 1_000)])
            try check.expect(store.log(of: .lobby).map(\.at) == [1_000, 1_000, 1_001, 1_001])
            try check.expect(store.log(of: garden).map(\.at) == [500])
        },
        Case("no new events give no outcomes") { store, check in
            try check.expect(store.append([]).isEmpty)
        },
        Case("every text and name comes back to the byte") { store, check in
            let texts = [
                "x", "caf\u{E9}", "cafe\u{301}", "\u{1F469}\u{200D}\u{1F680}", "'; DROP TABLE event; --", "a\tb\r\nc",
                "\u{1}\u{7F}",
                "", String(repeating: "\u{FFFF}", count: Limits.textBytes / 3),
                String(repeating: "x", count: Limits.textBytes),
            ]
            for text in texts { _ = try store.appended(Sender(1, name: "\u{E9}" + text.prefix(3)).newEvent(text)) }
            let log = try store.log(of: .lobby)
            for (event, text) in zip(log, texts) {
                check.expect(event.text?.utf8.elementsEqual(text.utf8) == true)
                check.expect(event.author.name.utf8.elementsEqual(("\u{E9}" + text.prefix(3)).utf8))
            }
            check.expect(log.count == texts.count)
        },
        Case("a closed store takes and gives nothing") { store, check in
            _ = try store.appended(Sender(1).newEvent("hello"))
            try store.close()
            check.isClosed { _ = try store.append([Sender(1).newEvent("again")]) }
            check.isClosed { _ = try store.head(of: .lobby) }
            check.isClosed { _ = try store.history(of: .lobby, at: .newest, limit: 1) }
            check.isClosed { try store.close() }
        },
    ]
}
