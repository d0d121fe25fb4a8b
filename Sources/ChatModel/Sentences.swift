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
        case 1: "\(quote(names[0])) is typing"
        case 2: "\(quote(names[0])) and \(quote(names[1])) are typing"
        default: "\(names.count) people are typing"
        }
    }

    /// The parts of a sentence about people who came and left: “ann and bob joined”, “eve left”.
    public static func notice(
        _ notice: Presence.Notice, quote: (String) -> String = Sentences.isolated
    ) -> [String] {
        var parts: [String] = []
        if !notice.joined.isEmpty { parts.append("\(list(notice.joined.map { $0.name }, quote: quote)) joined") }
        if !notice.left.isEmpty { parts.append("\(list(notice.left.map { $0.name }, quote: quote)) left") }
        return parts
    }

    /// In place of a deleted message: “ann deleted this message: spam”.
    public static func deleted(_ deletion: Row.Deletion?, quote: (String) -> String = Sentences.isolated) -> String {
        guard let deletion else { return "This message was deleted." }
        let reason = deletion.reason.map { ": \(quote($0))" } ?? "."
        return "\(quote(deletion.author.name)) deleted this message\(reason)"
    }

    /// In place of a message whose copy on the server is damaged.
    public static let damaged = "This message is damaged on the server."

    /// In place of a message of a person whom the user blocks.
    public static let blocked = "Message from a person you blocked."

    /// “ann, bob and 3 others”; at most `shown` of them are named.
    public static func list(
        _ names: [String], shown: Int = 3, quote: (String) -> String = Sentences.isolated
    ) -> String {
        let named = names.count > shown + 1 ? Array(names.prefix(shown)) : names
        let rest = names.count - named.count
        return list(parts: named.map(quote) + (rest > 0 ? ["\(rest) others"] : []))
    }

    /// “one, two and three”.
    static func list(parts: [String]) -> String {
        guard let last = parts.last else { return "" }
        return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// “1 person”, “12 people”.
    public static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// “30 seconds”, “5 minutes”, “2 hours”.
    public static func seconds(_ count: UInt64) -> String {
        let (value, unit) =
            count >= 3_600 && count.isMultiple(of: 3_600)
            ? (count / 3_600, "hour")
            : count >= 60 && count.isMultiple(of: 60) ? (count / 60, "minute") : (count, "second")
        return value == 1 ? "1 \(unit)" : "\(value) \(unit)s"
    }

    /// Isolates a name, so that right-to-left letters do not reorder the sentence around it (UAX
    /// #9).
    public static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
}
