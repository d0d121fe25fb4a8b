import ChatRooms
import ChatWire
import Testing

@Suite struct `Events are numbered in order` {
    @Test(arguments: StoreKind.allCases)
    func `every room counts 1, 2, 3 over batches of any size`(kind: StoreKind) throws {
        try kind.withStore { store in
            var random = Seeded(1)
            let rooms = try (0..<7).map { try room("room-\($0)") }
            let senders = (0..<5).map { Sender($0) }
            var numbers = [UInt64](repeating: 0, count: senders.count)
            var expected: [RoomName: [String]] = [:]
            for batch in 0..<60 {
                let size = batch == 30 ? Limits.commitBatch : Int.random(in: 1...40, using: &random)
                let drafts = (0..<size).map { index in
                    let who = Int.random(in: 0..<senders.count, using: &random)
                    let room = rooms[Int.random(in: 0..<rooms.count, using: &random)]
                    let isNumbered = Bool.random(using: &random)
                    numbers[who] += UInt64.random(in: 1...3, using: &random)
                    expected[room, default: []].append("\(batch).\(index)")
                    return senders[who].draft("\(batch).\(index)", number: isNumbered ? numbers[who] : nil, in: room)
                }
                let outcomes = try store.append(drafts)
                try #require(outcomes.count == drafts.count)
                for (draft, outcome) in zip(drafts, outcomes) {
                    guard case .appended(let event) = outcome else { throw NotAppended() }
                    #expect(event == draft.event(seq: event.seq))
                }
            }
            for room in rooms {
                let log = try store.log(of: room)
                #expect(log.map(\.seq) == (0..<log.count).map { UInt64($0 + 1) })
                #expect(log.compactMap(\.text) == expected[room, default: []])
                try #expect(store.head(of: room) == UInt64(log.count))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the outcomes stand in the order of the drafts`(kind: StoreKind) throws {
        try kind.withStore { store in
            let garden = try room("garden")
            let ann = Sender(1)
            let outcomes = try store.append([
                ann.draft("a"), ann.draft("b", in: garden), ann.draft("c"), ann.draft("d", in: garden),
            ])
            let seqs = outcomes.map { if case .appended(let event) = $0 { event.seq } else { UInt64(0) } }
            #expect(seqs == [1, 1, 2, 2])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `no drafts give no outcomes`(kind: StoreKind) throws {
        try kind.withStore { store in
            try #expect(store.append([]).isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `every text and name comes back to the byte`(kind: StoreKind) throws {
        try kind.withStore { store in
            let texts = [
                "x", "caf\u{E9}", "cafe\u{301}", "\u{1F469}\u{200D}\u{1F680}", "'; DROP TABLE event; --", "a\tb\r\nc",
                "\u{0}\u{1}",
                "", String(repeating: "\u{FFFF}", count: Limits.textBytes / 3),
                String(repeating: "x", count: Limits.textBytes),
            ]
            for text in texts { _ = try store.appended(Sender(1, name: "\u{E9}" + text.prefix(3)).draft(text)) }
            let log = try store.log(of: .lobby)
            for (event, text) in zip(log, texts) {
                #expect(event.text?.utf8.elementsEqual(text.utf8) == true)
                #expect(event.author.name.utf8.elementsEqual(("\u{E9}" + text.prefix(3)).utf8))
            }
            #expect(log.count == texts.count)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a closed store takes and gives nothing`(kind: StoreKind) throws {
        try withFolder { folder in
            let store = try kind.store(in: folder)
            _ = try store.appended(Sender(1).draft("hello"))
            try store.close()
            #expect(throws: StoreError.closed) { try store.append([Sender(1).draft("again")]) }
            #expect(throws: StoreError.closed) { try store.head(of: .lobby) }
            #expect(throws: StoreError.closed) { try store.history(of: .lobby, at: .newest, limit: 1) }
            #expect(throws: StoreError.closed) { try store.close() }
        }
    }
}
