/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDate: Hashable, Sendable {
    /// The year; 1…9999.
    public let year: Int
    /// The month; 1…12.
    public let month: Int
    /// The day of the month, from 1 on.
    public let day: Int

    /// A day as people type it, as in ISO 8601: `2026-11-01`. `nil` for another text, and for a day
    /// that the calendar does not have.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, let year = CalendarDate.number(parts[0]),
            let month = CalendarDate.number(parts[1]), let day = CalendarDate.number(parts[2]),
            year >= 1, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        // The 31st of a shorter month is a day of the next one.
        guard let own = CalendarDate(days: days), own == self else { return nil }
    }

    /// The day that comes this many days after 1970-01-01. `nil` outside the years 1…9999.
    ///
    /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    public init?(days: Int64) {
        guard (-719_162...2_932_896).contains(days) else { return nil }
        let shifted = Int(days) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    /// The days since 1970-01-01.
    public var days: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    /// One or more digits; `nil` for anything else.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...4).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
