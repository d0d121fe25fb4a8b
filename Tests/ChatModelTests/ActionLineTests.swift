import ChatWire
import Testing

@testable import ChatModel

@Suite struct ActionLineTests {
    private func sentence(_ deed: ModerationAction.Deed, about: Author? = .bob) -> String {
        ActionLine(ModerationAction(number: 1, deed, about: about), date: { "day \($0)" }, quote: { "“\($0)”" })
            .sentence
    }

    private func event(_ content: Event.Content) -> ModerationAction.Deed {
        .event(Event(seq: 9, id: EventID(high: 1, low: 1), at: 5, author: .ann, idempotencyKey: nil, content: content))
    }

    @Test func `each action is a sentence, with its reason`() {
        let ban = MembershipChange(Author.bob.user, .ban(until: 7), called: "bob", reason: "spam")
        #expect(sentence(event(.membership(ban))) == "“ann” banned “bob” until day 7: “spam”")
        let role = MembershipChange(Author.bob.user, .role(.moderator), called: "bob")
        #expect(sentence(event(.membership(role))) == "“ann” made “bob” a moderator")
        #expect(sentence(event(.settings(SettingsChange(topic: "tea")))) == "“ann” changed the topic to ““tea””")
        #expect(sentence(event(.pin(of: 3, on: false))) == "“ann” unpinned message 3")
        #expect(sentence(event(.deletion(of: 3, reason: "rude"))) == "“ann” deleted message 3 of “bob”: “rude”")
        let accepted = Resolution(.accepted, note: "yes")
        #expect(
            sentence(.decided(accepted, of: 3, reports: 2, by: .ann, at: 5))
                == "“ann” accepted the reports of message 3 of “bob”: “yes”")
        #expect(
            sentence(.reviewed(HeldDecision(.publish), held: 1, of: 4, by: .ann, at: 5), about: nil)
                == "“ann” published a held message of someone as message 4")
        #expect(
            sentence(.reviewed(HeldDecision(.discard), held: 1, of: nil, by: .ann, at: 5))
                == "“ann” discarded a held message of “bob”")
    }
}
