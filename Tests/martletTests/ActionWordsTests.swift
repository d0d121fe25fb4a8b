import ChatWire
import Testing

@testable import martlet

@Suite struct ActionWordsTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func words(_ deed: ModerationAction.Deed, about person: Author? = nil) -> [String?] {
        let words = ActionWords(ModerationAction(number: 1, deed, about: person))
        return [words.deed, words.whom, words.why]
    }

    private func words(_ content: Event.Content, about person: Author? = nil) -> [String?] {
        let event = Event(
            seq: 9, id: EventID(high: 1, low: 9), at: 5, author: ann, idempotencyKey: nil, content: content)
        return words(.event(event), about: person)
    }

    @Test func `all that a moderator does has a word of its own`() {
        #expect(words(.deletion(of: 7, reason: "rude"), about: bob) == ["delete 7", "bob", "rude"])
        #expect(words(.pin(of: 7, on: true)) == ["pin 7", nil, nil])
        #expect(words(.pin(of: 7, on: false)) == ["unpin 7", nil, nil])
        #expect(words(.settings(SettingsChange(title: "x"))) == ["settings", nil, nil])
        let ban = MembershipChange(bob.user, .ban(until: 9), called: "bob", reason: "rude")
        #expect(words(.membership(ban)) == ["ban", "bob", "rude"])
    }

    @Test func `a person whose name is not in the log has their id as name`() {
        let id = bob.user.text
        #expect(words(.unreaction(of: 7, emoji: "👍", user: bob.user)) == ["unreact 7", id, nil])
        #expect(words(.membership(MembershipChange(bob.user, .unban))) == ["unban", id, nil])
    }

    @Test func `a message that was held is named by its number, or by its place in the queue`() {
        let published = HeldDecision(.publish)
        #expect(words(.reviewed(published, held: 3, of: 57, by: ann, at: 5), about: bob) == ["publish 57", "bob", nil])
        let discarded = ModerationAction.Deed.reviewed(
            HeldDecision(.discard, note: "spam"), held: 3, of: nil, by: ann, at: 5)
        #expect(words(discarded, about: bob) == ["discard held 3", "bob", "spam"])
    }
}
