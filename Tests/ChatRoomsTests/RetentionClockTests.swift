import ChatRooms
import Testing

@Suite struct `A clock that is wrong wipes nothing` {
    private let hour: Int64 = 3_600_000
    private let day: Int64 = 86_400_000

    @Test func `a clock that goes on is believed`() {
        var clock = RetentionClock(last: 100 * day, uptime: 5)
        #expect(clock.time(wall: 100 * day + hour, uptime: 5) == .believed(100 * day + hour))
        #expect(clock.time(wall: 200 * day, uptime: 5 + 100 * day) == .believed(200 * day))
        #expect(clock.time(wall: 1, uptime: 6 + 100 * day) == .believed(1))
    }

    @Test func `one that is a year ahead at the start is believed after an hour`() {
        var clock = RetentionClock(last: 100 * day, uptime: 0)
        #expect(clock.time(wall: 465 * day, uptime: 0) == .doubted(isNew: true))
        #expect(clock.time(wall: 465 * day, uptime: hour - 1) == .doubted(isNew: false))
        #expect(clock.time(wall: 465 * day + hour, uptime: hour) == .believed(465 * day + hour))
        #expect(clock.time(wall: 466 * day, uptime: day) == .believed(466 * day))
    }

    @Test func `one that jumps and is set right within the hour has wiped nothing`() {
        var clock = RetentionClock(last: nil, uptime: 0)
        #expect(clock.time(wall: 100 * day, uptime: 0) == .believed(100 * day))
        #expect(clock.time(wall: 900 * day, uptime: 1_000) == .doubted(isNew: true))
        #expect(clock.time(wall: 100 * day + hour, uptime: hour) == .believed(100 * day + hour))
        #expect(clock.time(wall: 900 * day, uptime: 2 * hour) == .doubted(isNew: true))
        #expect(clock.time(wall: .max, uptime: 2 * hour) == .doubted(isNew: false))
        #expect(clock.time(wall: 0, uptime: 2 * hour) == .believed(0))
    }
}
