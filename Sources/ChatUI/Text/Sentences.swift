import ChatModel
import ChatWire

/// What the app says about people, in whole sentences.
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

    /// “ann, bob and 3 others”, of which at most `shown` are named.
    static func list(_ names: [String], shown: Int = 3) -> String {
        let named = names.count > shown + 1 ? Array(names.prefix(shown)) : names
        let rest = names.count - named.count
        var parts = named.map(isolated)
        if rest > 0 { parts.append("\(rest) others") }
        guard let last = parts.last else { return "" }
        return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    }

    static func people(_ count: Int) -> String { count == 1 ? "1 person" : "\(count) people" }

    static func unread(_ count: Int) -> String { count == 1 ? "1 unread message" : "\(count) unread messages" }

    /// A name in letters that run from right to left does not turn the sentence around it (UAX #9, isolates).
    static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }
}
