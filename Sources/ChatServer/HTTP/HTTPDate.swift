/// A date as HTTP writes it (RFC 9110 section 5.6.7).
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: Seconds since 1970-01-01 UTC, not negative.
    static func text(seconds: Int64) -> String {
        let seconds = max(0, seconds)
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, day) = date(days: Int(days))
        let weekday = Self.days[Int(days % 7)]
        let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { pad($0) }.joined(separator: ":")
        return "\(weekday), \(pad(Int64(day))) \(months[month]) \(year) \(time) GMT"
    }

    private static func pad(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        var (year, left) = (1970, days)
        while left >= length(ofYear: year) {
            left -= length(ofYear: year)
            year += 1
        }
        let february = length(ofYear: year) - 337
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var month = 0
        while left >= lengths[month] {
            left -= lengths[month]
            month += 1
        }
        return (year, month, left + 1)
    }

    private static func length(ofYear year: Int) -> Int {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365
    }
}
