import ChatWire

/// The mutations of this device without a final outcome, in the order in which the user asked for
/// them.
///
/// Exactly once: an item gets its number just before its first send, and keeps it until its final
/// reply. In order: items with a number go before all others, and an item that waits for its room
/// blocks that room only. Several may be under way. Each names the one before it (`after`), so the
/// server refuses everything behind a refused one.
///
/// A message whose file is not uploaded yet has no place in that order: it gets one when the upload
/// is done. Messages with files keep the order among themselves. The photos of an album go when all
/// of them are uploaded, and no other message of this device goes between them.
public struct Outbox: Hashable, Sendable {
    /// The next number to assign.
    private(set) var next: UInt64 = 1
    var queue = OutboxQueue()
    /// The items whose files are being uploaded.
    var uploading: [Ticket] = []
    /// The sent items without a reply, in the order they were sent.
    private var underWay: [Ticket] = []
    /// The items that are in the log, but not yet in their timeline.
    private var delivered: [Ticket] = []
    private var window = SendWindow()
    /// Temporary refusals since the server last decided about an item.
    private var refusals = 0
    /// Consecutive numbers that the server had already passed.
    private var passes: UInt64 = 0

    /// Creates an empty outbox.
    public init() {}

    /// Creates the outbox from the journal. Items with a number may already have been sent.
    init(_ restored: Restored) { (queue, next) = (restored.queue, restored.next) }

    /// All items, in the order in which they are sent.
    public var items: [Item] { queue.items }

    /// The number of items.
    public var count: Int { queue.count }

    /// The item with this ticket.
    public subscript(ticket: Ticket) -> Item? { queue[ticket] }

    /// The items of one room.
    public func items(in room: RoomName) -> [Item] { queue.list.filter { $0.room == room } }

    /// Whether an item waits or is under way that the room must be joined for.
    public func needs(_ room: RoomName) -> Bool { queue.entering[room] != nil }

    /// Whether the room's next item makes the room or makes `user` a member. It must be accepted
    /// before the room can be joined.
    func opens(_ room: RoomName, to user: UserID?) -> Bool {
        guard room.kind == .group, queue.open[room] != nil else { return false }
        let next = queue.list.first { $0.room == room && $0.isPending }
        return next?.mutation.opensRoom(to: user) ?? false
    }

    /// Whether any item of this room waits or is under way.
    func waits(for room: RoomName) -> Bool { queue.open[room] != nil }

    /// Whether a change of somebody's membership in the room waits for the server.
    public func isChangingMembership(in room: RoomName) -> Bool {
        waits(for: room)
            && queue.list.contains { item in
                if case .membership = item.mutation { item.room == room && item.isPending } else { false }
            }
    }

    /// The room's newest message that waits or is under way.
    func newestMessage(in room: RoomName) -> Item? {
        guard waits(for: room) else { return nil }
        return queue.list.last { item in
            if case .message = item.mutation { item.room == room && item.isPending } else { false }
        }
    }

    /// Whether no item waits or is under way.
    public var isIdle: Bool { queue.open.isEmpty }

    private mutating func count(_ number: UInt64) {
        if number >= next { next = min(number, Limits.largestInteger) + 1 }
    }
}

// Commands of the user.
extension Outbox {
    /// Adds an item. Returns why it cannot be added, or `nil`.
    mutating func add(_ item: Item) -> WireError? {
        guard count < Limits.outboxItems else { return .outboxFull }
        if let error = fault(of: item.upload.map { [$0] } ?? []) { return error }
        return queue.append(item) ? nil : .ticketTaken
    }

    /// Moves a failed item to the end, to get a new number. Returns it, or `nil` if it has not
    /// failed. A held item is not sent again: the server has it.
    mutating func retry(_ ticket: Ticket) -> Item? {
        guard var item = queue[ticket], case .failed(let error) = item.state, error.code != .held else { return nil }
        queue.remove(ticket)
        item.state = .waiting
        (item.attempts, item.failures, item.losses) = (0, 0, 0)
        (item.isUncertain, item.refusal) = (false, nil)
        queue.append(item)
        return item
    }

    /// Removes an item. Returns whether it was there and had certainly not been sent.
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
        /// The number that the server must have accepted before this one.
        var after: UInt64?
        /// Whether the number is new, and must be journaled before it is used.
        var isNew: Bool
    }

    /// There is a new connection; nothing is under way on it.
    mutating func connected() { window.connected() }

    /// The connection is lost: replies to items under way will not come. Returns whether there were
    /// any.
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

    /// Takes the next item to send, if one may be sent. `isJoined` tells whether a room is joined.
    mutating func sendNext(_ isJoined: (RoomName) -> Bool) -> Outgoing? {
        let numbers = underWay.compactMap { queue[$0]?.number }
        guard window.admits(numbers), let ticket = turn(isJoined), let item = queue[ticket] else { return nil }
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

    /// The next item to send.
    ///
    /// No item overtakes an earlier one of its room, except a message that waits for its file.
    /// Items whose number may already have been sent go first, the lowest number first, so that
    /// each can name a lower one.
    private func turn(_ isJoined: (RoomName) -> Bool) -> Ticket? {
        // All items have failed.
        if queue.open.isEmpty { return nil }
        func isOpen(_ item: Item) -> Bool { !item.mutation.needsJoin || isJoined(item.room) }
        var numbered = queue.numbered - underWay.count
        var lowest: Item?
        var first: Ticket?
        var passed = 0
        var rooms: Set<RoomName> = []
        var filesWait: Set<RoomName> = []
        /// Albums with a photo that is not uploaded yet; `nil` before the first question about an
        /// album.
        var incomplete: Set<UInt64>?
        /// Albums with a photo that was sent and not answered yet.
        var begun: Set<UInt64> = []
        func isIncomplete(_ album: UInt64) -> Bool {
            if let incomplete { return incomplete.contains(album) }
            var found: Set<UInt64> = []
            for item in queue.list where item.isPending && item.lacksFile {
                if let album = item.album { found.insert(album) }
            }
            incomplete = found
            return found.contains(album)
        }
        for item in queue.list {
            if first != nil && numbered <= 0 { break }
            if item.state == .sending && first == nil { passed += 1 }
            // Until the server has accepted the item, it can lose the file.
            if item.isPending && item.upload != nil && (item.lacksFile || item.state == .sending) {
                if case .message = item.mutation { filesWait.insert(item.room) } else { rooms.insert(item.room) }
            }
            if item.state == .sending, let album = item.album { begun.insert(album) }
            guard item.state == .waiting, !item.lacksFile else { continue }
            if item.number != nil { numbered -= 1 }
            if item.number == nil, item.upload != nil {
                // Nothing else comes between a photo and the one before it.
                if let album = item.album, begun.contains(album) { rooms.insert(item.room) }
                if let album = item.album, isIncomplete(album) { filesWait.insert(item.room) }
                if filesWait.contains(item.room) { continue }
            }
            guard rooms.insert(item.room).inserted else { continue }
            if let number = item.number {
                if number < lowest?.number ?? .max { lowest = item }
            } else if first == nil && isOpen(item) {
                first = item.ticket
            }
        }
        guard let lowest else { return passed == underWay.count ? first : nil }
        let highest = underWay.compactMap { queue[$0]?.number }.max() ?? 0
        return isOpen(lowest) && lowest.number ?? 0 > highest ? lowest.ticket : nil
    }
}

// Replies.
extension Outbox {
    enum Verdict: Hashable {
        /// Try again: at once, or after this many milliseconds.
        case again(Int64?)
        /// Join the room first; try again after this many milliseconds.
        case rejoin(Int64)
        /// Upload the file first.
        case upload
        case failed
    }

    /// The item is in the log as event `seq`. Returns the item if it was still open.
    mutating func sent(_ ticket: Ticket, seq: Seq) -> Item? {
        guard let item = queue[ticket], item.isPending, let number = item.number else { return nil }
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

    /// Removes items that are in the log and in their timeline. Returns them. If too many wait, the
    /// oldest go anyway.
    mutating func forgetSent(_ hasArrived: (RoomName, Seq) -> Bool) -> [(Item, seq: Seq)] {
        var gone: [(Item, seq: Seq)] = []
        let surplus = delivered.count - Limits.outboxDelivered
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

    /// The room has another log now, or one that ends with `head`: later events of the old one will
    /// not come. Returns the removed items.
    mutating func lost(_ room: RoomName, after head: Seq = 0) -> [Item] {
        delivered.isEmpty ? [] : removeLost(in: room, after: head)
    }

    /// Not inlined: the page loads this function later than the one above.
    @inline(never)
    private mutating func removeLost(in room: RoomName, after head: Seq) -> [Item] {
        let lost = delivered.compactMap { queue[$0] }.filter { item in
            guard item.room == room, case .sent(let seq) = item.state else { return false }
            return seq > head
        }
        for item in lost { queue.remove(item.ticket) }
        delivered.removeAll { queue[$0] == nil }
        return lost
    }

    /// Whether any item of this room is here, failed ones included.
    func holds(_ room: RoomName) -> Bool { queue.list.contains { $0.room == room } }

    mutating func refused(
        _ ticket: Ticket, _ error: WireError, attempts: Chat.Configuration.Attempts, random: UInt64
    ) -> Verdict {
        guard let item = queue[ticket], item.state == .sending else { return .again(nil) }
        underWay.removeAll { $0 == ticket }
        window.refused()
        queue.update(ticket) {
            $0.state = .waiting
            $0.attempts += 1
            // With a time to wait, the server has stored nothing.
            if error.code == .storageFailed, error.retry == nil { $0.isUncertain = true }
        }
        if error.code == .numberPassed || error.code == .numberConflict { return renumber(ticket, error) }
        if error.code == .noSuchFile, item.upload != nil { return unattach(ticket, error) }
        guard error.code.isTemporary || error.code == .notJoined else {
            // The server has decided about it, so it takes what is sent again.
            refusals = 0
            return fail(ticket, error)
        }
        if error.code == .outOfTurn { return outOfTurn(ticket, error, random) }
        if error.code.isTemporary { queue.update(ticket) { $0.refusal = error } }
        if case .limited(let most) = attempts, item.attempts + 1 >= most, queue[ticket]?.isUncertain == false {
            return fail(ticket, error)
        }
        return error.code == .notJoined ? .rejoin(pause(error, random)) : .again(pause(error, random))
    }

    /// An earlier item was refused, so this one was, too. The earlier one's pause is enough the
    /// first time.
    private mutating func outOfTurn(_ ticket: Ticket, _ error: WireError, _ random: UInt64) -> Verdict {
        let turns = queue[ticket]?.turns ?? 0
        queue.update(ticket) {
            $0.attempts -= 1
            $0.turns += 1
        }
        return .again(turns == 0 ? nil : pause(error, random))
    }

    private mutating func pause(_ error: WireError, _ random: UInt64) -> Int64 {
        // Items that were sent together are refused together; that counts as one refusal.
        defer { if underWay.isEmpty { refusals = min(refusals + 1, 16) } }
        return Backoff.delay(failures: refusals, advice: error.retry, random: random)
    }

    /// The server has passed this number: the item is not in the log, and never will be under it.
    ///
    /// This happens after a journal was restored from an older copy. The server does not say how
    /// far it has counted, so each step is longer than the last.
    private mutating func renumber(_ ticket: Ticket, _ error: WireError) -> Verdict {
        guard passes < Limits.outboxPasses, next <= Limits.largestInteger else { return fail(ticket, error) }
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

    /// The user changed: nothing is sent in the new one's name. Returns the items that were open,
    /// and why each failed.
    mutating func disown() -> [(Item, WireError)] {
        let items = queue.list.filter { $0.isPending }.map { item in
            (item, item.number == nil ? WireError.otherUser : .fateUnknown)
        }
        for (item, error) in items { fail(item.ticket, error) }
        return items
    }

    /// The room refused the user for good: its waiting items fail, except those that need no join.
    /// Returns them.
    mutating func fail(all room: RoomName, _ error: WireError) -> [Item] {
        let items = queue.list.filter {
            $0.room == room && $0.mutation.needsJoin && ($0.state == .waiting || $0.isUploading)
        }
        for item in items { fail(item.ticket, item.isUncertain ? .fateUnknown(in: error) : error) }
        return items
    }

    /// The item that became this event: same device, same number, same content.
    func item(of event: Event, in room: RoomName, device: DeviceID) -> Item? {
        guard let idempotencyKey = event.idempotencyKey, idempotencyKey.device == device,
            let ticket = queue.ticket(of: idempotencyKey.number)
        else {
            return nil
        }
        return queue[ticket].flatMap { $0.room == room && $0.mutation.became(event.content) ? $0 : nil }
    }

    /// This number is in the log: no number up to it is assigned again.
    mutating func saw(_ number: UInt64) {
        // A jump this large cannot come from this device.
        guard number < next || number - next < 1 << 40 else { return }
        count(number)
        window.seen(number)
    }
}
