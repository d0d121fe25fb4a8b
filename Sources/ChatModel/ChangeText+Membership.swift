import ChatWire

// The clause about a change of people's places in a room. It follows the author's name.
extension ChangeText {
    /// “Bob, somebody and you”.
    static func names(in group: [Row.Change], _ quote: (String) -> String) -> String {
        let names = group.map { change in
            switch change.kind {
            case .membership(_, .reader, _): "you"
            case .membership(_, .other(let name?), _) where !name.isEmpty: name
            case .membership, .made, .settings, .pin: "somebody"
            }
        }
        return Sentences.list(names, quote: quote)
    }

    static func clause(
        _ action: MembershipChange.Action, of names: String, _ time: (Int64) -> String
    ) -> String {
        switch action {
        case .invite: "invited \(names)"
        case .request: "asked to let \(names) in"
        case .join: "let \(names) in"
        case .leave, .remove: "removed \(names)"
        case .role(.owner): "made \(names) an owner"
        case .role(.moderator): "made \(names) a moderator"
        case .role(.member): "took the role of \(names) away"
        case .ban(let end): "banned \(names)\(until(end, time))"
        case .unban: "unbanned \(names)"
        case .mute(let end): "muted \(names)\(until(end, time))"
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

    private static func until(_ end: Int64, _ time: (Int64) -> String) -> String {
        end >= MembershipChange.Action.forGood ? "" : " until \(time(end))"
    }
}
