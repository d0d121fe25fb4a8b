import ChatRooms
import Testing

@Suite struct `A clock that is wrong wipes nothing` {
    private let hour: Int64 = 3_600_000
    private let day: Int64 = 86_400_000

    @Test func `a clock that goes on is believed`() {
        var clock = RetentionClock(ClockRecord(believed: 100 * day), uptime: 5)
        #expect(clock.time(wall: 100 * day + hour, uptime: 5) == .believed(100 * day + hour))
        #expect(clock.time(wall: 200 * day, uptime: 5 + 100 * day) == .believed(200 * day))
        #expect(clock.record(uptime: 6 + 100 * day) == ClockRecord(believed: 200 * day))
        #expect(clock.time(wall: 1, uptime: 6 + 100 * day) == .believed(1))
    }

    @Test func `one that is a year ahead at the start is believed after an hour`() {
        var clock = RetentionClock(ClockRecord(believed: 100 * day), uptime: 0)
        #expect(clock.time(wall: 465 * day, uptime: 0) == .doubted(left: hour, isNew: true))
        #expect(clock.time(wall: 465 * day, uptime: hour - 1) == .doubted(left: 1, isNew: false))
        #expect(clock.time(wall: 465 * day + hour, uptime: hour) == .believed(465 * day + hour))
        #expect(clock.time(wall: 466 * day, uptime: day) == .believed(466 * day))
    }

    @Test func `a restart makes the hour neither shorter nor longer`() {
        var clock = RetentionClock(ClockRecord(believed: 100 * day), uptime: 0)
        #expect(clock.time(wall: 465 * day, uptime: 0) == .doubted(left: hour, isNew: true))
        #expect(clock.time(wall: 465 * day, uptime: 20) == .doubted(left: hour - 20, isNew: false))
        let record = clock.record(uptime: 20)
        #expect(record == ClockRecord(believed: 100 * day, doubted: 20))
        // The machine was off for a day, and its uptime begins anew.
        var next = RetentionClock(record, uptime: 7)
        #expect(next.time(wall: 466 * day, uptime: 7) == .doubted(left: hour - 20, isNew: true))
        #expect(next.time(wall: 466 * day, uptime: 7 + hour - 20) == .believed(466 * day))
        #expect(next.record(uptime: 7 + hour) == ClockRecord(believed: 466 * day))
    }

    @Test func `one that was set right while the server was stopped is believed`() {
        var clock = RetentionClock(ClockRecord(believed: 100 * day, doubted: 20), uptime: 7)
        #expect(clock.time(wall: 100 * day + hour, uptime: 7) == .believed(100 * day + hour))
        #expect(clock.record(uptime: 8).doubted == nil)
        #expect(clock.time(wall: 465 * day, uptime: hour) == .doubted(left: hour, isNew: true))
    }

    @Test func `one that jumps and is set right within the hour has wiped nothing`() {
        var clock = RetentionClock(ClockRecord(), uptime: 0)
        #expect(clock.time(wall: 100 * day, uptime: 0) == .believed(100 * day))
        #expect(clock.time(wall: 900 * day, uptime: 1_000) == .doubted(left: hour, isNew: true))
        #expect(clock.time(wall: 100 * day + hour, uptime: hour) == .believed(100 * day + hour))
        #expect(clock.time(wall: 900 * day, uptime: 2 * hour) == .doubted(left: hour, isNew: true))
        #expect(clock.time(wall: .max, uptime: 2 * hour) == .doubted(left: hour, isNew: false))
        #expect(clock.time(wall: 0, uptime: 2 * hour) == .believed(0))
    }
}
