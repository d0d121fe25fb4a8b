import ChatWire

/// What an administrator of the server did to a room, a message or a person, for the operator's
/// log.
package struct AdministratorAct: Hashable, Sendable {
    /// The user who did it.
    package var administrator: UserID
    /// Where the request came from.
    package var client: ClientAddress
    /// What was done, as the wire names it, such as `ban`.
    package var action: String
    /// The person whom it is about; `nil` if it is about a room or a message.
    package var person: UserID?

    package init(_ action: String, by administrator: UserID, at client: ClientAddress, about person: UserID? = nil) {
        self.administrator = administrator
        self.client = client
        self.action = action
        self.person = person
    }
}

extension Event {
    /// What it is if its author is an administrator; `nil` for what everybody may do. Who wrote a
    /// deleted message is not known here, so a deletion of the author's own message counts, too.
    ///
    /// - Parameter client: where the request came from
    func administratorAct(in room: RoomName, at client: ClientAddress) -> AdministratorAct? {
        guard room.kind == .open || room.kind == .group else { return nil }
        guard let deed = content.deed, !makesRoom, content.target != nil || isModeration(ofMessageBy: nil) else {
            return nil
        }
        return AdministratorAct(deed, by: author.user, at: client, about: content.subject)
    }
}
