import Testing

@testable import martlet

@Suite struct SendScheduleTests {
    @Test(arguments: [1, 3, 50, 999_983])
    func `a second has as many messages as the rate says`(rate: Int) {
        var schedule = SendSchedule(rate: rate, start: 500)
        var taken = 0
        while schedule.take(at: 500 + 1_000_000_000 - 1) != nil { taken += 1 }
        #expect(taken == rate)
        #expect(schedule.next == 500 + 1_000_000_000)
    }

    @Test func `a message that goes out late keeps the time at which it was due`() {
        var schedule = SendSchedule(rate: 1_000, start: 0)
        let late: UInt64 = 5_000_000
        let due = (0..<7).map { _ in schedule.take(at: late) }
        #expect(due == [0, 1_000_000, 2_000_000, 3_000_000, 4_000_000, 5_000_000, nil])
    }

    @Test func `nothing is due before its time`() {
        var schedule = SendSchedule(rate: 10, start: 1_000)
        #expect(schedule.take(at: 999) == nil)
        #expect(schedule.take(at: 1_000) == 1_000)
        #expect(schedule.take(at: 100_000_999) == nil)
        #expect(schedule.take(at: 100_001_000) == 100_001_000)
    }
}
