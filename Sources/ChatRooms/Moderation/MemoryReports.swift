import ChatWire

/// The reports and moderation logs of a ``MemoryStore``.
struct MemoryReports {
    private struct Key: Hashable {
        var room: RoomName
        var seq: Seq
    }

    private struct Entry {
        var number: UInt64
        /// The author of the message.
        var author: UserID
        var known = ReportCase()
        var notes: [ReportNote] = []
    }

    private struct Action {
        var number: UInt64
        /// `nil` for the event `seq`.
        var decided: ModerationAction.Deed?
        var seq: Seq
        /// The author of the message that was reported or held.
        var about: Author?
    }

    private var entries: [Key: Entry] = [:]
    private var actions: [RoomName: [Action]] = [:]
    private var lastEntry: UInt64 = 0
    private var lastAction: UInt64 = 0

    /// - Parameters:
    ///   - event: the message, as it stands now
    ///   - isOutranked: ``ReportChange/isOutranked(by:_:)``
    mutating func apply(_ change: ReportChange, to event: Event, isOutranked: () -> Bool) -> ReportOutcome {
        let key = Key(room: change.room, seq: change.seq)
        switch change.act {
        case .report(let report): return keep(report, change, event, key)
        case .resolve(let resolution): return decide(resolution, change, event, key, isOutranked)
        }
    }

    private mutating func keep(_ report: Report, _ change: ReportChange, _ event: Event, _ key: Key) -> ReportOutcome {
        let entry = entries[key]
        let isRepeated = entry?.notes.contains { $0.by?.user == change.author.user } ?? false
        let outcome = ReportChange.outcome(ofReporting: event, entry?.known, isRepeated: isRepeated) {
            open(change.author.user, change.room)
        }
        guard outcome == .done else { return outcome }
        var kept: Entry
        if let entry, entry.known.decided == nil {
            kept = entry
        } else {
            lastEntry += 1
            kept = Entry(number: lastEntry, author: event.author.user)
        }
        kept.known.count += 1
        kept.notes.append(ReportNote(report, at: change.at, by: change.author))
        entries[key] = kept
        return .done
    }

    private func open(_ user: UserID, _ room: RoomName) -> ModerationCounts {
        var open = ModerationCounts(ofUser: 0, inRoom: 0, onServer: 0)
        for (key, entry) in entries {
            let count = UInt64(entry.notes.count)
            open.onServer += count
            if key.room == room { open.inRoom += count }
            if entry.notes.contains(where: { $0.by?.user == user }) { open.ofUser += 1 }
        }
        return open
    }

    private mutating func decide(
        _ resolution: Resolution, _ change: ReportChange, _ event: Event, _ key: Key, _ isOutranked: () -> Bool
    ) -> ReportOutcome {
        let outcome = ReportChange.outcome(
            of: resolution, by: change.author.user, entries[key]?.known, isOutranked: isOutranked)
        guard outcome == .done, var entry = entries[key] else { return outcome }
        let reports = entry.known.count
        entry.known.decided = .init(resolution.decision, by: change.author.user, edited: event.newestEdit)
        entry.notes = []
        entries[key] = entry
        let deed = ModerationAction.Deed.decided(
            resolution, of: change.seq, reports: reports, by: change.author, at: change.at)
        note(Action(number: 0, decided: deed, seq: change.seq, about: event.author), in: change.room)
        return .done
    }

    /// Adds a decision about a held message to the moderation log of its room.
    ///
    /// - Parameter seq: the number of the event that it became
    mutating func note(_ change: HeldChange, about: Author, _ seq: Seq?) {
        note(Action(number: 0, decided: change.deed(seq), seq: seq ?? 0, about: about), in: change.room)
    }

    /// Adds an event to the moderation log of its room.
    mutating func note(_ event: Event, in room: RoomName) { note(Action(number: 0, seq: event.seq), in: room) }

    private mutating func note(_ action: Action, in room: RoomName) {
        lastAction += 1
        var action = action
        action.number = lastAction
        actions[room, default: []].append(action)
    }

    /// The message was deleted: what was said about it may repeat it.
    mutating func wipe(_ seq: Seq, in room: RoomName) {
        let key = Key(room: room, seq: seq)
        for index in (entries[key]?.notes ?? []).indices { entries[key]?.notes[index].report.text = nil }
    }

    /// The message is past its time.
    mutating func forget(_ seq: Seq, in room: RoomName) {
        let key = Key(room: room, seq: seq)
        if let entry = entries[key], entry.known.decided == nil { entries[key] = nil }
    }

    /// - Parameter message: as it stands now
    func queue(
        of room: RoomName?, for user: UserID, showingReporters: Bool, after: UInt64, limit: Int,
        message: (RoomName, Seq) -> Event?
    ) -> (reports: [ReportedMessage], next: UInt64?) {
        let waiting = entries.filter { key, entry in
            entry.known.decided == nil && entry.author != user && entry.number > after && room ?? key.room == key.room
        }.sorted { $0.value.number < $1.value.number }
        let taken = waiting.prefix(max(1, limit))
        let page = taken.compactMap { key, entry in
            message(key.room, key.seq).map { event in
                let notes = entry.notes.prefix(Limits.reportNotes).map { note in
                    var note = note
                    if !showingReporters { note.by = nil }
                    return note
                }
                return ReportedMessage(
                    number: entry.number, room: key.room, message: event, count: entry.known.count, notes: notes)
            }
        }
        return (page, taken.count < waiting.count ? taken.last?.value.number : nil)
    }

    func log(
        of room: RoomName, for user: UserID, before: UInt64?, limit: Int, event: (Seq) -> Event?
    ) -> (actions: [ModerationAction], next: UInt64?) {
        let shown = (actions[room] ?? []).reversed().filter { $0.number < before ?? .max && $0.about?.user != user }
        let taken = shown.prefix(max(1, limit))
        let page = taken.compactMap { action -> ModerationAction? in
            if let decided = action.decided {
                return ModerationAction(number: action.number, decided, about: action.about)
            }
            guard let found = event(action.seq) else { return nil }
            var about: Author?
            if case .deletion(let of, _) = found.content { about = event(of)?.author }
            return ModerationAction(number: action.number, .event(found), about: about)
        }
        return (page, taken.count < shown.count ? taken.last?.number : nil)
    }
}
