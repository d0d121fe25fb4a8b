import Testing

@testable import martlet

@Suite struct TallyTests {
    @Test func `throughput is what arrives while it is measured, latency is of what was due then`() {
        var tally = Tally()
        tally.from = 1_000
        tally.until = 2_000
        for (due, now) in [(500, 900), (900, 1_100), (1_000, 1_500), (1_999, 2_500), (2_000, 2_600)]
            as [(UInt64, UInt64)]
        {
            tally.sent(due: due)
            tally.delivered(due: due, at: now)
            tally.acknowledged(due: due, at: now, members: 1)
        }
        #expect(
            tally.all.sent == 5 && tally.all.delivered == 5 && tally.all.acknowledged == 5 && tally.all.expected == 5)
        #expect(tally.measured.sent == 2)
        #expect(tally.measured.delivered == 2 && tally.measured.acknowledged == 2)
        #expect(tally.deliveryLatency.totalCount == 2)
        #expect(tally.deliveryLatency.max == 501 && tally.acknowledgementLatency.min == 500)
    }

    @Test func `nothing is counted before the measuring begins, and a clock that lags makes no negative latency`() {
        var tally = Tally()
        tally.delivered(due: 1, at: 2)
        #expect(tally.measured.delivered == 0)
        tally.from = 0
        tally.delivered(due: 5, at: 4)
        tally.delivered(due: 5, at: .max - 1)
        #expect(tally.deliveryLatency.totalCount == 2)
    }
}
