import ChatWire

/// A cache of people's places in groups: the store is asked once for a person and a group.
///
/// It is up to date because ``GroupCommit``, which has it, is the store's only appender, or takes
/// in what others append.
struct KnownStandings: Sendable {
    private var known: [PersonInRoom: Standing] = [:]

    mutating func standing(
        of user: UserID, in room: RoomName, _ store: any MessageStore
    ) throws(StoreError) -> Standing {
        let person = PersonInRoom(room: room, user: user)
        if let standing = known[person] { return standing }
        let standing = try store.standing(of: user, in: room)
        remember(standing, of: person)
        return standing
    }

    /// Takes what the store has told.
    mutating func remember(_ standing: Standing, of person: PersonInRoom) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if known.count >= Limits.standingsKnown { known.removeAll(keepingCapacity: true) }
        known[person] = standing
    }

    /// Takes a new event of a room.
    mutating func note(_ event: Event, in room: RoomName) {
        if let user = event.changesPlace { known[PersonInRoom(room: room, user: user)] = nil }
    }
}
