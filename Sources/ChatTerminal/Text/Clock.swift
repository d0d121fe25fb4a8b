import ChatModel

/// Times as people read them, without a locale: `14:05` and `Monday, 23 November 2026`.
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
        CalendarDate(days: offsets.day(of: at)).map(day) ?? "some day"
    }

    /// The day, with its year.
    static func day(_ date: CalendarDate) -> String {
        let weekday = names[Int(((date.days % 7) + 7) % 7)]
        return "\(weekday), \(date.day) \(months[date.month - 1]) \(date.year)"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
