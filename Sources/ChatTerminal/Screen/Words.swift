/// Sentences about people and messages.
package enum Words {
    /// `ann, bob and 3 others`; at most four are named.
    static func list(_ names: [String]) -> String {
        let named = names.count > 4 ? Array(names.prefix(3)) : names
        let rest = names.count - named.count
        let parts = named + (rest > 0 ? ["\(rest) others"] : [])
        guard let last = parts.last else { return "" }
        return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `ann is typing`. Empty if nobody is typing.
    static func typing(_ names: [String]) -> String {
        switch names.count {
        case 0: ""
        case 1: "\(names[0]) is typing"
        case 2: "\(names[0]) and \(names[1]) are typing"
        default: "\(names.count) people are typing"
        }
    }

    /// `2 messages wait`.
    package static func waiting(_ count: Int) -> String { count == 1 ? "1 message waits" : "\(count) messages wait" }
}
