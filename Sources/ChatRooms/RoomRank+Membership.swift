import ChatWire

extension RoomRank {
    /// The rank of a room on the list of somebody with this membership.
    ///
    /// - Parameter newest: when its newest event was appended, in milliseconds since 1970-01-01
    ///   UTC; `nil` for none. It does not count for a group in which the user is not: its place on
    ///   the list would tell when something happened there.
    package init(
        _ room: RoomName, _ membership: Standing.Membership, isPinned: Bool, newest: Int64?
    ) {
        let isInside = room.kind != .group || membership == .member
        self.init(
            isInvitation: membership == .invited, isPinned: isPinned,
            at: isInside ? newest ?? .min : .min, room: room)
    }
}
