import ChatWire

/// A cache of people's places in groups. Somebody who reads on in a group, or joins it again, is
/// looked up once.
///
/// It is up to date because ``GroupCommit``, which has it, is the store's only appender, or takes
/// in what others append.
struct KnownStandings: Sendable {
    private var known: [Visit: Standing] = [:]

    mutating func standing(
        of user: UserID, in room: RoomName, _ store: any MessageStore
    ) throws(StoreError) -> Standing {
        let place = Visit(room: room, user: user)
        if let standing = known[place] { return standing }
        let standing = try store.standing(of: user, in: room)
        remember(standing, place)
        return standing
    }

    /// Takes what the store has told.
    mutating func remember(_ standing: Standing, _ place: Visit) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if known.count >= Limits.standingsKnown { known.removeAll(keepingCapacity: true) }
        known[place] = standing
    }

    /// Takes a new event of a room.
    mutating func note(_ event: Event, in room: RoomName) {
        if let user = event.changesPlace { known[Visit(room: room, user: user)] = nil }
    }
}
