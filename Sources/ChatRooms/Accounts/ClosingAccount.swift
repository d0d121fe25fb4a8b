import ChatWire

extension MessageStore {
    /// The groups that a user leaves by closing their account: those that they are in, are invited
    /// to, or have asked to enter.
    ///
    /// - Returns: why the account can't be closed now, if the user is the only owner of a group
    ///   with other people: nobody could moderate it any more, or revoke its links
    public func groupsLeft(byClosing user: UserID) throws(StoreError) -> Result<[RoomName], WireError> {
        let groups = try groups(of: user)
        for (room, info) in groups where RoomAccess(room, user, .user, exists: true, info).isOnlyOwner {
            let text =
                "You are the only owner of “\(info.settings.title)”: make somebody else an owner of it first, or remove the others."
            return .failure(WireError(.membership, text))
        }
        return .success(groups.map(\.room))
    }
}
