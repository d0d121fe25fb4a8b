import ChatModel
import Foundation

/// Days and times in the user's calendar and language.
public struct DateFormatting: Hashable, Sendable {
    /// The calendar and its time zone, which decide what day it is.
    public var calendar: Calendar
    /// The locale of dates and times. “Today” and “Yesterday” are in the language of the sentences
    /// (``ChatModel/Language/current``).
    public var locale: Locale

    /// Creates the value.
    public init(calendar: Calendar = .autoupdatingCurrent, locale: Locale = .ofSentences) {
        self.calendar = calendar
        self.locale = locale
    }

    /// The heading of a day: “Today”, “Yesterday”, “Tuesday, 3 March”; with the year if it is
    /// another one.
    public func day(_ date: Date, now: Date = Date()) -> String {
        if calendar.isDate(date, inSameDayAs: now) { return localized("Today") }
        if isDayBefore(date, now) { return localized("Yesterday") }
        let style = style.month(.wide).day()
        return isSameYear(date, now) ? date.formatted(style.weekday(.wide)) : date.formatted(style.year())
    }

    /// The time of a message: “14:05”.
    public func time(_ date: Date) -> String { date.formatted(style.hour().minute()) }

    /// The short form for lists: the time if today, “Yesterday”, the weekday within a week,
    /// otherwise the date.
    public func brief(_ date: Date, now: Date = Date()) -> String {
        if calendar.isDate(date, inSameDayAs: now) { return time(date) }
        if isDayBefore(date, now) { return localized("Yesterday") }
        let weekAgo = calendar.date(byAdding: .day, value: -6, to: calendar.startOfDay(for: now))
        if let weekAgo, date >= weekAgo, date < now { return date.formatted(style.weekday(.wide)) }
        let style = style.month(.defaultDigits).day()
        return isSameYear(date, now) ? date.formatted(style) : date.formatted(style.year())
    }

    /// Day and time in full, for details and VoiceOver.
    public func full(_ date: Date) -> String {
        date.formatted(style.weekday(.wide).day().month(.wide).year().hour().minute())
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    private func isDayBefore(_ date: Date, _ today: Date) -> Bool {
        guard let yesterday = calendar.date(byAdding: .day, value: -1, to: today) else { return false }
        return calendar.isDate(date, inSameDayAs: yesterday)
    }

    private func isSameYear(_ date: Date, _ other: Date) -> Bool {
        calendar.isDate(date, equalTo: other, toGranularity: .year)
    }
}

/// Times as the model has them: milliseconds since 1970-01-01 UTC.
extension DateFormatting {
    package func day(_ at: Int64, now: Int64) -> String { day(DateFormatting.date(at), now: DateFormatting.date(now)) }

    package func time(_ at: Int64) -> String { time(DateFormatting.date(at)) }

    package func brief(_ at: Int64, now: Int64) -> String {
        brief(DateFormatting.date(at), now: DateFormatting.date(now))
    }

    package func full(_ at: Int64) -> String { full(DateFormatting.date(at)) }

    /// The current time, as the model has it: milliseconds since 1970-01-01 UTC.
    public static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
