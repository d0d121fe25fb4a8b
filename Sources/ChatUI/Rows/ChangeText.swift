import ChatModel
import ChatWire

/// The sentences of changes of a room: “Ann invited Bob and Cleo”, “Ann named the room “Tea””.
public struct ChangeText: Hashable, Sendable {
    /// Sentences shown of one row. More are counted in a last line.
    public static let linesShown = 4

    /// The lines of the row.
    public let lines: [String]

    /// Changes of one kind by one person become one sentence, and so do several people who join or
    /// leave one after the other.
    public init(_ changes: Row.Changes, dateFormatting: DateFormatting = DateFormatting()) {
        let groups = ChangeText.groups(of: changes.all)
        let sentences = groups.map { ChangeText.sentence(of: $0, dateFormatting) }
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

    private static func sentence(of group: [Row.Change], _ dateFormatting: DateFormatting) -> String {
        guard let first = group.first else { return "" }
        let author = first.isOwn ? "You" : Sentences.isolated(first.author.name)
        switch first.kind {
        case .made(let change):
            let title = change.title ?? ""
            return title.isEmpty ? "\(author) made the room" : "\(author) made the room “\(Sentences.isolated(title))”"
        case .settings(let change): return "\(author) \(SettingsText.clause(change))"
        case .pin(_, let on):
            let what = group.count == 1 ? "a message" : "\(group.count) messages"
            return "\(author) \(on ? "pinned" : "unpinned") \(what)"
        case .membership(let action, .author, _):
            let names = first.isOwn ? "You" : Sentences.list(group.map(\.author.name))
            return "\(names) \(MembershipText.clause(ofOwn: action, isOwn: first.isOwn, count: group.count))"
        case .membership(let action, _, let reason):
            let clause = MembershipText.clause(action, of: MembershipText.names(in: group), dateFormatting)
            return "\(author) \(clause)" + (reason.map { ": \(Sentences.isolated($0))" } ?? "")
        }
    }
}

/// The clause about a change of people's places in a room. It follows the author's name.
enum MembershipText {
    /// “Bob, somebody and you”.
    static func names(in group: [Row.Change]) -> String {
        let names = group.map { change in
            switch change.kind {
            case .membership(_, .reader, _): "you"
            case .membership(_, .other(let name?), _) where !name.isEmpty: name
            case .membership, .made, .settings, .pin: "somebody"
            }
        }
        return Sentences.list(names)
    }

    static func clause(
        _ action: MembershipChange.Action, of names: String, _ dateFormatting: DateFormatting
    ) -> String {
        switch action {
        case .invite: "invited \(names)"
        case .request: "asked to let \(names) in"
        case .join: "let \(names) in"
        case .leave, .remove: "removed \(names)"
        case .role(.owner): "made \(names) an owner"
        case .role(.moderator): "made \(names) a moderator"
        case .role(.member): "took the role of \(names) away"
        case .ban(let end): "banned \(names)\(until(end, dateFormatting))"
        case .unban: "unbanned \(names)"
        case .mute(let end): "muted \(names)\(until(end, dateFormatting))"
        case .unmute: "unmuted \(names)"
        }
    }

    static func clause(ofOwn action: MembershipChange.Action, isOwn: Bool, count: Int) -> String {
        switch action {
        case .join: "joined"
        case .leave, .remove: "left"
        case .request: "asked to join"
        case .role(.owner): isOwn || count > 1 ? "are owners now" : "is an owner now"
        case .role(.moderator): isOwn || count > 1 ? "are moderators now" : "is a moderator now"
        case .role(.member): "gave the role up"
        case .invite, .ban, .unban, .mute, .unmute: "changed the room"
        }
    }

    private static func until(_ end: Int64, _ dateFormatting: DateFormatting) -> String {
        end >= MembershipChange.Action.forGood ? "" : " until \(dateFormatting.full(end))"
    }
}

/// The clause about a change of a room's settings. It follows the author's name.
enum SettingsText {
    static func clause(_ change: SettingsChange) -> String {
        let clauses = clauses(change)
        guard let last = clauses.last else { return "changed the room" }
        return clauses.count == 1 ? last : clauses.dropLast().joined(separator: ", ") + " and " + last
    }

    private static func clauses(_ change: SettingsChange) -> [String] {
        var clauses: [String] = []
        if let title = change.title {
            clauses.append(
                title.isEmpty ? "removed the room's title" : "named the room “\(Sentences.isolated(title))”")
        }
        if let topic = change.topic {
            clauses.append(topic.isEmpty ? "removed the topic" : "changed the topic to “\(Sentences.isolated(topic))”")
        }
        switch change.avatar {
        case .image: clauses.append("changed the room's picture")
        case .removed: clauses.append("removed the room's picture")
        case nil: break
        }
        switch change.joining {
        case .invited: clauses.append("lets only invited people join")
        case .request: clauses.append("lets people ask to join")
        case .anyone: clauses.append("lets everyone join")
        case nil: break
        }
        switch change.newcomers {
        case .all: clauses.append("lets new members read everything")
        case .joined: clauses.append("lets new members read from when they join")
        case nil: break
        }
        switch change.posting {
        case .everyone: clauses.append("lets everyone write")
        case .moderators: clauses.append("lets only moderators write")
        case nil: break
        }
        if let seconds = change.slowMode {
            clauses.append(seconds == 0 ? "turned slow mode off" : "set slow mode to \(Sentences.seconds(seconds))")
        }
        return clauses
    }
}
