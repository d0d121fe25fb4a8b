import ChatWire
import Testing

@Suite struct MessageAccessTests {
    private let ann = UserID.random()
    private let bob = UserID.random()

    private func refusal(
        of mutation: Mutation, by user: UserID, moderates: Bool = false, isDeleted: Bool = false
    ) -> WireError.Code? {
        let content: Event.Content = isDeleted ? .deleted(by: 2) : .message(Message(text: "hello"))
        let event = Event(
            seq: 1, id: .random(), at: 0, author: Author(user: ann, name: "ann"), idempotencyKey: nil, content: content)
        return event.refusal(of: mutation, by: user, moderates: moderates)?.code
    }

    @Test func `a message is edited by its author alone, and deleted also by moderators`() {
        let (edit, delete) = (Mutation.edit(of: 1, text: "x"), Mutation.delete(of: 1))
        #expect(refusal(of: edit, by: ann) == nil && refusal(of: delete, by: ann) == nil)
        #expect(refusal(of: edit, by: bob) == .notYours && refusal(of: delete, by: bob) == .notYours)
        #expect(refusal(of: edit, by: bob, moderates: true) == .notYours)
        #expect(refusal(of: delete, by: bob, moderates: true) == nil)
    }

    @Test func `the reactions of others are removed by the author of their message and by moderators`() {
        let remove = Mutation.unreact(of: 1, emoji: "👍", user: bob)
        #expect(refusal(of: remove, by: ann) == nil && refusal(of: remove, by: bob, moderates: true) == nil)
        #expect(refusal(of: remove, by: bob) == .notYours)
    }

    @Test func `moderators say why they delete a message of others, and authors do not`() {
        let reasoned = Mutation.delete(of: 1, reason: "advertising")
        #expect(refusal(of: reasoned, by: bob, moderates: true) == nil)
        #expect(refusal(of: reasoned, by: ann) == .reason && refusal(of: reasoned, by: ann, moderates: true) == .reason)
        #expect(refusal(of: .delete(of: 1, reason: ""), by: ann) == nil)
    }

    @Test func `what was deleted is not changed any more, but is answered, and loses its pin`() {
        let changes: [Mutation] = [
            .edit(of: 1, text: "x"), .delete(of: 1), .react(of: 1, emoji: "👍", on: true),
            .unreact(of: 1, emoji: "👍", user: bob), .pin(of: 1, on: true),
        ]
        for change in changes {
            #expect(refusal(of: change, by: ann, moderates: true, isDeleted: true) == .messageDeleted)
        }
        #expect(refusal(of: .pin(of: 1, on: false), by: ann, isDeleted: true) == nil)
        #expect(refusal(of: .message(text: "x", reply: 1), by: bob, isDeleted: true) == nil)
    }
}
