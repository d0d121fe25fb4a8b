import ChatWire
import Testing

@testable import ChatRooms

@Suite struct `A page of a search for messages` {
    private let author = Author(user: UserID(high: 1, low: 1), name: "ann")

    /// The events after `seq`, as many as a page of history has.
    private func page(before end: Seq, of texts: [String?], epoch: Epoch? = nil) -> HistoryPage {
        let first = max(1, end.advanced(by: -Limits.pageEvents))
        var events: [Event] = []
        for seq in stride(from: first, to: end, by: 1) {
            let text = texts[Int(seq.number) - 1]
            let content = text.map { Event.Content.message(Message(text: $0)) } ?? .deleted(by: seq)
            events.append(
                Event(
                    seq: seq, id: EventID(high: 1, low: seq.number), at: 1, author: author, idempotencyKey: nil,
                    content: content))
        }
        return HistoryPage(events: events, head: Seq(UInt64(texts.count)), epoch: epoch)
    }

    /// All pages of a search, as a client reads them, and how many pages of history each took.
    private func search(_ words: String, in texts: [String?], from first: Seq = 1) -> (found: [Seq], looked: [Int]) {
        var (found, looked): ([Seq], [Int]) = ([], [])
        var end = Seq(UInt64(texts.count)) + 1
        while true {
            var scan = MessageScan(WordSearch(words), from: first)
            var count = 1
            while scan.looks(at: page(before: end, of: texts)) {
                end = scan.next ?? 1
                count += 1
            }
            found += scan.found.map { $0.seq }
            looked.append(count)
            guard let next = scan.next else { return (found, looked) }
            end = next
        }
    }

    @Test func `the newest are found first, and all of them`() {
        let texts = (1...2_500).map { $0.isMultiple(of: 50) ? "tea \($0)" : "word \($0)" }
        let (found, looked) = search("tea", in: texts)
        #expect(found.map { $0.number } == (1...50).map { 50 * UInt64($0) }.reversed())
        // 1,000 events, or 20 messages and the one that has no place any more.
        #expect(looked == [5, 5, 3])
    }

    @Test func `a page ends before the message that has no place on it`() {
        let texts = (1...50).map { "tea \($0)" }
        var scan = MessageScan(WordSearch("tea"), from: 1)
        let goesOn = scan.looks(at: page(before: 51, of: texts))
        #expect(!goesOn)
        #expect(scan.found.count == Limits.searchPage && scan.next == 31)
        #expect(search("tea", in: texts).found.count == 50)
    }

    @Test func `the bytes of a page are bounded`() {
        let texts = (1...30).map { _ in "tea " + String(repeating: "x", count: Limits.pageBytes / 3) }
        var scan = MessageScan(WordSearch("tea"), from: 1)
        let goesOn = scan.looks(at: page(before: 31, of: texts))
        #expect(!goesOn)
        #expect(scan.found.count == 2)
        #expect(search("tea", in: texts).found.count == 30)
    }

    @Test func `nothing before the first readable event is found or looked for`() {
        let texts = (1...600).map { "tea \($0)" as String? }
        let (found, looked) = search("tea", in: texts, from: 590)
        #expect(found.map { $0.number } == Array(590...600).reversed() && looked == [1])
    }

    @Test func `deleted messages are passed over`() {
        #expect(search("tea", in: ["tea", nil, "tea"]).found == [3, 1])
        #expect(search("tea", in: []).found.isEmpty)
    }

    @Test func `a room that was made again under its name has nothing of the former one`() {
        let texts = (1...600).map { "tea \($0)" as String? }
        var scan = MessageScan(WordSearch("590"), from: 1)
        var goesOn = scan.looks(at: page(before: 601, of: texts, epoch: Epoch(1)))
        #expect(goesOn)
        #expect(scan.found.count == 1)
        goesOn = scan.looks(at: page(before: 401, of: texts, epoch: Epoch(2)))
        #expect(!goesOn)
        #expect(scan.found.isEmpty && scan.next == nil)
    }
}
