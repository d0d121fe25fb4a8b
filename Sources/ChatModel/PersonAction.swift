import ChatWire

/// What the menu of a person in a room offers.
public enum PersonAction: Hashable, Sendable {
    /// Opens the direct room with them.
    case message
    /// Changes their place at once.
    case change(MembershipChange.Action)
    /// Asks for the end and the reason first.
    case sanction(Sanction.Kind)

    /// What the room's rule allows the user to do to a person. The server decides; this is for what
    /// is offered.
    ///
    /// - Parameters:
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public static func menu(for person: Person, _ access: RoomAccess?, at time: Int64) -> [PersonAction] {
        guard let access, person.author.user != access.user else { return [] }
        let standing = person.standing
        func may(_ action: MembershipChange.Action) -> Bool { access.may(action, toward: standing, at: time) }
        var actions: [PersonAction] = [.message]
        func offer(_ action: MembershipChange.Action, if isSensible: Bool) {
            if isSensible, may(action) { actions.append(.change(action)) }
        }
        offer(.join, if: standing.membership == .requested)
        for role in [RoomRole.owner, .moderator, .member] { offer(.role(role), if: standing.role != role) }
        offer(.unmute, if: standing.isMuted(at: time))
        let forGood = MembershipChange.Action.forGood
        if !standing.isMuted(at: time), may(.mute(until: forGood)) { actions.append(.sanction(.mute)) }
        if standing.membership != .outsider, may(.remove) { actions.append(.sanction(.remove)) }
        offer(.unban, if: standing.isBanned(at: time))
        if !standing.isBanned(at: time), may(.ban(until: forGood)) { actions.append(.sanction(.ban)) }
        if access.serverRole == .administrator { actions.append(.sanction(.serverBan)) }
        return actions
    }

    /// The label in the menu. It ends with “…” if the user is asked something first.
    public var title: String {
        switch self {
        case .message: localized("Message")
        case .change(.join): localized("Let in")
        case .change(let action): Promotion.isAsked(about: action) ? localized("\(action.title)…") : action.title
        case .sanction(let kind): localized("\(kind.title)…")
        }
    }

    /// Whether it takes something away.
    public var isDestructive: Bool {
        switch self {
        case .message, .change: false
        case .sanction: true
        }
    }
}

extension MembershipChange.Action {
    /// The label of the action in a menu.
    public var title: String {
        switch self {
        case .invite: localized("Invite")
        case .request: localized("Ask to join")
        case .join: localized("Join")
        case .leave: localized("Leave")
        case .remove: localized("Remove from the room")
        case .role(.owner): localized("Make an owner")
        case .role(.moderator): localized("Make a moderator")
        case .role(.member): localized("Take the role away")
        case .ban: localized("Ban")
        case .unban: localized("Unban")
        case .mute: localized("Mute")
        case .unmute: localized("Unmute")
        }
    }
}
