import ChatWire

extension Event {
    /// Whether it belongs into the moderation log of its room.
    ///
    /// - Parameter author: of the message that it deletes, or takes a reaction from. Asked for only
    ///   if that decides.
    public func isModeration(ofMessageBy author: @autoclosure () -> UserID?) -> Bool {
        if case .membership(let change) = content { return change.isModeration(by: self.author.user) }
        guard content.deed != nil else { return false }
        return content.target == nil || author().map { $0 != self.author.user } ?? false
    }
}

extension Event.Content {
    /// What it is called if a moderator does it, such as `ban`; `nil` for what is no moderation.
    package var deed: String? {
        switch self {
        case .settings: "settings"
        case .pin(_, let on): on ? "pin" : "unpin"
        case .deletion: "delete"
        case .unreaction: "unreact"
        case .membership(let change): change.action.name
        case .message, .deleted, .edit, .reaction, .link, .choice, .block, .profile, .damaged, .unknown: nil
        }
    }

    /// The person whom it names: whose place it changes, or whose reaction it removes.
    package var subject: UserID? {
        if case .unreaction(_, _, let user) = self { return user }
        return if case .membership(let change) = self { change.member } else { nil }
    }
}

extension MembershipChange {
    /// Whether it takes a moderator's rights. Every member of a group may invite, and people come
    /// and go by themselves.
    fileprivate func isModeration(by author: UserID) -> Bool {
        switch action {
        case .invite, .request, .leave: false
        case .join: member != author
        case .remove, .role, .ban, .unban, .mute, .unmute: true
        }
    }
}
