import ChatWire

/// The items of an outbox in order, indexed by ticket and by number.
///
/// A change of one item copies one block of items and the list of blocks, not all items.
struct OutboxQueue: Sendable {
    private(set) var list = BlockList<Outbox.Item>()
    private(set) var places = TicketPlaces()
    private var numbers: [UInt64: Ticket] = [:]
    /// The number of open items for each room.
    private(set) var open: [RoomName: Int] = [:]
    /// The number of open items for each room that it must be joined for.
    private(set) var entering: [RoomName: Int] = [:]
    /// The number of items that wait for their files.
    private(set) var lackingFiles = 0
    /// The bytes of all files. One that is too large for the outbox counts as just too large.
    private(set) var fileBytes: UInt64 = 0

    /// The number of items.
    var count: Int { list.count }

    /// The number of items that have a number.
    var numbered: Int { numbers.count }

    var items: [Outbox.Item] { Array(list) }

    subscript(ticket: Ticket) -> Outbox.Item? { places[ticket].flatMap { list[$0] } }

    func ticket(of number: UInt64) -> Ticket? { numbers[number] }

    /// Appends the item. Returns `false` if its ticket is already used.
    @discardableResult
    mutating func append(_ item: Outbox.Item) -> Bool {
        guard places[item.ticket] == nil else { return false }
        if list.isSparse { pack() }
        places[item.ticket] = list.append(item)
        count(item)
        return true
    }

    mutating func remove(_ ticket: Ticket) {
        guard let place = places[ticket], let item = list[place] else { return }
        discount(item)
        list.remove(place)
        places[ticket] = nil
    }

    mutating func update(_ ticket: Ticket, _ change: (inout Outbox.Item) -> Void) {
        guard let place = places[ticket], let before = list[place] else { return }
        var item = before
        change(&item)
        discount(before)
        list.replace(place, by: item)
        count(item)
    }

    /// Gives all items new places, without gaps.
    private mutating func pack() {
        var packed = BlockList<Outbox.Item>()
        for item in list { places[item.ticket] = packed.append(item) }
        list = packed
    }

    private static func bytes(of item: Outbox.Item) -> UInt64 {
        min(item.upload?.size ?? 0, Limits.outboxFileBytes + 1)
    }

    private mutating func count(_ item: Outbox.Item) {
        if let number = item.number { numbers[number] = item.ticket }
        if item.awaitsUpload { lackingFiles += 1 }
        fileBytes += OutboxQueue.bytes(of: item)
        guard item.isPending else { return }
        open[item.room, default: 0] += 1
        if item.mutation.needsJoin { entering[item.room, default: 0] += 1 }
    }

    private mutating func discount(_ item: Outbox.Item) {
        if let number = item.number, numbers[number] == item.ticket { numbers[number] = nil }
        if item.awaitsUpload { lackingFiles -= 1 }
        fileBytes -= OutboxQueue.bytes(of: item)
        guard item.isPending else { return }
        open.countDown(item.room)
        if item.mutation.needsJoin { entering.countDown(item.room) }
    }
}

extension OutboxQueue: Hashable {
    /// Everything else follows from the items and their order.
    static func == (one: OutboxQueue, other: OutboxQueue) -> Bool {
        one.count == other.count && one.list.elementsEqual(other.list)
    }

    func hash(into hasher: inout Hasher) { for item in list { hasher.combine(item) } }
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
        if case .membership(let change) = self { return change.member == user && change.action == .join }
        return if case .settings = self { true } else { false }
    }
}
