/// The rule for display names: short, visible, on one line, and not a name that could speak for the
/// server.
///
/// It does not check whether a name looks like another one, or like a reserved one: only a server
/// has the tables for that.
public enum NameRule {
    /// Why `name` is not allowed, or `nil`.
    public static func check(_ name: String) -> WireError? {
        let count = name.utf8.count
        guard count >= 1, count <= Limits.nameBytes, name.unicodeScalars.count <= Limits.nameScalars else {
            return WireError(
                .nameLength,
                "A name has 1 to \(Limits.nameScalars) characters and at most \(Limits.nameBytes) bytes: choose another."
            )
        }
        if let fault = faultOfScalars(name) { return WireError(.nameCharacters, "\(fault): choose another.") }
        if isReserved(name) { return WireError(.nameReserved, "This name is reserved: choose another.") }
        return nil
    }

    private static func faultOfScalars(_ name: String) -> String? {
        var run = CombiningRun()
        // The position before the name counts as a space: no space may follow, and no mark may
        // combine with it.
        var isAfterSpace = true
        var isFirst = true
        for scalar in name.unicodeScalars {
            if scalar == " " {
                if isAfterSpace { return "A name has no space at its ends, nor two in a row" }
                isAfterSpace = true
                continue
            }
            if let fault = fault(of: scalar) { return fault }
            if isFirst && isMark(scalar) { return "A name does not begin with a combining mark" }
            if !run.accepts(scalar) { return "A name has at most \(Limits.combiningRun) combining marks in a row" }
            isAfterSpace = false
            isFirst = false
        }
        return isAfterSpace ? "A name has no space at its ends, nor two in a row" : nil
    }

    private static func fault(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x3A:
            return "A name has no colon, which ends it in a line"
        case 0x21...0x7E:
            return nil
        default:
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
            return "A name has no control characters and is on one line"
        case .format:
            return "A name has no invisible or direction-changing characters"
        case .spaceSeparator:
            return "A name has no spaces but the plain one, U+0020"
        case .surrogate, .privateUse, .unassigned:
            return "A name has only characters that Unicode has defined"
        default:
            return scalar.isVisible ? nil : "A name has no invisible characters"
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Names that seem to mean the server, everyone or nobody, also in other case or with ` `, `-`,
    /// `_`, `.` in them; names that consist only of these characters; and names that begin with
    /// `@`. Names of digits are allowed.
    private static func isReserved(_ name: String) -> Bool {
        var folded: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): break
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
            default: folded.append(byte)
            }
        }
        if folded.isEmpty || folded.first == UInt8(ascii: "@") { return true }
        return reserved.contains(String(decoding: folded, as: UTF8.self))
    }

    /// Reserved names. A server also refuses names that look like one of them.
    public static let reserved: [String] = [
        "system", "admin", "administrator", "root", "moderator", "mod", "server", "martlet", "support", "everyone",
        "here", "all", "channel", "room", "null", "undefined", "nil", "none", "true", "false", "anonymous", "deleted",
        "unknown",
    ]
}
