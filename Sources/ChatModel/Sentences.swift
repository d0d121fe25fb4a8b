import ChatWire

/// The sentences about people that every client shows.
///
/// `quote` prepares what others wrote, such as a name, for a sentence.
public enum Sentences {
    /// A length of sound in minutes and seconds: “0:07”.
    public static func length(milliseconds: UInt64) -> String {
        let seconds = milliseconds / 1_000
        return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// “ann is typing”. Empty if nobody types.
    public static func typing(_ names: [String], quote: (String) -> String = Sentences.isolated) -> String {
        switch names.count {
        case 0: ""
        case 1: localized("\(quote(names[0])) is typing")
        case 2: localized("\(quote(names[0])) and \(quote(names[1])) are typing")
        default: localized("\(names.count) people are typing")
        }
    }

    /// The parts of a sentence about people who came and left: “ann and bob joined”, “eve left”.
    public static func notice(
        _ notice: Presence.Notice, quote: (String) -> String = Sentences.isolated
    ) -> [String] {
        var parts: [String] = []
        let (joined, left) = (notice.joined.map { $0.name }, notice.left.map { $0.name })
        if !joined.isEmpty {
            let names = list(joined, quote: quote)
            parts.append(localized(joined.count, one: "\(names) joined", other: "\(names) joined"))
        }
        if !left.isEmpty {
            let names = list(left, quote: quote)
            parts.append(localized(left.count, one: "\(names) left", other: "\(names) left"))
        }
        return parts
    }

    /// Who has read a message: “Read by ann and bob”.
    public static func read(by readers: [Author]) -> String { localized("Read by \(list(readers.map { $0.name }))") }

    /// In place of a deleted message: “ann deleted this message: spam”.
    public static func deleted(_ deletion: Row.Deletion?, quote: (String) -> String = Sentences.isolated) -> String {
        guard let deletion else { return localized("This message was deleted.") }
        let name = quote(deletion.author.name)
        guard let reason = deletion.reason else { return localized("\(name) deleted this message.") }
        return localized("\(name) deleted this message: \(quote(reason))")
    }

    /// In place of a message whose copy on the server is damaged.
    public static var damaged: String { localized("This message is damaged on the server.") }

    /// In place of a message of a person whom the user blocks.
    public static var blocked: String { localized("Message from a person you blocked.") }

    /// “ann, bob and 3 others”; at most `shown` of them are named.
    public static func list(
        _ names: [String], shown: Int = 3, quote: (String) -> String = Sentences.isolated
    ) -> String {
        let named = names.count > shown + 1 ? Array(names.prefix(shown)) : names
        let rest = names.count - named.count
        return list(
            parts: named.map(quote) + (rest > 0 ? [localized(rest, one: "1 other", other: "\(rest) others")] : []))
    }

    /// “one, two and three”.
    static func list(parts: [String]) -> String {
        guard let last = parts.last else { return "" }
        let others = parts.dropLast()
        guard let first = others.first else { return last }
        let list = others.dropFirst().reduce(first) { localized("\($0), \($1)") }
        return localized("\(list) and \(last)")
    }

    /// The sentence and the reason that somebody gave: “Ann banned Bob: spam”.
    static func reasoned(_ sentence: String, _ reason: String?, _ quote: (String) -> String) -> String {
        guard let reason, !reason.isEmpty else { return sentence }
        return localized("\(sentence): \(quote(reason))")
    }

    /// A number of bytes in units of 1,024: “1 byte”, “179 KB”, “2.4 MB”.
    public static func size(_ bytes: UInt64) -> String {
        if bytes < 1_000 { return localized(Int(bytes), one: "1 byte", other: "\(bytes) bytes") }
        var (unit, name): (UInt64, String) = (1_024, "KB")
        for larger in ["MB", "GB"] where bytes / unit >= 1_000 || bytes / unit == 999 && bytes % unit >= unit / 2 {
            (unit, name) = (unit * 1_024, larger)
        }
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
        let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
        if tenths >= 100 { return "\(whole + (rest >= unit / 2 ? 1 : 0)) \(name)" }
        if tenths % 10 == 0 { return "\(tenths / 10) \(name)" }
        return localized("\(tenths / 10).\(tenths % 10) ##a number with a decimal") + " " + name
    }

    /// “1 person”, “12 people”.
    public static func people(_ count: Int) -> String { localized(count, one: "1 person", other: "\(count) people") }

    /// “30 seconds”, “5 minutes”, “2 hours”.
    public static func seconds(_ count: UInt64) -> String {
        if count >= 3_600 && count.isMultiple(of: 3_600) {
            let hours = Int(clamping: count / 3_600)
            return localized(hours, one: "1 hour", other: "\(hours) hours")
        }
        if count >= 60 && count.isMultiple(of: 60) {
            let minutes = Int(clamping: count / 60)
            return localized(minutes, one: "1 minute", other: "\(minutes) minutes")
        }
        let seconds = Int(clamping: count)
        return localized(seconds, one: "1 second", other: "\(seconds) seconds")
    }

    /// Isolates a name, so that right-to-left letters do not reorder the sentence around it (UAX
    /// #9).
    public static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
}
