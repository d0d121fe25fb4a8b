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
    ///
    /// - Parameters:
    ///   - at: A time within the day: milliseconds since 1970-01-01 UTC.
    ///   - now: The current time, likewise.
    public func day(_ at: Int64, now: Int64) -> String {
        let (date, today) = (DateFormatting.date(at), DateFormatting.date(now))
        if calendar.isDate(date, inSameDayAs: today) { return localized("Today") }
        if isDayBefore(date, today) { return localized("Yesterday") }
        let style = style.month(.wide).day()
        return isSameYear(date, today) ? date.formatted(style.weekday(.wide)) : date.formatted(style.year())
    }

    /// The time of a message: “14:05”.
    public func time(_ at: Int64) -> String { DateFormatting.date(at).formatted(style.hour().minute()) }

    /// The short form for lists: the time if today, “Yesterday”, the weekday within a week,
    /// otherwise the date.
    public func brief(_ at: Int64, now: Int64) -> String {
        let (date, today) = (DateFormatting.date(at), DateFormatting.date(now))
        if calendar.isDate(date, inSameDayAs: today) { return time(at) }
        if isDayBefore(date, today) { return localized("Yesterday") }
        let weekAgo = calendar.date(byAdding: .day, value: -6, to: calendar.startOfDay(for: today))
        if let weekAgo, date >= weekAgo, date < today { return date.formatted(style.weekday(.wide)) }
        let style = style.month(.defaultDigits).day()
        return isSameYear(date, today) ? date.formatted(style) : date.formatted(style.year())
    }

    /// Day and time in full, for details and VoiceOver.
    public func full(_ at: Int64) -> String {
        DateFormatting.date(at).formatted(style.weekday(.wide).day().month(.wide).year().hour().minute())
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

    /// The current time: milliseconds since 1970-01-01 UTC.
    public static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    static func date(_ milliseconds: Int64) -> Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
