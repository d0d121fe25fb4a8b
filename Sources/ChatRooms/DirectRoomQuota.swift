import ChatWire

/// Decides which new events may make a direct room: all users of one address, or of one site's IPv6
/// addresses, may open so many with one person at once, and then slowly more.
///
/// A direct room is on both people's lists with its first message. The other person is not asked.
/// Without this quota the guests of one address would fill a person's list as fast as an address
/// may make rooms (``RoomQuota``).
struct DirectRoomQuota: Sendable {
    private var people: OriginQuota

    /// - Parameter spendings: notes new direct rooms; `nil` without other servers
    init(telling spendings: Spendings? = nil) {
        people = OriginQuota(
            .init(Limits.newDirectRoomsPerAddress, within: Limits.newRoomsPeriod), capacity: Limits.roomQuotasKept,
            as: .directRooms, telling: spendings)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) { people.take(spending, at: now) }

    /// The new events of a batch that were charged, by their room.
    struct Charges {
        fileprivate var byRoom: [RoomName: (person: UserID, client: ClientAddress)] = [:]
    }

    /// Takes what the direct rooms cost that a batch may make, and has those new events refused
    /// (``NewEvent/roomRefusal``) for which nothing is left. Several new events for one room cost
    /// as much as one.
    ///
    /// - Parameters:
    ///   - clients: the address of each new event. The machine itself has no such limit.
    ///   - now: nanoseconds of a clock that does not go back
    ///   - new: the rooms of the new events that have no event yet
    mutating func admit(
        _ newEvents: inout [NewEvent], from clients: [ClientAddress], at now: Int64, new: Set<RoomName>
    ) -> Charges {
        var charges = Charges()
        for (index, client) in zip(newEvents.indices, clients) where !client.isLocal {
            let newEvent = newEvents[index]
            guard newEvent.roomRefusal == nil, new.contains(newEvent.room), charges.byRoom[newEvent.room] == nil,
                let person = newEvent.room.other(than: newEvent.author.user), newEvent.mayMakeRoom
            else { continue }
            if let wait = people.take(.person(person), from: client, at: now) {
                newEvents[index].roomRefusal = WireError(
                    .tooManyNewRoomsHere,
                    "Too many direct rooms with this person were opened from your network address; open one \(RoomQuota.later(wait)).",
                    retry: wait)
            } else {
                charges.byRoom[newEvent.room] = (person, client)
            }
        }
        return charges
    }

    /// Gives back what was taken for rooms that were not made.
    mutating func settle(_ charges: Charges, _ newEvents: [NewEvent], _ outcomes: [AppendOutcome]) {
        guard !charges.byRoom.isEmpty else { return }
        var unused = charges.byRoom
        for (newEvent, outcome) in zip(newEvents, outcomes) {
            if case .appended = outcome { unused[newEvent.room] = nil }
        }
        for (person, client) in unused.values { people.giveBack(.person(person), from: client) }
    }
}
