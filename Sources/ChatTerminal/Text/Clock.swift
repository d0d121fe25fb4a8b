import ChatModel

/// Times as people read them, in their language: `14:05` and `Monday, 23 November 2026`.
enum Clock {
    /// - Parameters:
    ///   - at: milliseconds since 1970-01-01 UTC
    ///   - offsets: of the user's time zone
    static func time(_ at: Int64, _ offsets: UTCOffsets) -> String {
        let minutes = offsets.local(at) / 60_000
        let minute = ((minutes % 1_440) + 1_440) % 1_440
        return "\(two(minute / 60)):\(two(minute % 60))"
    }

    /// The day, with its year.
    static func day(_ at: Int64, _ offsets: UTCOffsets) -> String {
        CalendarDate(days: offsets.day(of: at)).map(day) ?? localized("some day")
    }

    /// The day, with its year.
    static func day(_ date: CalendarDate) -> String {
        let (weekday, month) = (weekday(date), months[date.month - 1])
        return localized("\(weekday), \(date.day) \(month) \(date.year) ##a day")
    }

    /// The day, with its year, and the time: `Monday, 23 November 2026, 14:05`.
    static func moment(_ at: Int64, _ offsets: UTCOffsets) -> String {
        let time = time(at, offsets)
        guard let date = CalendarDate(days: offsets.day(of: at)) else { return time }
        let (weekday, month) = (weekday(date), months[date.month - 1])
        return localized("\(weekday), \(date.day) \(month) \(date.year), \(time) ##a day and a time")
    }

    /// A moment in few characters: `14:05` today, `26 Nov 14:05` in this year, and the date of a
    /// day of another year: `26 Nov 2025`.
    static func short(_ at: Int64, now: Int64, _ offsets: UTCOffsets) -> String {
        let (time, day) = (time(at, offsets), offsets.day(of: at))
        guard day != offsets.day(of: now), let date = CalendarDate(days: day) else { return time }
        let month = shortMonths[date.month - 1]
        guard date.year == CalendarDate(days: offsets.day(of: now))?.year else {
            return localized("\(date.day) \(month) \(date.year) ##a short date")
        }
        return localized("\(date.day) \(month) \(time) ##a short date and a time")
    }

    private static func weekday(_ date: CalendarDate) -> String { weekdays[Int(((date.days % 7) + 7) % 7)] }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// From the first day of 1970 on.
    private static var weekdays: [String] {
        [
            localized("Thursday"), localized("Friday"), localized("Saturday"), localized("Sunday"),
            localized("Monday"), localized("Tuesday"), localized("Wednesday"),
        ]
    }

    private static var months: [String] {
        [
            localized("January"), localized("February"), localized("March"), localized("April"), localized("May"),
            localized("June"), localized("July"), localized("August"), localized("September"), localized("October"),
            localized("November"), localized("December"),
        ]
    }

    private static var shortMonths: [String] {
        [
            localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"), localized("May"),
            localized("Jun"), localized("Jul"), localized("Aug"), localized("Sep"), localized("Oct"),
            localized("Nov"), localized("Dec"),
        ]
    }
}
