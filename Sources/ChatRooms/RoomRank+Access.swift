import ChatWire

extension RoomRank {
    /// The rank of a room on the list of a user.
    ///
    /// - Parameters:
    ///   - access: what the user may do in the room
    ///   - newest: when its newest event was appended, in milliseconds since 1970-01-01 UTC; `nil`
    ///     for none. It does not count where the user may not enter the room: its place on the list
    ///     would tell when something happened there.
    ///   - time: the time now, likewise
    package init(_ access: RoomAccess, isPinned: Bool, newest: Int64?, at time: Int64) {
        let mayEnter = access.refusalOfEntering(at: time) == nil
        self.init(
            isInvitation: access.standing.membership == .invited, isPinned: isPinned,
            at: mayEnter ? newest ?? .min : .min, room: access.room)
    }
}
