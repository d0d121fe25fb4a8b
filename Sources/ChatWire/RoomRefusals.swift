// What ``RoomAccess`` answers to requests that it refuses.
extension WireError {
    static let choicesOnly = WireError(
        .notAllowed, "Your own log takes choices about rooms, blocks and your profile, and nothing else.")
    static let ownLogOnly = WireError(
        .notAllowed, "Choices, blocks and your profile go to your own log, the room that is named @ and your id.")

    /// Refuses what guests send where they only read.
    package static let guestsReadOnly = WireError(.guestsReadOnly, "Guests only read here: sign in to send.")
    /// The answer to everyone who may not know whether there is such a room.
    public static let noSuchRoom = WireError(.noSuchRoom, "There is no such room, or it is not open to you.")

    /// The answer to every code that lets nobody in.
    public static let linkRefused = WireError(
        .linkRefused, "This invite link is not valid, or not any more. Ask for another one.")

    /// The answer to an invitation of somebody who has no room for one more, or who has blocked the
    /// user. The user is not told which.
    public static let tooManyInvitations = WireError(
        .membership, "This person can take no more invitations. Ask them to answer those they have.")

    /// Refuses a ban, a mute or an invite link that would be over already.
    package static func endInThePast(_ code: Code) -> WireError {
        WireError(code, "The end is in the past: give milliseconds since 1970-01-01 UTC.")
    }

    static let lastOwner = WireError(
        .membership, "You are the only owner: make somebody else an owner first.")
    static let memberAlready = WireError(.membership, "You are a member already.")
    static let twoPeople = WireError(.notAllowed, "A direct room always has the same two people.")
    static let noMembership = WireError(.membership, "An open room has no members: enter it.")
    static let openToAll = WireError(.membership, "Everyone may enter an open room.")
    static let nobodyToRemove = WireError(
        .membership, "Nobody can be removed from an open room. A ban keeps a person out.")
    static let notAMember = WireError(.membership, "This person is not a member of the group.")
    static let ownersOnly = WireError(.notAllowed, "Only owners of this room may give roles.")
}
