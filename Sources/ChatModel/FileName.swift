import ChatWire

/// What a file may be called that comes from the system under whatever name.
public enum FileName {
    /// The name without what no file's name may have (``ChatWire/FileRule``), and short enough: what is after its last dot stays. One that
    /// nothing is left of is “File”, with its ending.
    public static func allowed(_ name: String) -> String {
        if FileRule.check(name: name) == nil, !isBlank(name) { return name }
        var cleaned = ""
        for scalar in name.unicodeScalars {
            var tried = cleaned
            tried.unicodeScalars.append(scalar)
            // A name is judged as a whole only for its length; the dots are seen to below.
            if isAllowed(tried) { cleaned = tried }
        }
        if isBlank(cleaned) { cleaned = "File" }
        return FileRule.check(name: cleaned) == nil ? cleaned : shortened(cleaned)
    }

    private static func isBlank(_ name: String) -> Bool { name.allSatisfy { $0 == "." || $0.isWhitespace } }

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
