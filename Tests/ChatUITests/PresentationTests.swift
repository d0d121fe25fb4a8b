import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct PresentationTests {
    private func dateFormatting(_ zone: String, _ locale: String = "en_GB") throws -> DateFormatting {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return DateFormatting(calendar: calendar, locale: Locale(identifier: locale))
    }

    // 2026-03-29T10:00Z; that night Europe's clocks went forward.
    private let now: Int64 = 1_774_778_400_000
    private let hour: Int64 = 3_600_000

    @Test func `days are the calendar's, not spans of 24 hours`() throws {
        let berlin = try dateFormatting("Europe/Berlin")
        #expect(berlin.day(now - 11 * hour, now: now) == "Today")
        #expect(berlin.day(now - 12 * hour, now: now) == "Yesterday")
        #expect(berlin.day(now - 34 * hour, now: now) == "Yesterday")
        #expect(berlin.day(now - 36 * hour, now: now).contains("Friday"))
        #expect(berlin.day(now - 36 * hour, now: now).contains("27"))
        #expect(!berlin.day(now - 36 * hour, now: now).contains("2026"))
        #expect(berlin.day(now - 200 * 24 * hour, now: now).contains("2025"))
    }

    @Test func `the same moment is another day elsewhere`() throws {
        #expect(try dateFormatting("Pacific/Auckland").day(now - 23 * hour, now: now) == "Today")
        #expect(try dateFormatting("America/Los_Angeles").day(now - 4 * hour, now: now) == "Yesterday")
    }

    @Test func `a list says the time, the weekday or the day`() throws {
        let utc = try dateFormatting("GMT")
        #expect(utc.brief(now, now: now) == "10:00")
        #expect(utc.brief(now - 24 * hour, now: now) == "Yesterday")
        #expect(utc.brief(now - 3 * 24 * hour, now: now) == "Thursday")
        #expect(utc.brief(now - 7 * 24 * hour, now: now).contains("22"))
    }

    @Test func `sentences name a few and count the rest`() {
        #expect(Sentences.typing([]) == "")
        #expect(Sentences.typing(["ann", "bob"]) == "\u{2068}ann\u{2069} and \u{2068}bob\u{2069} are typing")
        #expect(Sentences.typing(["a", "b", "c"]) == "3 people are typing")
        #expect(Sentences.list(["a", "b", "c", "d", "e"]).hasSuffix("and 2 others"))
        #expect(Sentences.list(["a", "b", "c", "d"]).hasSuffix("and \u{2068}d\u{2069}"))
    }

    @Test func `every text of the theme can be read on what is behind it, by day and by night`() {
        let theme = Theme()
        let pairs =
            [
                (theme.quiet, theme.background), (theme.onAccent, theme.accent), (theme.onBubble, theme.bubble),
                (theme.quiet, theme.bubble), (theme.trouble, theme.background), (theme.onWarning, theme.warning),
            ] + theme.people.map { ($0, theme.background) } + theme.people.map { ($0, theme.bubble) }
        for (front, back) in pairs {
            #expect(front.light.contrast(to: back.light) >= 4.5, "\(front) on \(back), by day")
            #expect(front.dark.contrast(to: back.dark) >= 4.5, "\(front) on \(back), by night")
        }
    }

    @Test func `a person keeps a color`() {
        let theme = Theme()
        #expect(theme.color(of: UserID(high: 1, low: 9)) == theme.color(of: UserID(high: 2, low: 9)))
        #expect(theme.color(of: UserID(high: 0, low: .max)) == theme.people[7])
    }
}
