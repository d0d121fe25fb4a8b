import ChatWire

/// What new events are charged before the store looks at them, and get back if nothing came of
/// them: new rooms, changes of places in rooms, and messages that the filter list holds.
struct NewEventQuotas: Sendable {
    private var rooms: RoomQuota
    private var directRooms: DirectRoomQuota
    private var places: PlaceQuotas
    private var held: HeldQuota

    /// What was taken for a batch: nothing for almost every batch.
    struct Charges {
        fileprivate var clients: [ClientAddress] = []
        fileprivate var rooms: RoomQuota.Charges?
        fileprivate var directRooms: DirectRoomQuota.Charges?
        /// By the indices of new events.
        fileprivate var places: [(index: Int, kind: PlaceQuotas.Kind)] = []
        /// The indices of new events.
        fileprivate var held: [Int] = []
    }

    /// - Parameter spendings: notes what is taken; `nil` without other servers
    init(newRooms rates: RoomRates, telling spendings: Spendings? = nil) {
        rooms = RoomQuota(rates, telling: spendings)
        directRooms = DirectRoomQuota(telling: spendings)
        places = PlaceQuotas(telling: spendings)
        held = HeldQuota(telling: spendings)
    }

    /// Takes what was spent on another server.
    mutating func take(_ spending: Spending, at now: Int64) {
        rooms.take(spending, at: now)
        directRooms.take(spending, at: now)
        places.take(spending, at: now)
        held.take(spending, at: now)
    }

    /// Charges the new events of a batch. Each for which nothing is left gets the reason with which
    /// the store refuses it: ``NewEvent/roomRefusal``, ``NewEvent/placeRefusal``,
    /// ``NewEvent/entryRefusal`` or ``NewEvent/holdRefusal``.
    ///
    /// - Parameters:
    ///   - clients: the address of each new event; called only if a new event may cost something
    ///   - now: nanoseconds of a clock that does not go back
    ///   - new: the rooms of the new events that have no event yet
    mutating func admit(
        _ newEvents: inout [NewEvent], from clients: () -> [ClientAddress], at now: Int64, new: Set<RoomName>
    ) -> Charges {
        var charges = Charges()
        guard !new.isEmpty || newEvents.contains(where: { !$0.placeKinds.isEmpty || $0.verdict == .held }) else {
            return charges
        }
        charges.clients = clients()
        if !new.isEmpty {
            charges.rooms = rooms.admit(&newEvents, from: charges.clients, at: now, where: new.contains)
            charges.directRooms = directRooms.admit(&newEvents, from: charges.clients, at: now, new: new)
        }
        for (index, client) in zip(newEvents.indices, charges.clients) where !client.isLocal {
            for kind in places.charge(&newEvents[index], from: client, at: now) { charges.places.append((index, kind)) }
            if newEvents[index].filtered == .held {
                newEvents[index].holdRefusal = held.refusal(from: client, at: now)
                if newEvents[index].holdRefusal == nil { charges.held.append(index) }
            }
        }
        return charges
    }

    /// Gives back what was taken for new events that did nothing.
    mutating func settle(_ charges: Charges, _ newEvents: [NewEvent], _ outcomes: [AppendOutcome]) {
        if let taken = charges.rooms { rooms.settle(taken, newEvents, outcomes) }
        if let taken = charges.directRooms { directRooms.settle(taken, newEvents, outcomes) }
        for (index, kind) in charges.places where index < outcomes.count {
            if case .appended = outcomes[index] { continue }
            places.giveBack(kind, from: charges.clients[index])
        }
        for index in charges.held where index < outcomes.count {
            switch outcomes[index] {
            // A refusal costs as much as a held message: looking for one takes as long.
            case .held, .refused: continue
            case .appended, .alreadyThere, .outOfTurn, .conflict, .passed: held.giveBack(charges.clients[index])
            }
        }
    }

    /// Gives all back: the store has failed, and nothing was done.
    mutating func giveBack(_ charges: Charges) {
        if let taken = charges.rooms { rooms.settle(taken, [], []) }
        if let taken = charges.directRooms { directRooms.settle(taken, [], []) }
        for (index, kind) in charges.places { places.giveBack(kind, from: charges.clients[index]) }
        for index in charges.held { held.giveBack(charges.clients[index]) }
    }
}
