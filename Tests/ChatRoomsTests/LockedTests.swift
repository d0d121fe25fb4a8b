import ChatRooms
import Dispatch
import Testing

struct LockedTests {
    @Test func `each change is made to what the one before it left`() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 80_000)
    }

    @Test func `an error leaves it free for the next`() {
        struct Refused: Error {}
        let count = Locked(0)
        #expect(throws: Refused.self) { try count.withLock { _ in throw Refused() } }
        #expect(count.withLock { $0 } == 0)
    }
}
