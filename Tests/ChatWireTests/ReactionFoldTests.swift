import ChatWire
import Testing

/// A log may have a reaction with and without the variation selector U+FE0F: an older server kept
/// what it was sent.
@Suite struct ReactionFoldTests {
    private let ann = UserID.random()
    private let bob = UserID.random()

    private func event(_ seq: Seq, by user: UserID, _ content: Event.Content) -> Event {
        Event(
            seq: seq, id: .random(), at: 0, author: Author(user: user, name: "x"), idempotencyKey: nil, content: content
        )
    }

    /// The reactions to a message after these, each as (user, emoji, on).
    private func reactions(_ changes: [(UserID, String, Bool)]) -> [Reaction] {
        var message = event(1, by: ann, .message(Message(text: "hello")))
        for (index, change) in changes.enumerated() {
            message.fold(event(Seq(count: index + 2), by: change.0, .reaction(of: 1, emoji: change.1, on: change.2)))
        }
        if case .message(let message) = message.content { return message.reactions } else { return [] }
    }

    private func bytes(_ reactions: [Reaction]) -> [[UInt8]] { reactions.map { Array($0.emoji.utf8) } }

    @Test func `an emoji with a selector and without it is one reaction`() {
        for emoji in [["❤", "❤️"], ["❤️", "❤"], ["❤️", "❤️"]] {
            let found = reactions([(ann, emoji[0], true), (bob, emoji[1], true)])
            #expect(found.map(\.users) == [[ann, bob]])
            // As an emoji, and not as a character of the text.
            #expect(bytes(found) == [Array("❤️".utf8)])
            #expect(reactions([(ann, emoji[0], true), (ann, emoji[1], true)]).map(\.users) == [[ann]])
            #expect(reactions([(ann, emoji[0], true), (ann, emoji[1], false)]).isEmpty)
        }
        #expect(reactions([(ann, "❤‍🔥", true), (bob, "❤️‍🔥", true)]).map(\.users) == [[ann, bob]])
    }

    @Test func `other emoji are apart`() {
        #expect(reactions([(ann, "❤️", true), (bob, "❤️‍🔥", true)]).count == 2)
        #expect(reactions([(ann, "👍", true), (bob, "👍🏽", true)]).count == 2)
        #expect(reactions([(ann, "é", true), (bob, "e\u{301}", true)]).count == 2)
    }

    @Test func `a moderator removes a reaction in either form`() {
        var message = event(1, by: ann, .message(Message(text: "hello")))
        message.fold(event(2, by: bob, .reaction(of: 1, emoji: "❤", on: true)))
        message.fold(event(3, by: ann, .unreaction(of: 1, emoji: "❤️", user: bob)))
        #expect(message.content == .message(Message(text: "hello")))
    }

    @Test func `a reaction that is sent again is the same in either form`() {
        #expect(Mutation.react(of: 1, emoji: "❤", on: true).became(.reaction(of: 1, emoji: "❤️", on: true)))
        #expect(Mutation.react(of: 1, emoji: "❤️", on: true).became(.reaction(of: 1, emoji: "❤", on: true)))
        #expect(Mutation.unreact(of: 1, emoji: "❤", user: bob).became(.unreaction(of: 1, emoji: "❤️", user: bob)))
        #expect(!Mutation.react(of: 1, emoji: "❤", on: true).became(.reaction(of: 1, emoji: "💔", on: true)))
    }
}
