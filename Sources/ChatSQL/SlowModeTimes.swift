import ChatWire

/// When people last sent a message to a room in slow mode, in a bounded table. Forgetting it lets
/// them write sooner.
struct SlowModeTimes {
    private struct Place: Hashable {
        var room: Int64
        var user: UserID
    }

    private var last: [Place: Int64] = [:]

    func last(of user: UserID, in room: Int64) -> Int64? { last[Place(room: room, user: user)] }

    /// Keeps the time of a message, if the room is in slow mode.
    mutating func note(_ user: UserID, at time: Int64, _ room: RoomEnd) {
        guard room.record?.settings.slowMode ?? 0 > 0 else { return }
        if last.count >= Limits.appenderDevices { last.removeAll(keepingCapacity: true) }
        last[Place(room: room.id, user: user)] = time
    }
}
