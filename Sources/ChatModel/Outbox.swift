import ChatWire

/// What this device wants done and the server has not answered for good, in the order in which it was wanted.
///
/// Exactly once: something gets its number when it may leave for the first time, and keeps it until it is answered.
/// In order: what has a number goes before everything behind it; what waits for its room holds up that room only.
/// Several may be under way, each naming the one before it, so that the server refuses those behind one it refuses.
public struct Outbox: Hashable, Sendable {
    /// The number given next.
    private(set) var next: UInt64 = 1
    var queue = OutboxQueue()
    /// Whose files are under way.
    var uploading: [Ticket] = []
    /// In the order they left.
    private var underWay: [Ticket] = []
    /// In the log, where its timeline has not arrived yet.
    private var delivered: [Ticket] = []
    private static let mostDelivered = 1_000
    /// Steps, each twice as long as the one before, to a number that the server has not passed.
    private static let mostPasses: UInt64 = 40
    private var window = SendWindow()
    /// Temporary refusals since something was accepted.
    private var refusals = 0
    /// Numbers in a row that had been passed.
    private var passes: UInt64 = 0

    public init() {}

    /// As restored: what has a number may have left.
    init(items: [Item], next: UInt64) {
        self.next = max(next, 1)
        for var item in items.prefix(Limits.outboxIntents) {
            item.isUncertain = item.number != nil
            queue.append(item)
            if let number = item.number { count(number) }
        }
    }

    /// In the order in which they go.
    public var items: [Item] { queue.items }

    public var count: Int { queue.tickets.count }

    public subscript(ticket: Ticket) -> Item? { queue[ticket] }

    /// Those of one room.
    public func items(in room: RoomName) -> [Item] { queue.items.filter { $0.room == room } }

    /// Whether something of this room waits or is under way.
    public func needs(_ room: RoomName) -> Bool { queue.open[room] != nil }

    /// Whether nothing waits or is under way.
    public var isIdle: Bool { queue.open.isEmpty }

    private mutating func count(_ number: UInt64) {
        if number >= next { next = min(number, Limits.largestInteger) + 1 }
    }
}

// What people do.
extension Outbox {
    /// Why it can't be taken; `nil` when it was.
    mutating func add(_ item: Item) -> WireError? {
        guard count < Limits.outboxIntents else { return .outboxFull }
        if let upload = item.upload, !hasRoom(for: upload) { return .filesFull }
        return queue.append(item) ? nil : .ticketTaken
    }

    /// A failed one goes to the end, to get another number. The item as it is then, or `nil` where none failed.
    mutating func retry(_ ticket: Ticket) -> Item? {
        guard var item = queue[ticket], case .failed = item.state else { return nil }
        queue.remove(ticket)
        item.state = .waiting
        (item.attempts, item.failures, item.losses) = (0, 0, 0)
        item.isUncertain = false
        queue.append(item)
        return item
    }

    /// Whether it was there and could still be called back.
    mutating func drop(_ ticket: Ticket) -> Bool {
        guard let item = queue[ticket], item.number == nil, item.state != .sending else { return false }
        if case .sent = item.state { return false }
        uploading.removeAll { $0 == ticket }
        queue.remove(ticket)
        return true
    }
}

// Sending.
extension Outbox {
    struct Outgoing: Hashable {
        var item: Item
        var number: UInt64
        /// The number that must have been accepted before.
        var after: UInt64?
        /// Whether the number is new, and has to be kept before it leaves.
        var isNew: Bool
    }

    /// A new connection: nothing is under way.
    mutating func connected() { window.connected() }

    /// The connection is gone, and with it the answers to what was under way. Whether there was something.
    mutating func interrupted() -> Bool {
        if underWay.isEmpty { return false }
        for ticket in underWay {
            queue.update(ticket) {
                $0.state = .waiting
                $0.isUncertain = true
            }
        }
        underWay.removeAll()
        return true
    }

    /// What leaves now, if anything may. `isOpen` says whether a room is joined.
    mutating func sendNext(_ isOpen: (RoomName) -> Bool) -> Outgoing? {
        let numbers = underWay.compactMap { queue[$0]?.number }
        guard window.admits(numbers), let ticket = turn(isOpen), let item = queue[ticket] else { return nil }
        let number = item.number ?? next
        guard number <= Limits.largestInteger else { return nil }
        count(number)
        queue.update(ticket) {
            $0.number = number
            $0.state = .sending
        }
        underWay.append(ticket)
        return queue[ticket].map {
            Outgoing(item: $0, number: number, after: numbers.last, isNew: item.number == nil)
        }
    }

    /// Whose turn it is. Nothing overtakes what is before it in its room, nor a number that may have left: those go first, the
    /// lowest before the others, so that each can name a lower one to come after.
    private func turn(_ isOpen: (RoomName) -> Bool) -> Ticket? {
        var numbered = queue.numbered - underWay.count
        var lowest: Item?
        var first: Ticket?
        var passed = 0
        var rooms: Set<RoomName> = []
        for ticket in queue.tickets where first == nil || numbered > 0 {
            guard let item = queue[ticket] else { continue }
            if item.state == .sending && first == nil { passed += 1 }
            // What is behind a file in its room waits for it: where the server has lost the file, nothing has overtaken it.
            if item.upload != nil && item.state == .sending || item.isUploading { rooms.insert(item.room) }
            guard item.state == .waiting else { continue }
            if item.number != nil { numbered -= 1 }
            guard rooms.insert(item.room).inserted, !item.lacksFile else { continue }
            if let number = item.number {
                if number < lowest?.number ?? .max { lowest = item }
            } else if first == nil && isOpen(item.room) {
                first = ticket
            }
        }
        guard let lowest else { return passed == underWay.count ? first : nil }
        let highest = underWay.compactMap { queue[$0]?.number }.max() ?? 0
        return isOpen(lowest.room) && lowest.number ?? 0 > highest ? lowest.ticket : nil
    }
}

// Answers.
extension Outbox {
    enum Verdict: Hashable {
        /// Again: at once, or after so many milliseconds.
        case again(Int64?)
        /// The room must be joined first; again after so many milliseconds.
        case rejoin(Int64)
        /// Its file must be uploaded first.
        case upload
        case failed
    }

    /// In the log as event `seq`. The item as it was, where it was still open.
    mutating func sent(_ ticket: Ticket, seq: UInt64) -> Item? {
        guard let item = queue[ticket], item.isOpen, let number = item.number else { return nil }
        if item.state == .sending { window.accepted(number) } else { window.seen(number) }
        refusals = 0
        passes = 0
        underWay.removeAll { $0 == ticket }
        queue.update(ticket) {
            $0.state = .sent(seq: seq)
            $0.number = nil
        }
        delivered.append(ticket)
        return item
    }

    var hasSent: Bool { !delivered.isEmpty }

    /// Forgets those that are in the log, where its timeline has arrived there. Too many are not waited for.
    mutating func forgetSent(_ hasArrived: (RoomName, UInt64) -> Bool) -> [(Item, seq: UInt64)] {
        var gone: [(Item, seq: UInt64)] = []
        let surplus = delivered.count - Outbox.mostDelivered
        for (index, ticket) in delivered.enumerated() {
            guard let item = queue[ticket], case .sent(let seq) = item.state else { continue }
            if index < surplus || hasArrived(item.room, seq) { gone.append((item, seq)) }
        }
        for (item, _) in gone {
            queue.remove(item.ticket)
            delivered.removeAll { $0 == item.ticket }
        }
        return gone
    }

    /// The log of this room is another: what was said in the old one does not come.
    mutating func lost(_ room: RoomName) -> [Item] {
        let lost = delivered.compactMap { queue[$0] }.filter { $0.room == room }
        for item in lost { queue.remove(item.ticket) }
        delivered.removeAll { queue[$0] == nil }
        return lost
    }

    /// Whether anything of this room is here, what failed included.
    func holds(_ room: RoomName) -> Bool { queue.items.contains { $0.room == room } }

    mutating func refused(
        _ ticket: Ticket, _ error: WireError, attempts: Chat.Configuration.Attempts, random: UInt64
    ) -> Verdict {
        guard let item = queue[ticket], item.state == .sending else { return .again(nil) }
        underWay.removeAll { $0 == ticket }
        window.refused()
        queue.update(ticket) {
            $0.state = .waiting
            $0.attempts += 1
            if error.code == .storageFailed { $0.isUncertain = true }
        }
        if error.code == .numberPassed || error.code == .numberConflict { return renumber(ticket, error) }
        if error.code == .noSuchFile, item.upload != nil { return unattach(ticket, error) }
        guard error.code.isTemporary || error.code == .notJoined else { return fail(ticket, error) }
        if error.code == .outOfTurn { return outOfTurn(ticket, error, random) }
        if case .limited(let most) = attempts, item.attempts + 1 >= most, queue[ticket]?.isUncertain == false {
            return fail(ticket, error)
        }
        return error.code == .notJoined ? .rejoin(pause(error, random)) : .again(pause(error, random))
    }

    /// Behind one that was refused: that one's pause is enough. A second time there was none.
    private mutating func outOfTurn(_ ticket: Ticket, _ error: WireError, _ random: UInt64) -> Verdict {
        let turns = queue[ticket]?.turns ?? 0
        queue.update(ticket) {
            $0.attempts -= 1
            $0.turns += 1
        }
        return .again(turns == 0 ? nil : pause(error, random))
    }

    private mutating func pause(_ error: WireError, _ random: UInt64) -> Int64 {
        // What left together is refused together: that is one refusal.
        defer { if underWay.isEmpty { refusals = min(refusals + 1, 16) } }
        return Backoff.delay(failures: refusals, advice: error.retry, random: random)
    }

    /// It is certain that it is not in the log and never will be under this number: a journal that was put back to an earlier time gives
    /// numbers that were given before. How far the server has counted is not said,
    /// so the steps become longer.
    private mutating func renumber(_ ticket: Ticket, _ error: WireError) -> Verdict {
        guard passes < Outbox.mostPasses, next <= Limits.largestInteger else { return fail(ticket, error) }
        count(next &+ (1 << passes) - 2)
        passes += 1
        queue.update(ticket) {
            $0.number = nil
            $0.isUncertain = false
        }
        return .again(nil)
    }

    @discardableResult
    mutating func fail(_ ticket: Ticket, _ error: WireError) -> Verdict {
        underWay.removeAll { $0 == ticket }
        uploading.removeAll { $0 == ticket }
        queue.update(ticket) {
            $0.state = .failed(error)
            $0.number = nil
        }
        return .failed
    }

    /// Who sends is someone else now: what may have left under a number can't be asked for any more.
    mutating func disown() -> [Item] {
        let items = queue.items.filter { $0.number != nil && $0.isOpen }
        for item in items { fail(item.ticket, .fateUnknown) }
        return items
    }

    /// Everything of a room that won't let one in.
    mutating func fail(all room: RoomName, _ error: WireError) -> [Item] {
        let items = queue.items.filter { $0.room == room && ($0.state == .waiting || $0.isUploading) }
        for item in items { fail(item.ticket, error) }
        return items
    }

    /// The item whose event this is: of this device, under its number, and saying what it says.
    func item(of event: Event, in room: RoomName, device: DeviceID) -> Item? {
        guard let idempotencyKey = event.idempotencyKey, idempotencyKey.device == device,
            let ticket = queue.ticket(of: idempotencyKey.number)
        else {
            return nil
        }
        return queue[ticket].flatMap { $0.room == room && $0.mutation.isSaid(by: event.content) ? $0 : nil }
    }

    /// No number up to this one is given again: it is in the log.
    mutating func saw(_ number: UInt64) {
        // A leap like that is no device's.
        guard number < next || number - next < 1 << 40 else { return }
        count(number)
        window.seen(number)
    }
}
