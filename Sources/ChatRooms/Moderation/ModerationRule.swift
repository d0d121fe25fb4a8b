import ChatWire

extension Event {
    /// Whether it belongs into the moderation log of its room.
    ///
    /// - Parameter author: of the message that it deletes, or takes a reaction from. Asked for only
    ///   if that decides.
    public func isModeration(ofMessageBy author: @autoclosure () -> UserID?) -> Bool {
        switch content {
        case .settings, .pin: true
        case .membership(let change): change.isModeration(by: self.author.user)
        case .deletion, .unreaction: author().map { $0 != self.author.user } ?? false
        case .message, .deleted, .edit, .reaction, .link, .choice, .block, .profile, .damaged, .unknown: false
        }
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
