import ChatWire

/// When people last sent a message to a room in slow mode, in a bounded table. Forgetting it lets
/// them write sooner.
///
/// Unlike what else is cached, it is not read back from the log. So it stays when that is
/// forgotten, and a time counts once its transaction is committed.
struct SlowModeTimes {
    private var last: [Place: Int64] = [:]
    /// The times of the current transaction.
    private var uncommitted: [Place: Int64] = [:]

    func last(of user: UserID, in room: Int64) -> Int64? {
        let place = Place(room: room, user: user)
        return uncommitted[place] ?? last[place]
    }

    mutating func beginTransaction() { uncommitted.removeAll(keepingCapacity: true) }

    mutating func committed() {
        for (place, time) in uncommitted { keep(time, place) }
        uncommitted.removeAll(keepingCapacity: true)
    }

    /// Notes the time of a message of the current transaction, if the room is in slow mode.
    mutating func note(_ user: UserID, at time: Int64, _ room: RoomEnd) {
        guard room.record?.settings.slowMode ?? 0 > 0 else { return }
        uncommitted[Place(room: room.id, user: user)] = time
    }

    /// Notes the time of a message to a room in slow mode that another server has committed.
    mutating func noteCommitted(_ user: UserID, at time: Int64, in room: Int64) {
        keep(time, Place(room: room, user: user))
    }

    private mutating func keep(_ time: Int64, _ place: Place) {
        if last.count >= Limits.appenderDevices { last.removeAll(keepingCapacity: true) }
        last[place] = time
    }
}
