import ChatModel
import ChatWire

/// The app's sentences about people.
enum Sentences {
    /// “ann is typing”; empty when nobody is.
    static func typing(_ names: [String]) -> String {
        switch names.count {
        case 0: ""
        case 1: "\(isolated(names[0])) is typing"
        case 2: "\(isolated(names[0])) and \(isolated(names[1])) are typing"
        default: "\(names.count) people are typing"
        }
    }

    /// In place of a deleted message: “ann deleted this message: spam”.
    static func deleted(_ deletion: Row.Deletion?) -> String {
        guard let deletion else { return "This message was deleted." }
        let reason = deletion.reason.map { ": \(isolated($0))" } ?? "."
        return "\(isolated(deletion.author.name)) deleted this message\(reason)"
    }

    /// In place of a message of a person whom the user blocks.
    static let blocked = "Message from a person you blocked."

    /// “ann, bob and 3 others”; at most `shown` of them are named.
    static func list(_ names: [String], shown: Int = 3) -> String {
        let named = names.count > shown + 1 ? Array(names.prefix(shown)) : names
        let rest = names.count - named.count
        var parts = named.map(isolated)
        if rest > 0 { parts.append("\(rest) others") }
        guard let last = parts.last else { return "" }
        return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// “12 people are there now”
    static func areThere(_ count: Int) -> String {
        count == 0 ? "Nobody is there now" : "\(people(count)) \(count == 1 ? "is" : "are") there now"
    }

    /// “30 seconds”, “5 minutes”, “2 hours”.
    static func seconds(_ count: UInt64) -> String {
        let (value, unit) =
            count >= 3_600 && count.isMultiple(of: 3_600)
            ? (count / 3_600, "hour")
            : count >= 60 && count.isMultiple(of: 60) ? (count / 60, "minute") : (count, "second")
        return value == 1 ? "1 \(unit)" : "\(value) \(unit)s"
    }

    /// What waits in the outbox: messages, edits, reactions, changes of rooms.
    static func unsent(_ count: Int) -> String {
        count == 1 ? "1 unsent message or change" : "\(count) unsent messages and changes"
    }

    static func unread(_ count: Int) -> String { count == 1 ? "1 unread message" : "\(count) unread messages" }

    /// Isolates a name, so that right-to-left letters do not reorder the sentence around it (UAX
    /// #9).
    static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
}
