/// The rules for a file's name (one line, no invisible or direction-changing characters, not a
/// path) and for its media type.
public enum FileRule {
    /// Why `name` is not allowed as a file's name, or `nil`.
    public static func check(name: String) -> WireError? {
        guard (1...Limits.fileNameBytes).contains(name.utf8.count) else {
            return WireError(.file, "A file's name must have 1 to \(Limits.fileNameBytes) bytes. Choose another one.")
        }
        if name == "." || name == ".." || name.utf8.contains(where: { $0 == 0x2F || $0 == 0x5C }) {
            return WireError(.file, "A file's name must not be a path. Leave out everything before its last / or \\.")
        }
        var run = CombiningRun()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse, .unassigned:
                // The zero-width joiner is part of many emoji.
                if scalar.value == 0x200D { continue }
                let hex = String(scalar.value, radix: 16, uppercase: true)
                return WireError(.file, "The file's name contains the invisible character U+\(hex). Leave it out.")
            default:
                if !run.accepts(scalar) {
                    return WireError(.file, "The file's name has too many combining marks in a row. Leave some out.")
                }
            }
        }
        return nil
    }

    /// Why `size` is not allowed as a file's size, or `nil`.
    public static func check(size: UInt64) -> WireError? {
        if size < 1 { return WireError(.file, "This file is empty. Choose another one.") }
        guard size <= UInt64(Limits.fileBytes) else {
            return WireError(
                .file, "This file has \(size) bytes; the maximum is \(Limits.fileBytes). Choose a smaller one.")
        }
        return nil
    }

    /// Whether `type` is a media type without parameters, in lower case: `image/png` (RFC 6838
    /// section 4.2).
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
