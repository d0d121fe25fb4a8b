import ChatRooms

/// The connections of one event loop: found by number, and walked in an order that depends on who
/// came and went alone.
struct ConnectionList {
    private(set) var all: [any Connection] = []
    private var positions: [ConnectionID: Int] = [:]

    var count: Int { all.count }

    subscript(id: ConnectionID) -> (any Connection)? { positions[id].map { all[$0] } }

    /// Adds a connection that is not in it.
    mutating func add(_ connection: any Connection) {
        positions[connection.id] = all.count
        all.append(connection)
    }

    /// The last one takes its place.
    mutating func remove(_ id: ConnectionID) {
        guard let position = positions.removeValue(forKey: id), let last = all.popLast(), last.id != id else { return }
        all[position] = last
        positions[last.id] = position
    }
}
