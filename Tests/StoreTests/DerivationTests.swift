import ChatRooms
import ChatTesting
import ChatWire
import Testing

/// Stores may keep messages in any form, but what they show must equal a plain fold of the log.
@Suite struct `What a page shows is the log, folded` {
    private static func newEvent(
        _ random: inout SeededGenerator, _ people: [Sender], upTo head: Seq, _ number: UInt64
    ) -> NewEvent {
        let who = people[Int.random(in: 0..<people.count, using: &random)]
        let target = Seq.random(in: 1...head + 1, using: &random)
        let mutation: Mutation =
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4: .message(text: "\(number)", reply: Bool.random(using: &random) ? target : nil)
            case 4..<6: .edit(of: target, text: "edit \(number)")
            case 6: .delete(of: target)
            default:
                .react(
                    of: target, emoji: ["👍", "🎉", "é"][Int(number % 3)], on: Int.random(in: 0..<3, using: &random) > 0)
            }
        return who.newEvent(mutation, number: number, after: number % 9 == 8 ? number - 1 : nil)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `both stores decide and show the same, page by page, as a plain fold does`(seed: UInt64) throws {
        try withFolder { folder in
            let stores = try StoreKind.allCases.map { try $0.store(in: folder) }
            var random = SeededGenerator(seed: seed)
            let people = (0..<4).map { Sender($0) }
            var said: [Event] = []
            for number in 1...400 as ClosedRange<UInt64> {
                let newEvent = Self.newEvent(&random, people, upTo: Seq(count: said.count), number)
                let outcomes = try stores.map { try $0.append(newEvent) }
                #expect(outcomes[0] == outcomes[1])
                if case .appended(let event) = outcomes[0] { said.append(event) }
                guard number % 20 == 0 else { continue }
                let expected = said.map { event in
                    said.reduce(into: event) { $0.fold($1) }
                }
                for store in stores {
                    try #expect(store.log(of: .lobby) == expected)
                    let anchor = HistoryAnchor.around(.random(in: 1...Seq(count: said.count), using: &random))
                    let page = try store.history(of: .lobby, at: anchor, limit: 7)
                    let first = Int(clamping: page.events.first?.seq.number ?? 1) - 1
                    #expect(page.events == Array(expected[first..<first + page.events.count]))
                }
            }
            #expect(said.contains { if case .deletion = $0.content { true } else { false } })
            for store in stores { try store.close() }
        }
    }
}
