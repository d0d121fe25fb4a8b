/// How long to wait, as people are told: rounded up to whole seconds, to minutes above two of them,
/// to hours above two of those, and to days above two of those.
package struct WaitingTime {
    /// A multiple of 60 above 120, of 3,600 above 7,200, and of 86,400 above 172,800.
    package let seconds: UInt64

    package init(milliseconds: UInt64) {
        let whole = milliseconds / 1_000 + (milliseconds.isMultiple(of: 1_000) ? 0 : 1)
        let unit: UInt64 = whole > 172_800 ? 86_400 : whole > 7_200 ? 3_600 : whole > 120 ? 60 : 1
        seconds = (whole / unit + (whole.isMultiple(of: unit) ? 0 : 1)) * unit
    }

    /// For the English sentences of the server: “2 s”, “5 min”, “3 h”, “7 days”.
    package var text: String {
        if seconds > 172_800 { return "\(seconds / 86_400) days" }
        if seconds > 7_200 { return "\(seconds / 3_600) h" }
        return seconds > 120 ? "\(seconds / 60) min" : "\(seconds) s"
    }
}
