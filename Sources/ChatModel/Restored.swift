import ChatWire

/// What the journal holds: all its records, folded.
public struct Restored: Hashable, Sendable {
    /// The id of this installation.
    public private(set) var device: DeviceID?
    /// The user's identity.
    public private(set) var identity: Identity?
    /// The next number to assign.
    public private(set) var next: UInt64 = 1
    /// The rooms that the user wants to be in.
    public private(set) var rooms: [RoomName] = []
    /// The user's read marks.
    public private(set) var marks: [RoomName: Seq] = [:]
    /// How far somebody else has read in each room.
    public private(set) var seen: [RoomName: Seq] = [:]
    /// The cached part of each room's log.
    public private(set) var excerpts: [RoomName: Record.Excerpt] = [:]
    /// What is known of each room besides its events.
    public private(set) var descriptions: [RoomName: Description] = [:]
    /// What the user has chosen about rooms, as far as it is not the default.
    public private(set) var choices: [RoomName: Choice] = [:]
    /// The people whom the user blocks.
    public private(set) var blocked: Set<UserID> = []
    /// What the user has written and not sent.
    public private(set) var drafts: [RoomName: ComposerDraft] = [:]
    /// The reports that the server does not have yet, in order.
    public private(set) var reports: [PendingReport] = []
    private(set) var queue = OutboxQueue()

    /// What is known of a room besides its events.
    public struct Description: Hashable, Sendable {
        /// Its settings and the user's own place.
        public var info: RoomInfo
        /// The other person of a direct room.
        public var partner: Author?
    }

    /// An empty journal.
    public init() {}

    /// Folds all records.
    public init(_ records: some Sequence<Record>) {
        for record in records { fold(record) }
    }

    /// The items that wait or failed, in order.
    public var items: [Outbox.Item] { queue.items }

    /// Folds the next record. A record that does not fit, such as one of an unknown ticket, changes
    /// nothing.
    public mutating func fold(_ record: Record) {
        switch record {
        case .device(let device): self.device = device
        case .identity(let identity): self.identity = identity
        case .intended(let item):
            queue.remove(item.ticket)
            queue.append(item)
            if let number = item.number { count(number) }
        case .numbered(let ticket, let number):
            count(number)
            queue.update(ticket) {
                $0.number = number
                $0.isUncertain = true
            }
        case .settled(let ticket), .dropped(let ticket): queue.remove(ticket)
        case .counted(let next): self.next = max(self.next, min(next, Limits.largestInteger + 1))
        case .rooms(let rooms): self.rooms = rooms
        case .read(let room, let seq): marks[room] = seq
        case .seen(let room, let seq): seen[room] = seq == 0 ? nil : seq
        case .cached(let room, let excerpt):
            var merged = (excerpts[room]?.continued(by: excerpt) ?? excerpt).newest
            merged.dropsBefore = nil
            excerpts[room] = merged
        case .described(let room, let info, let partner):
            descriptions[room] = Description(info: info, partner: partner)
        case .chosen(let room, let choice): choices[room] = choice == Choice() ? nil : choice
        case .blocked(let people): blocked = Set(people)
        case .drafted(let room, let text, let isSaved):
            drafts[room] = text.isEmpty && isSaved ? nil : ComposerDraft(text, isSaved: isSaved)
        case .uploaded, .unattached, .failed, .reporting, .reported, .forgot: foldRare(record)
        }
    }

    /// Records of files, failures and reports. Not inlined: the page loads this function later than
    /// the one above.
    @inline(never)
    private mutating func foldRare(_ record: Record) {
        switch record {
        case .uploaded(let ticket, let attachment):
            queue.update(ticket) { $0.mutation = $0.mutation.attaching(attachment) }
        case .unattached(let ticket, let id): queue.update(ticket) { $0.unattach(id) }
        case .failed(let ticket, let error):
            queue.update(ticket) {
                $0.state = .failed(error)
                $0.number = nil
            }
        case .reporting(let room, let seq, let report):
            reports.removeAll { $0.room == room && $0.seq == seq }
            reports.append(PendingReport(room: room, seq: seq, report))
        case .reported(let room, let seq): reports.removeAll { $0.room == room && $0.seq == seq }
        case .forgot(let room):
            descriptions[room] = nil
            marks[room] = nil
            seen[room] = nil
            excerpts[room] = nil
        default: break
        }
    }

    private mutating func count(_ number: UInt64) {
        next = max(next, min(number, Limits.largestInteger) + 1)
    }

    /// The smallest list of records that folds to this value: the content of a compacted journal.
    public var records: [Record] {
        var records: [Record] = []
        if let device { records.append(.device(device)) }
        if let identity { records.append(.identity(identity)) }
        if next > 1 { records.append(.counted(next: next)) }
        if !rooms.isEmpty { records.append(.rooms(rooms)) }
        records += queue.items.map { .intended($0) }
        records += reports.map { .reporting($0.room, $0.seq, $0.report) }
        for room in Set(marks.keys).inOrder { if let mark = marks[room] { records.append(.read(room, mark)) } }
        for room in Set(seen.keys).inOrder { if let seq = seen[room] { records.append(.seen(room, seq)) } }
        for room in Set(drafts.keys).inOrder {
            if let draft = drafts[room] { records.append(.drafted(room, draft.text, isSaved: draft.due == nil)) }
        }
        for room in Set(descriptions.keys).inOrder {
            if let known = descriptions[room] {
                records.append(.described(room, known.info, partner: known.partner))
            }
        }
        for room in Set(choices.keys).inOrder {
            if let choice = choices[room] { records.append(.chosen(room, choice)) }
        }
        if !blocked.isEmpty { records.append(.blocked(blocked.inOrder)) }
        for room in Set(excerpts.keys).inOrder {
            if let excerpt = excerpts[room] { records.append(.cached(room, excerpt)) }
        }
        return records
    }
}

extension Record.Excerpt {
    /// This excerpt continued by `other`. If `other` does not follow it, the result is `other`.
    func continued(by other: Record.Excerpt) -> Record.Excerpt {
        guard epoch == other.epoch, other.end >= end, other.first <= end + 1, other.first >= first else { return other }
        var merged = self
        merged.end = other.end
        if let least = other.dropsBefore, least > first {
            merged.first = min(least, end + 1)
            merged.events.removeAll { $0.seq < least }
        }
        for event in other.events { merged.put(event) }
        return merged
    }

    /// The newest ``ChatWire/Limits/cachedEvents`` messages of it, with the changes of the room
    /// after the first of them; the newest ``ChatWire/Limits/changesShown``.
    var newest: Record.Excerpt {
        var newest = self
        let messages = events.indices.filter { events[$0].content.isShown }
        if messages.count > Limits.cachedEvents {
            let first = messages[messages.count - Limits.cachedEvents]
            newest.first = events[first].seq
            newest.events.removeFirst(first)
        }
        var surplus = newest.events.count { !$0.content.isShown } - Limits.changesShown
        newest.events.removeAll { event in
            guard surplus > 0, !event.content.isShown else { return false }
            surplus -= 1
            return true
        }
        return newest
    }

    private mutating func put(_ event: Event) {
        guard event.seq >= first, event.seq <= end else { return }
        if event.seq > events.last?.seq ?? 0 {
            events.append(event)
        } else if let index = events.lastIndex(where: { $0.seq <= event.seq }), events[index].seq == event.seq {
            events[index] = event
        }
    }
}
