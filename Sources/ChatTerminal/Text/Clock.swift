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
        let days = offsets.day(of: at)
        let weekday = names[Int(((days % 7) + 7) % 7)]
        let (year, month, day) = date(days)
        return "\(weekday), \(day) \(months[month - 1]) \(year)"
    }

    private static func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }

    /// The date in the Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms").
    private static func date(_ days: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
