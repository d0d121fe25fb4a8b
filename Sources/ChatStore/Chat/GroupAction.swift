import ChatModel
import ChatWire

// What the user does to groups, as actions in their order. Each ticket is for one change.
extension RoomAction {
    /// Accepts an invitation and opens the group, or declines it.
    public static func answer(
        invitationTo room: RoomName, accepting: Bool, user: UserID, ticket: Ticket
    ) -> [RoomAction] {
        let answer = MembershipChange(user, accepting ? .join : .leave)
        let change = RoomAction.performed(.membership(answer), room, ticket)
        return accepting ? [change, .joined(room)] : [change]
    }

    /// Makes a group, invites people and opens it.
    ///
    /// - Parameter ticket: makes a ticket for each change
    public static func make(
        group room: RoomName, title: String, inviting people: [Author], ticket: () -> Ticket
    ) -> [RoomAction] {
        let settings = RoomAction.performed(.settings(SettingsChange(title: title)), room, ticket())
        let invitations = people.map { person in
            let change = MembershipChange(person.user, .invite, called: person.name)
            return RoomAction.performed(.membership(change), room, ticket())
        }
        return [settings] + invitations + [.joined(room)]
    }

    /// Leaves a room. The membership of a group ends with it.
    public static func leave(_ room: RoomName, isMember: Bool, user: UserID?, ticket: Ticket) -> [RoomAction] {
        guard isMember, let user else { return [.left(room)] }
        return [.performed(.membership(MembershipChange(user, .leave)), room, ticket), .left(room)]
    }
}

extension ChatState {
    /// The changes of a group's invite links that wait for the server.
    public func linkChanges(in room: RoomName) -> [LinkChange] {
        outbox.items(in: room).compactMap { item in
            if case .link(let change) = item.mutation, item.isPending { change } else { nil }
        }
    }

    /// The people who are in a joined room now, or were when the connection was lost, without the
    /// user, sorted by name. There can be thousands: ask once, when a screen opens.
    public var peopleNearby: [Author] {
        var people: [UserID: Author] = [:]
        for conversation in conversations.values {
            for person in conversation.presence.acquaintances {
                // A person can have two names at the moment of a change: one of them is shown.
                if let known = people[person.user], known.name <= person.name { continue }
                people[person.user] = person
            }
        }
        if let user = identity?.user { people[user] = nil }
        return people.values.sorted { $0.isListed(before: $1) }
    }
}
