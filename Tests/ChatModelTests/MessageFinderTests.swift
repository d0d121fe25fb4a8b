import ChatModel
import ChatWire
import Testing

@Suite struct `The search of a room` {
    private func hits(_ seqs: [Seq], next: Seq? = nil) -> HitsPage {
        let author = Author(user: UserID(high: 1, low: 1), name: "ann")
        let messages = seqs.map {
            Event(
                seq: $0, id: EventID(high: 1, low: $0.number), at: 1, author: author, idempotencyKey: nil,
                content: .message(Message(text: "tea")))
        }
        return HitsPage(messages: messages, next: next)
    }

    private func finder(_ words: String) -> MessageFinder {
        var finder = MessageFinder(.lobby)
        finder.type(words)
        return finder
    }

    @Test func `it goes on by itself until it has a page`() throws {
        var finder = finder("tea")
        finder.take(hits([900, 850], next: 500), of: try #require(finder.question))
        #expect(finder.question == .init(search: "tea", before: 500))
        finder.take(hits(Array(1...18).map { Seq(499 - $0) }, next: 400), of: try #require(finder.question))
        #expect(finder.question == nil && finder.hasMore && finder.found.count == 20)
        finder.wantMore()
        #expect(finder.question == .init(search: "tea", before: 400))
        finder.take(hits([]), of: try #require(finder.question))
        #expect(finder.question == nil && !finder.hasMore && finder.emptiness(without: []) == nil)
    }

    @Test func `a rare word is not sought without an end`() throws {
        var (finder, end, asked) = (finder("tea"), Seq(1_000_000), 0)
        while let question = finder.question {
            end = end.advanced(by: -1_000)
            finder.take(hits([], next: end), of: question)
            asked += 1
        }
        #expect(asked == Limits.searchesTogether + 1 && finder.hasMore)
        #expect(finder.emptiness(without: []) == "No newer message matches.")
        finder.wantMore()
        finder.take(hits([]), of: try #require(finder.question))
        #expect(finder.emptiness(without: []) == "No message matches.")
    }

    @Test func `an answer to other words is dropped, and words that nobody can search for are refused`() throws {
        var finder = finder("tea")
        let former = try #require(finder.question)
        finder.type("coffee")
        finder.take(hits([1]), of: former)
        #expect(finder.found.isEmpty && finder.question != nil)
        finder.type("!?")
        #expect(finder.question == nil && finder.failure != nil)
        finder.wantMore()
        #expect(finder.question == nil)
        finder.type(" ")
        #expect(finder.failure == nil && finder.emptiness(without: []) == nil)
    }

    @Test func `the field keeps what is typed, and the server gets the words`() {
        let finder = finder("tea ")
        #expect(finder.search == "tea " && finder.question == .init(search: "tea", before: nil))
    }

    @Test func `messages of blocked people are not listed`() throws {
        var finder = finder("tea")
        finder.take(hits([7]), of: try #require(finder.question))
        #expect(finder.hits(without: []).count == 1 && finder.emptiness(without: []) == nil)
        let blocked: Set = [UserID(high: 1, low: 1)]
        #expect(finder.hits(without: blocked).isEmpty)
        #expect(finder.emptiness(without: blocked) == "No message matches.")
    }

    private func found(_ words: String, _ text: String, file: String? = nil, type: String = "image/png") -> [String]? {
        let file = file.map { Attachment(id: FileID(high: 1, low: 1), name: $0, type: type, size: 1) }
        let author = Author(user: UserID(high: 1, low: 1), name: "ann")
        let hit = Event(
            seq: 1, id: EventID(high: 1, low: 1), at: 1, author: author, idempotencyKey: nil,
            content: .message(Message(text: text, attachment: file)))
        var finder = finder(words)
        guard let question = finder.question else { return nil }
        finder.take(HitsPage(messages: [hit], next: nil), of: question)
        return finder.text(of: hit)?.parts
    }

    @Test func `what was found is marked in a line without the marks of its formatting`() {
        #expect(found("tea", "**Tea**\nfor two") == ["", "Tea", " for two"])
        #expect(found("two tea", "Tea for two") == ["", "Tea", " for ", "two"])
        #expect(found("nothing", "Tea") == ["Tea"])
    }

    @Test func `a long text begins a little before what was found`() throws {
        let words = String(repeating: "word ", count: 400)
        let parts = try #require(found("tea", words + "tea " + words))
        #expect(parts.count == 3 && parts[1] == "tea")
        #expect(parts[0].hasPrefix("…word ") && parts[0].count <= 42)
        #expect(parts[2].hasSuffix("…") && parts.joined().count <= 202)
        // What begins at the end of the line is cut with it.
        let end = try #require(found("tea wor", "tea " + String(repeating: "wo ", count: 65) + "words"))
        #expect(end.joined() == "tea " + String(repeating: "wo ", count: 65) + "w…")
    }

    @Test func `a file that is found by its name shows it`() {
        #expect(found("pot", "pot.png", file: "pot.png") == ["", "pot", ".png"])
        #expect(found("pot", "look", file: "pot.png") == ["", "pot", ".png"])
        #expect(found("look", "look", file: "look.png") == ["", "look"])
        #expect(found("p", "pot.png", file: "pot.png") == ["", "p", "ot.", "p", "ng"], "and not the p of “Photo”")
    }

    @Test func `what is wanted after a failure is asked again`() throws {
        var finder = finder("tea")
        finder.take(hits([900], next: 800), of: try #require(finder.question))
        finder.fail(try #require(finder.question), "No connection.")
        #expect(finder.failure == "No connection." && finder.found.count == 1)
        finder.wantMore()
        #expect(finder.question == .init(search: "tea", before: 800) && finder.failure == nil)
    }
}
