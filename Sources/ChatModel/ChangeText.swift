import ChatWire

/// The sentences of changes of a room: “Ann invited Bob and Cleo”, “Ann named the room “Tea””.
public struct ChangeText: Hashable, Sendable {
    /// Sentences shown of one row. Those before them are counted in a first line.
    public static let linesShown = 4

    /// The lines of the row.
    public private(set) var lines: [String]
    /// For each line the message that it is about, if that is one: the one that was pinned.
    public private(set) var messages: [Seq?]

    /// Changes of one kind by one person become one sentence, and so do several people who join or
    /// leave one after the other.
    ///
    /// - Parameters:
    ///   - time: The text of a time with its day, from milliseconds since 1970-01-01 UTC.
    ///   - quote: Prepares what others wrote for a sentence.
    public init(
        _ changes: Row.Changes, time: (Int64) -> String, quote: (String) -> String = Sentences.isolated
    ) {
        let sentences = ChangeText.groups(of: changes.all).flatMap { ChangeText.sentences(of: $0, time, quote) }
        let shown = sentences.count > ChangeText.linesShown ? ChangeText.linesShown - 1 : sentences.count
        lines = sentences.suffix(shown).map { $0.text }
        messages = sentences.suffix(shown).map { $0.message }
        let before = sentences.dropLast(shown).reduce(0) { $0 + $1.changes }
        if before > 0 {
            lines.insert(localized("\(before) earlier changes"), at: 0)
            messages.insert(nil, at: 0)
        }
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
            if action == .leave, one.ending != next.ending { return false }
            if whose == .author && subject == .author { return !one.isOwn && !next.isOwn }
            return whose != .author && subject != .author && one.author.user == next.author.user
        case (.pin(_, let was), .pin(_, let on)): return was == on && one.author.user == next.author.user
        case (.made, _), (.settings, _), (.membership, _), (.pin, _): return false
        }
    }

    /// A sentence, how many changes it is about, and the message, if it is about one.
    private typealias Said = (text: String, changes: Int, message: Seq?)

    private static func sentences(
        of group: [Row.Change], _ time: (Int64) -> String, _ quote: (String) -> String
    ) -> [Said] {
        guard let first = group.first else { return [] }
        let by = Doer(isUser: first.isOwn, name: quote(first.author.name))
        switch first.kind {
        case .made(let change): return [(made(change.title ?? "", by, quote), 1, nil)]
        case .settings(let change):
            let sentences = sentences(change, by, quote)
            return sentences.map { ($0, 1, nil) }
        case .pin(let message, let on):
            return [(pinned(on, group.count, by), group.count, group.count == 1 ? message : nil)]
        case .membership(let action, .author, _):
            let by = Doer(isUser: first.isOwn, name: Sentences.list(group.map { $0.author.name }, quote: quote))
            let text = first.ending.map { sentence(ofEnding: $0, by, count: group.count) }
            return [(text ?? sentence(ofOwn: action, by, count: group.count), group.count, nil)]
        case .membership(let action, _, let reason):
            let sentence = sentence(action, by, of: names(in: group, quote), time)
            return [(Sentences.reasoned(sentence, reason, quote), group.count, nil)]
        }
    }

    private static func made(_ title: String, _ by: Doer, _ quote: (String) -> String) -> String {
        title.isEmpty
            ? localized(by.isUser, you: "You made the room", other: "\(by.name) made the room")
            : localized(
                by.isUser, you: "You made the room “\(quote(title))”",
                other: "\(by.name) made the room “\(quote(title))”")
    }

    private static func pinned(_ on: Bool, _ count: Int, _ by: Doer) -> String {
        if count == 1 {
            return on
                ? localized(by.isUser, you: "You pinned a message", other: "\(by.name) pinned a message")
                : localized(by.isUser, you: "You unpinned a message", other: "\(by.name) unpinned a message")
        }
        return on
            ? localized(by.isUser, you: "You pinned \(count) messages", other: "\(by.name) pinned \(count) messages")
            : localized(
                by.isUser, you: "You unpinned \(count) messages", other: "\(by.name) unpinned \(count) messages")
    }

    /// Who did it.
    struct Doer {
        let isUser: Bool
        /// What they are called in a sentence, or several people.
        let name: String
    }
}
