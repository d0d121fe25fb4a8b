import ChatWire
import Testing

@testable import martlet

@Suite struct ActionWordsTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func words(_ deed: ModerationAction.Deed) -> [String?] {
        let words = ActionWords(ModerationAction(number: 1, deed, about: bob))
        return [words.deed, words.whom, words.why]
    }

    private func words(_ content: Event.Content) -> [String?] {
        words(
            .event(
                Event(
                    seq: 9, id: EventID(high: 1, low: 9), at: 5, author: ann, idempotencyKey: nil, content: content)))
    }

    @Test func `all that a moderator does has a word of its own`() {
        #expect(words(.unreaction(of: 7, emoji: "👍", user: bob.user)) == ["unreact 7", "bob", nil])
        #expect(words(.deletion(of: 7, reason: "rude")) == ["delete 7", "bob", "rude"])
        #expect(words(.pin(of: 7, on: false)) == ["unpin 7", "bob", nil])
    }

    @Test func `a message that was held is named by its number, or by its place in the queue`() {
        let published = HeldDecision(.publish)
        #expect(words(.reviewed(published, held: 3, of: 57, by: ann, at: 5)) == ["publish 57", "bob", nil])
        let discarded = HeldDecision(.discard, note: "spam")
        #expect(words(.reviewed(discarded, held: 3, of: nil, by: ann, at: 5)) == ["discard held 3", "bob", "spam"])
    }
}
