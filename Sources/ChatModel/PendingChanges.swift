import ChatWire

/// The changes to publish after an input: each once, in an order that is the same in every run.
struct PendingChanges: Hashable {
    var connection = false
    var conversations = false
    var outbox = false
    var inRooms: Set<RoomName> = []
    /// The list of rooms.
    var rooms = false

    mutating func publish(to effects: inout [Effect]) {
        if connection { effects.append(.changed(.connection)) }
        if conversations { effects.append(.changed(.conversations)) }
        for room in inRooms.inOrder { effects.append(.changed(.conversation(room))) }
        if outbox { effects.append(.changed(.outbox)) }
        if rooms { effects.append(.changed(.rooms)) }
        if connection || conversations || outbox || rooms || !inRooms.isEmpty { self = PendingChanges() }
    }
}

extension Set<UserID> {
    /// Sorted, so that the order is the same in every run.
    var inOrder: [UserID] { sorted { $0.isBefore($1) } }
}

extension Set<RoomName> {
    /// Sorted by name, so that the order is the same in every run.
    var inOrder: [RoomName] { count < 2 ? Array(self) : sorted { $0.isBefore($1) } }
}
