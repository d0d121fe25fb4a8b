import ChatRooms
import ChatTesting
import ChatWire
import Testing

@Suite struct TokenBucketTests {
    private let second: Int64 = 1_000_000_000

    @Test func `a burst passes, and what is beyond it is told when to come again`() {
        var bucket = TokenBucket(TokenBucket.Rate())
        for _ in 0..<Limits.messageBurst { #expect(bucket.take(at: 5 * second) == nil) }
        let wait = bucket.take(at: 5 * second)
        #expect(wait == UInt64(1_000 / Limits.messagesPerSecond))
        #expect(bucket.take(at: 5 * second + Int64(wait ?? 0) * 1_000_000 - 1) != nil)
        #expect(bucket.take(at: 5 * second + Int64(wait ?? 0) * 1_000_000) == nil)
    }

    @Test func `a refusal costs nothing`() {
        var bucket = TokenBucket(TokenBucket.Rate(perSecond: 1, burst: 1))
        #expect(bucket.take(at: 0) == nil)
        for _ in 0..<1_000 { #expect(bucket.take(at: 1) != nil) }
        #expect(bucket.take(at: second) == nil)
    }

    @Test func `over a long time no more than the rate passes, with random pauses`() {
        var random = SeededGenerator(seed: 7)
        var bucket = TokenBucket(TokenBucket.Rate(perSecond: 20, burst: 100))
        var now: Int64 = 0
        var passed = 0
        for _ in 0..<20_000 {
            now += Int64(random.next() % 20_000_000)
            if bucket.take(at: now) == nil { passed += 1 }
        }
        #expect(passed <= 100 + Int(now * 20 / second) + 1)
        #expect(passed >= Int(now * 20 / second) - 1)
    }

    @Test func `extreme settings don't trap`() {
        for rate in [Int.min, -1, 0, 1, 1_000_000, Int.max] {
            var bucket = TokenBucket(TokenBucket.Rate(perSecond: rate))
            _ = bucket.take(at: 0)
            _ = bucket.take(at: Int64.max / 4)
        }
    }
}
