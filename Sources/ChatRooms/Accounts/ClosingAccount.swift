import ChatWire

extension MessageStore {
    /// The groups that a user leaves by closing their account: those that they are in, are invited
    /// to, or have asked to enter. It reads the list of all rooms of the user.
    ///
    /// - Returns: why the account can't be closed now, if the user is the only owner of a group
    ///   with other people: nobody could moderate it any more, or revoke its links
    public func groupsLeft(byClosing user: UserID) throws(StoreError) -> Result<[RoomName], WireError> {
        var groups: [RoomName] = []
        var last: RoomName?
        repeat {
            let page = try rooms(of: user, after: last, limit: Limits.roomListPage)
            for entry in page.rooms where entry.room.kind == .group && entry.info.standing.membership != .outsider {
                if RoomAccess(entry.room, user, .user, exists: true, entry.info).isOnlyOwner {
                    let title = entry.info.settings.title
                    let text =
                        "You are the only owner of “\(title)”: make somebody else an owner of it first, or remove the others."
                    return .failure(WireError(.membership, text))
                }
                groups.append(entry.room)
            }
            last = page.next
        } while last != nil
        return .success(groups)
    }
}
