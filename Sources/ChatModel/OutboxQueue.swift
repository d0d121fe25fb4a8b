import ChatWire

/// The items of an outbox in order, indexed by ticket and by number.
struct OutboxQueue: Hashable {
    private(set) var tickets: [Ticket] = []
    private var table: [Ticket: Outbox.Item] = [:]
    private var numbers: [UInt64: Ticket] = [:]
    /// The number of open items for each room.
    private(set) var open: [RoomName: Int] = [:]
    /// The number of open items for each room that it must be joined for.
    private(set) var entering: [RoomName: Int] = [:]

    /// The number of items that have a number.
    var numbered: Int { numbers.count }

    var items: [Outbox.Item] { tickets.compactMap { table[$0] } }

    subscript(ticket: Ticket) -> Outbox.Item? { table[ticket] }

    func ticket(of number: UInt64) -> Ticket? { numbers[number] }

    /// Appends the item. Returns `false` if its ticket is already used.
    @discardableResult
    mutating func append(_ item: Outbox.Item) -> Bool {
        guard table[item.ticket] == nil else { return false }
        tickets.append(item.ticket)
        put(item)
        return true
    }

    mutating func remove(_ ticket: Ticket) {
        take(ticket)
        if let index = tickets.firstIndex(of: ticket) { tickets.remove(at: index) }
    }

    mutating func update(_ ticket: Ticket, _ change: (inout Outbox.Item) -> Void) {
        guard var item = take(ticket) else { return }
        change(&item)
        put(item)
    }

    private mutating func put(_ item: Outbox.Item) {
        table[item.ticket] = item
        if let number = item.number { numbers[number] = item.ticket }
        guard item.isPending else { return }
        open[item.room, default: 0] += 1
        if item.mutation.needsJoin { entering[item.room, default: 0] += 1 }
    }

    @discardableResult
    private mutating func take(_ ticket: Ticket) -> Outbox.Item? {
        guard let item = table.removeValue(forKey: ticket) else { return nil }
        if let number = item.number, numbers[number] == ticket { numbers[number] = nil }
        if item.isPending {
            open.countDown(item.room)
            if item.mutation.needsJoin { entering.countDown(item.room) }
        }
        return item
    }
}

extension [RoomName: Int] {
    fileprivate mutating func countDown(_ room: RoomName) {
        let left = (self[room] ?? 1) - 1
        self[room] = left > 0 ? left : nil
    }
}

extension Mutation {
    /// Whether this can make a group that did not let `user` in let them in.
    func opensRoom(to user: UserID?) -> Bool {
        switch self {
        case .settings: true
        case .membership(let change): change.member == user && change.action == .join
        case .message, .edit, .delete, .react, .unreact, .pin, .link, .choose, .block, .profile: false
        }
    }
}
