/// Counts consecutive combining marks: in large stacks they cover other lines.
///
/// Nonspacing and enclosing marks count (general categories Mn and Me). Variation selectors 1–16
/// and the joiners U+200C and U+200D are invisible: they neither count nor end a run, so they can't
/// be used to split a stack. Everything else ends the run, including emoji skin tones, which are
/// symbols.
package struct CombiningRun {
    private var length = 0

    package init() {}

    /// Adds `scalar`. Returns whether the run is still within ``Limits/combiningRun``.
    package mutating func accepts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE00...0xFE0F, 0x200C, 0x200D:
            return true
        case 0..<0x300, 0x370..<0x483, 0x48A..<0x591, 0x1E00..<0x20D0, 0x2100..<0x2CEF, 0x3400..<0xA66F,
            0xAC00..<0xD800,
            0x1F000..<0x1FB00, 0x20000..<0x32000:
            // Latin, Greek, Cyrillic, Armenian, punctuation, Chinese, Korean and emoji contain no
            // marks. Looking up Unicode's tables would take 40 ns a character.
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
