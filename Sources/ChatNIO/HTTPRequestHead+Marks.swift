import ChatWire
import NIOHTTP1

extension HTTPRequestHead {
    /// Whether its target or a field has more combining marks in a row than a stranger may send. No
    /// program sends that: fields have ASCII, and rarely a name in another script (RFC 9110 section
    /// 5.5).
    package var hasLongMarks: Bool {
        CombiningRun.isLong(in: uri) || headers.contains { CombiningRun.isLong(in: $0.value) }
    }
}
