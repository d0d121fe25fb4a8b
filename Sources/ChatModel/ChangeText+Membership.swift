import ChatWire

// The sentences about changes of people's places in a room.
extension ChangeText {
    /// “Bob, somebody and you”.
    static func names(in group: [Row.Change], _ quote: (String) -> String) -> String {
        var named: Set<String> = []
        let names = group.map { change in
            switch change.kind {
            case .membership(_, .reader, _): localized("you ##whom somebody invited, let in or removed")
            case .membership(_, .other(let name?), _) where !name.isEmpty: name
            case .membership, .made, .settings, .pin: localized("somebody ##whom somebody invited, let in or removed")
            }
        }
        // The same may be done to a person twice.
        return Sentences.list(names.filter { named.insert($0).inserted }, quote: quote)
    }

    static func sentence(
        _ action: MembershipChange.Action, _ by: Doer, of names: String, _ time: (Int64) -> String
    ) -> String {
        let (isUser, name) = (by.isUser, by.name)
        switch action {
        case .invite: return localized(isUser, you: "You invited \(names)", other: "\(name) invited \(names)")
        case .request:
            return localized(isUser, you: "You asked to let \(names) in", other: "\(name) asked to let \(names) in")
        case .join: return localized(isUser, you: "You let \(names) in", other: "\(name) let \(names) in")
        case .leave, .remove: return localized(isUser, you: "You removed \(names)", other: "\(name) removed \(names)")
        case .role(.owner):
            return localized(isUser, you: "You made \(names) an owner", other: "\(name) made \(names) an owner")
        case .role(.moderator):
            return localized(isUser, you: "You made \(names) a moderator", other: "\(name) made \(names) a moderator")
        case .role(.member):
            return localized(
                isUser, you: "You took the role of \(names) away", other: "\(name) took the role of \(names) away")
        case .ban(let end):
            guard isEnding(end) else {
                return localized(isUser, you: "You banned \(names)", other: "\(name) banned \(names)")
            }
            let end = time(end)
            return localized(
                isUser, you: "You banned \(names) until \(end)", other: "\(name) banned \(names) until \(end)")
        case .unban: return localized(isUser, you: "You unbanned \(names)", other: "\(name) unbanned \(names)")
        case .mute(let end):
            guard isEnding(end) else {
                return localized(isUser, you: "You muted \(names)", other: "\(name) muted \(names)")
            }
            let end = time(end)
            return localized(
                isUser, you: "You muted \(names) until \(end)", other: "\(name) muted \(names) until \(end)")
        case .unmute: return localized(isUser, you: "You unmuted \(names)", other: "\(name) unmuted \(names)")
        }
    }

    /// About people who were not in yet, and ended that by themselves.
    static func sentence(ofEnding ending: Row.Change.Ending, _ by: Doer, count: Int) -> String {
        let name = by.name
        switch ending {
        case .invitation:
            return by.isUser
                ? localized("You declined the invitation")
                : localized(
                    count, one: "\(name) declined the invitation", other: "\(name) declined the invitations")
        case .request:
            return by.isUser
                ? localized("You withdrew your request to join")
                : localized(
                    count, one: "\(name) withdrew the request to join", other: "\(name) withdrew the requests to join")
        }
    }

    /// About people who changed their own place. `by` names all of them.
    static func sentence(ofOwn action: MembershipChange.Action, _ by: Doer, count: Int) -> String {
        let name = by.name
        switch action {
        case .join:
            return by.isUser
                ? localized("You joined") : localized(count, one: "\(name) joined", other: "\(name) joined")
        case .leave, .remove:
            return by.isUser ? localized("You left") : localized(count, one: "\(name) left", other: "\(name) left")
        case .request:
            return by.isUser
                ? localized("You asked to join")
                : localized(count, one: "\(name) asked to join", other: "\(name) asked to join")
        case .role(.owner):
            return by.isUser
                ? localized("You are an owner now")
                : localized(count, one: "\(name) is an owner now", other: "\(name) are owners now")
        case .role(.moderator):
            return by.isUser
                ? localized("You are a moderator now")
                : localized(count, one: "\(name) is a moderator now", other: "\(name) are moderators now")
        case .role(.member):
            return by.isUser
                ? localized("You gave the role up")
                : localized(count, one: "\(name) gave the role up", other: "\(name) gave the role up")
        case .invite, .ban, .unban, .mute, .unmute: return changed(by)
        }
    }

    private static func isEnding(_ end: Int64) -> Bool { end < MembershipChange.Action.forGood }
}

extension Row.Change {
    /// What a person ends who leaves before they are in.
    enum Ending { case invitation, request }

    /// `nil` if the change is no such leave, as far as is known.
    var ending: Ending? {
        guard case .membership(.leave, .author, _) = kind else { return nil }
        return switch former {
        case .invite: .invitation
        case .request: .request
        default: nil
        }
    }
}
