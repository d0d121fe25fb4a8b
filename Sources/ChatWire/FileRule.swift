/// What a file that goes with a message may be called: a name on one line, in which nothing is invisible or turns the direction of
/// reading, and which is no path; and a media type.
public enum FileRule {
    /// Why no file may be called `name`; `nil` if one may.
    public static func check(name: String) -> WireError? {
        guard (1...Limits.fileNameBytes).contains(name.utf8.count) else {
            return WireError(.file, "A file's name has 1 to \(Limits.fileNameBytes) bytes: choose a shorter one.")
        }
        if name == "." || name == ".." || name.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C }) {
            return WireError(.file, "A file's name is no path: leave out what is before its last / or \\.")
        }
        var run = CombiningRun()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned:
                // Emoji are put together with the zero-width joiner.
                if scalar.value == 0x200D { continue }
                let hex = String(scalar.value, radix: 16, uppercase: true)
                return WireError(.file, "The file's name has the invisible character U+\(hex) in it: leave it out.")
            default:
                if !run.accepts(scalar) {
                    return WireError(.file, "The file's name has too many combining marks in a row: leave some out.")
                }
            }
        }
        return nil
    }

    /// Why `size` bytes are no file; `nil` if they may be.
    public static func check(size: UInt64) -> WireError? {
        guard size >= 1, size <= UInt64(Limits.fileBytes) else {
            return WireError(.file, "A file has 1 to \(Limits.fileBytes) bytes, and this one \(size).")
        }
        return nil
    }

    /// Whether `type` is a media type without parameters, in lower case: `image/png` (RFC 6838 section 4.2).
    public static func isMediaType(_ type: String) -> Bool {
        guard type.utf8.count <= Limits.mediaTypeBytes else { return false }
        let parts = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNamed) }
    }

    private static func isNamed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
