/// Counts combining marks in a row: stacked high, they cover the lines of others.
///
/// What counts is a nonspacing or enclosing mark (general category Mn or Me). Variation selectors 1–16 and the joiners
/// U+200C and U+200D draw nothing of their own: they neither count nor end a run, so that marks can't be stacked by
/// putting them in between. Everything else ends the run, the skin tones of emoji, which are symbols, included.
struct CombiningRun {
    private var length = 0

    /// Whether the run is still within ``Limits/combiningRun`` with `scalar` added to it.
    mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE00...0xFE0F, 0x200C, 0x200D:
            return true
        case 0..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x1E00..<0x20D0, 0x2100..<0x2CEF, 0x3400..<0xA66F,
            0xAC00..<0xD800,
            0x1F000..<0x1FB00, 0x20000..<0x32000:
            // Latin, Greek, Cyrillic, Armenian, punctuation, Chinese, Korean, emoji: no marks among them, and asking
            // Unicode's tables takes 40 ns a character.
            length = 0
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: length += 1
            default: length = 0
            }
        }
        return length <= Limits.combiningRun
    }
}
