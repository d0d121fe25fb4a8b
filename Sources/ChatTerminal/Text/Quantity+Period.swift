import ChatCore

extension Quantity {
    /// The seconds of a period as people write it: `30m`.
    ///
    /// - Throws: 101 for anything else.
    package static func period(_ text: String) throws(WireError) -> UInt64 {
        if lacksUnit(text) {
            throw WireError(.badRequest, localized("\(text) has no unit; write the time as 30m, 24h or 7d."))
        }
        guard let count = seconds.number(text) else {
            throw WireError(.badRequest, localized("\(text) is not a time; write it as 30m, 24h or 7d."))
        }
        guard periods.contains(count) else {
            let (least, most) = (seconds.text(periods.lowerBound), seconds.text(periods.upperBound))
            throw WireError(.badRequest, localized("\(text) is out of range; a time is \(least) to \(most)."))
        }
        return count
    }
}
