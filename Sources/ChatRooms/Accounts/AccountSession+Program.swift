import ChatWire

extension AccountSession {
    /// The program of a new session: what it says itself, or else what its `User-Agent` says. A
    /// program that calls itself "" has none.
    ///
    /// - Throws: what ``ChatWire/ProgramRule`` refuses
    package static func program(named name: String?, userAgent: String?) throws(WireError) -> String? {
        guard let name else { return userAgent.flatMap(UserAgent.program) }
        if let refusal = ProgramRule.check(name) { throw refusal }
        return name.isEmpty ? nil : name
    }
}

/// What a browser says of itself in the header `User-Agent`.
enum UserAgent {
    /// The browser and its system: “Firefox (Linux)”; `nil` if the browser is not known.
    ///
    /// Of the header only the words of the lists below are used, so nothing else of it is stored or
    /// shown, whatever it contains.
    static func program(_ header: String) -> String? {
        let header = String(decoding: header.utf8.prefix(Limits.userAgentBytes), as: UTF8.self)
        guard let browser = first(of: browsers, in: header) else { return nil }
        guard let system = first(of: systems, in: header) else { return browser }
        return "\(browser) (\(system))"
    }

    /// Most browsers also name Chrome or Safari, so those come last.
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
    ]

    /// Android also says Linux.
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]

    private static func first(of names: [(sign: String, name: String)], in header: String) -> String? {
        names.first { header.contains($0.sign) }?.name
    }
}
