import ChatWire

/// Turns any file name of the operating system into one that the protocol allows.
public enum FileName {
    /// Returns the name without forbidden characters (``ChatWire/FileRule``), shortened if
    /// necessary. The part after the last dot is kept. If nothing remains, the name is “File” plus
    /// its extension.
    public static func allowed(_ name: String) -> String {
        if FileRule.check(name: name) == nil, !isBlank(name) { return name }
        var cleaned = ""
        for scalar in name.unicodeScalars {
            var tried = cleaned
            tried.unicodeScalars.append(scalar)
            // This check of the whole name can only fail by its length; dots are handled below.
            if isAllowed(tried) { cleaned = tried }
        }
        if isBlank(cleaned) { cleaned = "File" }
        return FileRule.check(name: cleaned) == nil ? cleaned : shortened(cleaned)
    }

    private static func isBlank(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { $0 == "." || !$0.isVisible }
    }

    private static func isAllowed(_ name: String) -> Bool {
        let tail = String(name.unicodeScalars.suffix(Limits.combiningRun + 2))
        return tail.allSatisfy { $0 == "." } || FileRule.check(name: tail) == nil
    }

    private static func shortened(_ name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? parts.last.map { "." + $0 } ?? "" : ""
        let kept = ending.utf8.count <= 32 ? ending : ""
        var body = String(name.dropLast(kept.count))
        while body.utf8.count + kept.utf8.count > Limits.fileNameBytes, !body.isEmpty { body.removeLast() }
        let short = body + kept
        return FileRule.check(name: short) == nil ? short : "File"
    }
}
