import ChatCore

/// The sentences of changes of a room's settings, members and pins: `ann invited bob`.
enum ChangeSentences {
    /// More sentences are counted in a last line.
    private static let most = 4

    static func lines(_ changes: Row.Changes) -> [String] {
        let sentences = changes.all.map(sentence)
        guard sentences.count > most else { return sentences }
        return sentences.prefix(most - 1) + ["and \(sentences.count - most + 1) more changes"]
    }

    private static func sentence(_ change: Row.Change) -> String {
        let author = change.isOwn ? "You" : change.author.name
        switch change.kind {
        case .made(let settings):
            let title = settings.title ?? ""
            return title.isEmpty ? "\(author) made the room" : "\(author) made the room “\(title)”"
        case .settings(let settings): return "\(author) \(clause(settings))"
        case .pin(_, let on): return "\(author) \(on ? "pinned" : "unpinned") a message"
        case .membership(let action, .author, _): return "\(author) \(clause(ofOwn: action))"
        case .membership(let action, let subject, let reason):
            return "\(author) \(clause(action, name(subject)))\(reason.map { ": \($0)" } ?? "")"
        }
    }

    private static func name(_ subject: Row.Change.Subject) -> String {
        switch subject {
        case .reader: "you"
        case .other(let name?) where !name.isEmpty: name
        case .author, .other: "somebody"
        }
    }

    private static func clause(ofOwn action: MembershipChange.Action) -> String {
        switch action {
        case .join: "joined"
        case .leave, .remove: "left"
        case .request: "asked to join"
        case .role: "changed roles"
        case .invite, .ban, .unban, .mute, .unmute: "changed the room"
        }
    }

    private static func clause(_ action: MembershipChange.Action, _ name: String) -> String {
        switch action {
        case .invite: "invited \(name)"
        case .request: "asked to let \(name) in"
        case .join: "let \(name) in"
        case .leave, .remove: "removed \(name)"
        case .role(.owner): "made \(name) an owner"
        case .role(.moderator): "made \(name) a moderator"
        case .role(.member): "took the role of \(name) away"
        case .ban: "banned \(name)"
        case .unban: "unbanned \(name)"
        case .mute: "muted \(name)"
        case .unmute: "unmuted \(name)"
        }
    }

    private static func clause(_ change: SettingsChange) -> String {
        if let title = change.title {
            return title.isEmpty ? "removed the room's title" : "named the room “\(title)”"
        }
        if let topic = change.topic {
            return topic.isEmpty ? "removed the topic" : "changed the topic to “\(topic)”"
        }
        return change.avatar == nil ? "changed the room's settings" : "changed the room's picture"
    }
}
