import Testing

@testable import ChatUI

struct AccountRemovalTests {
    private func removal(_ pending: Int?, _ failure: String? = nil) -> AccountRemoval {
        AccountRemoval(id: "1", name: "ann", pending: pending, failure: failure)
    }

    @Test func `the user is asked first, and told what is lost`() {
        #expect(removal(0).title == "Remove \u{2068}ann\u{2069}?")
        #expect(removal(3).message == "3 unsent messages and changes will be deleted.")
        #expect(removal(0).message == "Its messages are deleted from this device.")
        // An account that can't be opened does not tell.
        #expect(removal(nil).message == "Messages and changes that were not sent yet are deleted.")
    }

    @Test func `an account that can't be opened can be removed without signing out`() {
        #expect(!removal(nil).offersForce)
        let again = removal(nil, "The disk is full.")
        #expect(again.offersForce && again.message.hasPrefix("The disk is full. Messages"))
    }
}
