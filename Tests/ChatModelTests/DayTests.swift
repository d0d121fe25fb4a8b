import ChatModel
import ChatTesting
import ChatWire
import Testing

@Suite struct DayTests {
    private let day: Int64 = 86_400_000

    @Test(arguments: ["2026-11-01", "1970-01-01", "0001-01-01", "9999-12-31", "2024-02-29", "2000-02-29"])
    func `a day is read as it is written`(text: String) throws {
        let date = try #require(CalendarDate(text))
        #expect(CalendarDate(days: date.days) == date)
    }

    @Test(arguments: [
        "", "today", "2026-13-01", "2026-00-01", "2026-11-00", "2026-11-31", "2026-02-29", "1900-02-29", "0000-01-01",
        "26-11-01", "02026-11-01", "2026-11-01-01", "2026-11", "2026/11/01", "-026-11-01", "2026-11-01 ", "２026-11-01",
        "2026--01", "2026-111-01", "99999999999999999999-01-01",
    ])
    func `another text is no day`(text: String) { #expect(CalendarDate(text) == nil) }

    @Test func `days follow each other`() throws {
        var former = try #require(CalendarDate("0001-01-01"))
        for days in stride(from: former.days + 1, through: 2_932_896, by: 1) {
            let date = try #require(CalendarDate(days: days))
            let follows =
                date.day == former.day + 1 && date.month == former.month
                || date.day == 1 && (date.month == former.month + 1 || date.month == 1 && date.year == former.year + 1)
            guard follows, date.days == days else { return #expect(Bool(false), "\(former) and \(date)") }
            former = date
        }
        #expect(former == CalendarDate("9999-12-31"))
        for days in [-719_163, 2_932_897, .min, .max] as [Int64] { #expect(CalendarDate(days: days) == nil) }
    }

    @Test func `a day begins with local midnight by the offset of that day`() throws {
        // Berlin in 2026: summer time from 29 March to 25 October, 01:00 UTC each.
        let berlin = UTCOffsets(
            minutes: 60,
            changes: [.init(at: 1_774_746_000_000, minutes: 120), .init(at: 1_792_890_000_000, minutes: 60)])
        for (text, minutes) in [("2026-01-15", 60), ("2026-03-29", 60), ("2026-07-01", 120), ("2026-10-25", 120)] {
            let date = try #require(CalendarDate(text))
            #expect(berlin.start(of: date) == date.days * day - Int64(minutes) * 60_000, "\(text)")
        }
        #expect(berlin.start(of: try #require(CalendarDate("2026-10-26"))) == 1_792_890_000_000 + 22 * 3_600_000)
    }

    @Test func `a day whose midnight is skipped begins behind the gap, and a repeated midnight counts once`() throws {
        let date = try #require(CalendarDate("2026-06-01"))
        let midnight = date.days * day
        let skips = UTCOffsets(minutes: 0, changes: [.init(at: midnight, minutes: 60)])
        #expect(skips.start(of: date) == midnight && skips.local(midnight) == midnight + 3_600_000)
        let repeats = UTCOffsets(minutes: 60, changes: [.init(at: midnight, minutes: 0)])
        #expect(repeats.start(of: date) == midnight - 3_600_000)
        // Samoa left out a day.
        let leaps = UTCOffsets(minutes: -600, changes: [.init(at: midnight + 600 * 60_000, minutes: 840)])
        let leftOut = leaps.start(of: date)
        #expect(leftOut == midnight + 600 * 60_000)
    }

    @Test func `every moment is within its day, with random offsets`() throws {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            let changes = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                UTCOffsets.Change(
                    at: .random(in: 0...100 * day, using: &random), minutes: .random(in: -1_500...1_500, using: &random)
                )
            }
            let offsets = UTCOffsets(minutes: .random(in: -1_500...1_500, using: &random), changes: changes)
            let at = Int64.random(in: 0...100 * day, using: &random)
            let start = offsets.start(of: try #require(CalendarDate(days: offsets.day(of: at))))
            #expect(start <= at && offsets.day(of: start) >= offsets.day(of: at))
        }
        let wild = UTCOffsets(minutes: .max, changes: [.init(at: .min, minutes: .min), .init(at: .max, minutes: 3)])
        #expect(wild.start(of: try #require(CalendarDate("2026-06-01"))) > 0)
    }
}
