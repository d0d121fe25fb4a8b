import ChatRooms
import ChatWire

/// Finds the last messages of the rooms of one list, each as it stands now.
///
/// Most rooms have one among their last few events. In others, many people have joined or reacted
/// since: then the events before are looked at, too, and ``MessageGaps`` notes them.
struct LastMessages {
    private let gaps: MessageGaps
    /// How many events may still be looked at behind the last few of each room.
    private var left: Int

    /// - Parameter scan: events that may be looked at for all rooms together. The rest is looked at
    ///   for later lists.
    init(_ gaps: MessageGaps, scan: Int = Limits.lastMessageScanOfPage) {
        (self.gaps, left) = (gaps, scan)
    }

    /// The last message of a room; `nil` if there is none that can be read, or if it was not found
    /// yet.
    ///
    /// - Parameter first: no earlier event counts
    mutating func find(
        in log: MessageGaps.Log, _ name: RoomName, from first: Seq, head: Seq, _ db: any SQLDatabase
    ) throws -> Event? {
        let known = gaps[log]
        var (end, lowest) = (head, first)
        var (isFar, isNoted, isBounded) = (false, false, known != nil)
        while end >= lowest {
            if let known, known.contains(end) {
                end = known.after
                continue
            }
            if isFar, !isBounded {
                isBounded = true
                // What is past its time is not a message any more.
                let retained = try Expiring.retained(log.room, db)
                if retained >= lowest { lowest = retained + 1 }
                continue
            }
            let most = isFar ? left : Limits.lastMessageScanLeast
            guard most > 0 else { break }
            var start = max(lowest, end - most + 1)
            if let known, known.end < end { start = max(start, known.end + 1) }
            let found = try newestMessage(log.room, start, end, db)
            if isFar { left -= end - (found ?? start) + 1 }
            isFar = true
            end = found ?? start - 1
            guard let found, let key = EventKey(room: log.room, seq: found) else { continue }
            if !isNoted { gaps.note(after: found, end: head, in: log) }
            isNoted = true
            if let message = try message(key, name, db) { return message }
            end = found - 1
        }
        // Behind `lowest` there is none either.
        if end < lowest { end = min(end, first - 1) }
        if !isNoted { gaps.note(after: end, end: head, in: log) }
        return nil
    }

    private func newestMessage(_ room: Int64, _ first: Seq, _ last: Seq, _ db: any SQLDatabase) throws -> Seq? {
        guard let lower = EventKey(room: room, seq: first), let upper = EventKey(room: room, seq: last) else {
            return nil
        }
        let find = try RawStatement(
            "SELECT id FROM event WHERE id BETWEEN ? AND ? AND kind = ? ORDER BY id DESC LIMIT 1", in: db)
        find.bind(lower.number, at: 1)
        find.bind(upper.number, at: 2)
        find.bind(ContentColumns.Kind.message.rawValue, at: 3)
        return try find.step() ? EventKey(number: find.integer(0)).seq : nil
    }

    /// `nil` for a damaged message. The room's history shows that it is damaged.
    private func message(_ key: EventKey, _ room: RoomName, _ db: any SQLDatabase) throws -> Event? {
        do {
            guard let said = try EventReader.event(key, room: room, db) else { return nil }
            return try EventReader.targetMessage(said, key, room: room, db)?.event
        } catch is Damage {
            return nil
        }
    }
}
