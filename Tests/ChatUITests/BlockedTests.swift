import ChatModel
import ChatTesting
import ChatWire
import Testing

@testable import ChatUI

/// What is shown of a person whom the user blocks.
struct BlockedTests {
    private let bob = Author(user: UserID(high: 2, low: 2), name: "bob")

    private func listed() -> ListedRoom {
        var listed = ListedRoom(room: .lobby, info: RoomInfo())
        listed.last = Event(
            seq: 1, id: EventID(high: 1, low: 1), at: 0, author: bob, idempotencyKey: nil,
            content: .message(Message(text: "rude words")))
        return listed
    }

    @Test func `the list does not show their words`() {
        #expect(ConversationItem(listed(), reader: nil).preview == "bob: rude words")
        #expect(ConversationItem(listed(), reader: nil, blocked: [bob.user]).preview == Sentences.blocked)
    }
}
