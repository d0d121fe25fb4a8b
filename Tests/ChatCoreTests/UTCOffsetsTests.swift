import ChatCore
import ChatModel
import Foundation
import Testing

@Suite struct UTCOffsetsTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Africa/Casablanca", "Europe/Moscow", "UTC"])
    func `the offsets are those of the system, to the second at which they change`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let offsets = UTCOffsets(of: zone, around: now)
        for hours in stride(from: -19 * 8_760, through: 8_760, by: 7) {
            let date = now.addingTimeInterval(Double(hours) * 3_600)
            let at = Int64(date.timeIntervalSince1970 * 1_000)
            #expect(offsets.minutes(at: at) == zone.secondsFromGMT(for: date) / 60)
        }
    }

    @Test func `a change holds from its second on`() throws {
        let offsets = UTCOffsets(of: try #require(TimeZone(identifier: "Europe/Berlin")), around: now)
        // 29 March 2026, 01:00 UTC.
        let change: Int64 = 1_774_746_000_000
        #expect(offsets.minutes(at: change - 1_000) == 60)
        #expect(offsets.minutes(at: change) == 120)
    }
}
