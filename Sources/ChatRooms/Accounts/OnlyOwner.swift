import ChatWire

extension MessageStore {
    /// Why the account of a user can't be closed now: they are the only owner of a group with other
    /// people. Nobody could moderate it any more, or revoke its links.
    ///
    /// It reads the list of all rooms of the user.
    public func refusalOfClosing(account user: UserID) throws(StoreError) -> WireError? {
        var last: RoomName?
        repeat {
            let page = try rooms(of: user, after: last, limit: Limits.roomListPage)
            for entry in page.rooms where entry.room.kind == .group {
                guard RoomAccess(entry.room, user, .user, exists: true, entry.info).isOnlyOwner else { continue }
                return WireError(
                    .membership,
                    "You are the only owner of “\(entry.info.settings.title)”: make somebody else an owner of it first, or remove the others."
                )
            }
            last = page.next
        } while last != nil
        return nil
    }
}
