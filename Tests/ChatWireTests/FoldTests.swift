import ChatWire
import Testing

@Suite struct FoldTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 1, low: 2), name: "bob")

    private func event(_ seq: UInt64, _ author: Author, _ content: Event.Content) -> Event {
        Event(
            seq: seq, id: EventID(high: 9, low: seq), at: Int64(seq), author: author, idempotencyKey: nil,
            content: content)
    }

    private func folded(_ first: Event, _ later: Event...) -> Event.Content {
        var event = first
        for later in later {
            event.fold(later)
            let once = event
            event.fold(later)
            #expect(event == once, "idempotent")
        }
        #expect(event.seq == first.seq && event.author == first.author && event.at == first.at)
        return event.content
    }

    private var message: Event { event(5, ann, .message(Message(text: "helo", reply: 2))) }

    @Test func `an edit replaces the text and leaves the rest`() {
        let payload = Payload(type: "poll", data: "{}")
        let said = event(5, ann, .message(Message(text: "helo", reply: 2, payload: payload)))
        #expect(
            folded(said, event(7, ann, .edit(of: 5, text: "hello")))
                == .message(Message(text: "hello", reply: 2, payload: payload, edited: 7)))
    }

    @Test func `the newest edit counts, in whatever order they come`() {
        let edits = [event(7, ann, .edit(of: 5, text: "hello")), event(9, ann, .edit(of: 5, text: "Hello."))]
        let newest = Event.Content.message(Message(text: "Hello.", reply: 2, edited: 9))
        #expect(folded(message, edits[0], edits[1]) == newest)
        #expect(folded(message, edits[1], edits[0]) == newest)
    }

    @Test func `a deletion ends a message for good`() {
        let deletion = event(8, ann, .deletion(of: 5))
        #expect(folded(message, deletion) == .deleted(by: 8))
        #expect(
            folded(
                message, deletion, event(9, ann, .edit(of: 5, text: "x")), event(10, ann, .deletion(of: 5)),
                event(11, bob, .reaction(of: 5, emoji: "👍", on: true))) == .deleted(by: 8))
    }

    @Test func `a deletion takes the text from the edits, too`() {
        let edit = event(7, ann, .edit(of: 5, text: "hello"))
        #expect(folded(edit, event(8, ann, .deletion(of: 5))) == .edit(of: 5, text: ""))
        #expect(folded(edit, event(8, ann, .deletion(of: 4))) == edit.content)
        #expect(folded(message, event(7, ann, .edit(of: 5, text: ""))) == message.content)
    }

    @Test func `only its author edits or deletes it`() {
        #expect(
            folded(message, event(7, bob, .edit(of: 5, text: "x")), event(8, bob, .deletion(of: 5))) == message.content)
    }

    @Test func `what is about another message, or comes before, changes nothing`() {
        #expect(
            folded(
                message, event(7, ann, .edit(of: 6, text: "x")), event(8, ann, .deletion(of: 4)),
                event(9, bob, .reaction(of: 7, emoji: "👍", on: true)), event(5, ann, .deletion(of: 5)),
                event(4, ann, .edit(of: 5, text: "x")), event(10, ann, .message(Message(text: "x", reply: 5))))
                == message.content)
    }

    @Test func `reactions stand by first use, and each person has each once`() {
        func react(_ seq: UInt64, _ author: Author, _ emoji: String, _ on: Bool = true) -> Event {
            event(seq, author, .reaction(of: 5, emoji: emoji, on: on))
        }
        let all = folded(message, react(6, bob, "👍"), react(7, ann, "🎉"), react(8, ann, "👍"), react(9, bob, "👍"))
        let both = [Reaction(emoji: "👍", users: [bob.user, ann.user]), Reaction(emoji: "🎉", users: [ann.user])]
        #expect(all == .message(Message(text: "helo", reply: 2, reactions: both)))
        #expect(
            folded(
                event(5, ann, all), react(10, bob, "👍", false), react(11, ann, "👍", false), react(12, ann, "👎", false))
                == .message(Message(text: "helo", reply: 2, reactions: [both[1]])))
    }

    @Test func `emoji that only look alike are two`() {
        let composed = event(6, ann, .reaction(of: 5, emoji: "\u{E9}", on: true))
        let decomposed = event(7, ann, .reaction(of: 5, emoji: "e\u{301}", on: true))
        guard case .message(let message) = folded(message, composed, decomposed) else {
            Issue.record("no message")
            return
        }
        #expect(message.reactions.map { Array($0.emoji.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
    }
}
