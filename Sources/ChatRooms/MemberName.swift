import ChatWire

/// What is known of ``ChatWire/MembershipChange/called``, the name that a change of a person's
/// place gives that person.
enum MemberName: Hashable, Sendable {
    /// No account, nor the person, has this name. It must be one that the person could choose.
    case unknown
    /// No account has this name, and another system may have given it to the person.
    case given
    /// It is the person's own.
    case own
    /// It looks like the name of somebody else's account.
    case taken
}

extension NewEvent {
    /// Makes a change of a person's place call that person by their own name: by that of their
    /// account or API key, whatever the author calls them, or by the author's own.
    ///
    /// - Parameters:
    ///   - accounts: `nil` without accounts
    ///   - namesUsers: whether another system names users of this server
    mutating func nameMember(by accounts: NameReservations?, namesUsers: Bool) {
        guard case .membership(var change) = mutation else { return }
        if change.member == author.user {
            // The event has the author's name.
            guard change.called != nil else { return }
            (change.called, memberName) = (author.name, .own)
        } else if let name = accounts?.name(of: change.member) {
            (change.called, memberName) = (name, .own)
        } else if let called = change.called, let accounts,
            accounts.refuses(ConfusableSkeleton(of: called), to: change.member)
        {
            memberName = .taken
        } else if namesUsers, change.member.isDerived {
            memberName = .given
        }
        mutation = .membership(change)
    }

    /// Why a change of a person's place may not call the person so.
    func refusal(ofCalling change: MembershipChange) -> WireError? {
        guard let called = change.called else { return nil }
        return switch memberName {
        case .own: nil
        case .taken: .nameTaken(called)
        // The author may have made up the person's id.
        case .unknown: NameRule.refusal(of: called)
        case .given: NameRule.refusal(ofGiven: called)
        }
    }
}
