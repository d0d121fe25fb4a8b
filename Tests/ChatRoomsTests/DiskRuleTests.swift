import ChatRooms
import ChatWire
import Testing

@Suite struct `A disk that is nearly full` {
    @Test func `stops below the reserve, and goes on from more than that`() {
        var rule = DiskRule()
        func look(_ free: UInt64?) -> Bool { rule.look(free: free, at: 0) }
        let (reserve, end) = (Limits.readOnlyReserve, Limits.readOnlyEnd)
        let found = [nil, end, reserve, reserve - 1, reserve, end - 1, end, reserve, 0, nil].map(look)
        #expect(found == [false, false, false, true, true, true, false, false, true, false])
    }

    @Test func `that is full without saying so is left alone for a while`() {
        var rule = DiskRule()
        rule.ranFull(at: 1_000)
        #expect(rule.isReadOnly)
        let found = [1_001, 999 + Limits.readOnlyRetry, 1_000 + Limits.readOnlyRetry].map {
            rule.look(free: .max, at: $0)
        }
        #expect(found == [true, true, false])
        // A clock at its end does no harm.
        rule.ranFull(at: .max)
        _ = rule.look(free: 0, at: .max)
    }

    @Test func `takes deletions, which make room`() {
        #expect(Mutation.delete(of: 1).isTakenReadOnly)
        #expect(!Mutation.message(text: "x").isTakenReadOnly && !Mutation.edit(of: 1, text: "").isTakenReadOnly)
    }
}
