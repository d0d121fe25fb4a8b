import ChatWire

/// The sentences of changes of a room: “Ann invited Bob and Cleo”, “Ann named the room “Tea””.
public struct ChangeText: Hashable, Sendable {
    /// Sentences shown of one row. More are counted in a last line.
    public static let linesShown = 4

    /// The lines of the row.
    public let lines: [String]

    /// Changes of one kind by one person become one sentence, and so do several people who join or
    /// leave one after the other.
    ///
    /// - Parameters:
    ///   - time: The text of a time with its day, from milliseconds since 1970-01-01 UTC.
    ///   - quote: Prepares what others wrote for a sentence.
    public init(
        _ changes: Row.Changes, time: (Int64) -> String, quote: (String) -> String = Sentences.isolated
    ) {
        let groups = ChangeText.groups(of: changes.all)
        let sentences = groups.map { ChangeText.sentence(of: $0, time, quote) }
        guard sentences.count > ChangeText.linesShown else {
            lines = sentences
            return
        }
        let shown = ChangeText.linesShown - 1
        let left = groups.dropFirst(shown).reduce(0) { $0 + $1.count }
        lines = sentences.prefix(shown) + ["and \(left) more changes"]
    }

    private static func groups(of changes: [Row.Change]) -> [[Row.Change]] {
        changes.reduce(into: []) { groups, change in
            if let last = groups.last?.last, isTogether(last, change) {
                groups[groups.count - 1].append(change)
            } else {
                groups.append([change])
            }
        }
    }

    private static func isTogether(_ one: Row.Change, _ next: Row.Change) -> Bool {
        switch (one.kind, next.kind) {
        case (.membership(let before, let whose, let reason), .membership(let action, let subject, let other)):
            guard before == action, reason == nil, other == nil else { return false }
            if whose == .author && subject == .author { return !one.isOwn && !next.isOwn }
            return whose != .author && subject != .author && one.author.user == next.author.user
        case (.pin(_, let was), .pin(_, let on)): return was == on && one.author.user == next.author.user
        case (.made, _), (.settings, _), (.membership, _), (.pin, _): return false
        }
    }

    private static func sentence(
        of group: [Row.Change], _ time: (Int64) -> String, _ quote: (String) -> String
    ) -> String {
        guard let first = group.first else { return "" }
        let author = first.isOwn ? "You" : quote(first.author.name)
        switch first.kind {
        case .made(let change):
            let title = change.title ?? ""
            return title.isEmpty ? "\(author) made the room" : "\(author) made the room “\(quote(title))”"
        case .settings(let change): return "\(author) \(clause(change, quote))"
        case .pin(_, let on):
            let what = group.count == 1 ? "a message" : "\(group.count) messages"
            return "\(author) \(on ? "pinned" : "unpinned") \(what)"
        case .membership(let action, .author, _):
            let names = first.isOwn ? "You" : Sentences.list(group.map { $0.author.name }, quote: quote)
            return "\(names) \(clause(ofOwn: action, isOwn: first.isOwn, count: group.count))"
        case .membership(let action, _, let reason):
            let clause = clause(action, of: names(in: group, quote), time)
            return "\(author) \(clause)" + (reason.map { ": \(quote($0))" } ?? "")
        }
    }
}
