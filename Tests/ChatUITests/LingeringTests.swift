import Testing

@testable import ChatUI

@MainActor
struct LingeringTests {
    @Test func `the last value stays when there is none any more`() {
        let last = LastValue<Int>()
        #expect(last.recall(nil) == nil)
        #expect(last.recall(1) == 1 && last.recall(2) == 2)
        #expect(last.recall(nil) == 2)
    }
}
