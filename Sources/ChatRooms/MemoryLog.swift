import ChatWire

/// The log of every room, as a value, and how a batch changes it.
struct MemoryLog {
    var isClosed = false
    private(set) var files = MemoryFiles()
    private(set) var reports = MemoryReports()
    private(set) var held = MemoryHeld()
    private(set) var rooms: [RoomName: MemoryRoom] = [:]
    private(set) var memberships = MemoryMemberships()
    private(set) var choices = MemoryChoices()
    private(set) var drafts = MemoryDrafts()
    private(set) var clock: ClockRecord?
    private var devices = MemoryDevices()

    mutating func append(_ batch: Batch) -> Appended {
        var appended = Appended()
        for file in batch.files { appended.files.append(files.record(file)) }
        for newEvent in batch.newEvents { appended.outcomes.append(append(newEvent, &appended.removed)) }
        for mark in batch.marks { keep(mark) }
        for draft in batch.kept { drafts.keep(draft) }
        for change in batch.reports { appended.reports.append(apply(change)) }
        for change in batch.decisions { appended.decisions.append(apply(change, &appended.removed)) }
        if let before = batch.unusedBefore { appended.removed += files.forgetUnused(before: before) }
        if let clock = batch.clock { self.clock = clock }
        if let expiry = batch.expiry { appended.expired = expire(expiry, &appended.removed) }
        return appended
    }

    private mutating func append(_ newEvent: NewEvent, _ removed: inout [FilePlace]) -> AppendOutcome {
        guard let idempotencyKey = newEvent.idempotencyKey else { return write(newEvent, &removed) }
        let user = newEvent.author.user
        if held.contains(idempotencyKey, of: user) { return .held }
        let accepted = devices.highest(of: idempotencyKey, of: user)
        guard idempotencyKey.number > accepted else {
            return newEvent.repeated(first(of: idempotencyKey, user))
        }
        guard accepted >= newEvent.after ?? 0 else { return .outOfTurn }
        let outcome = write(newEvent, &removed)
        if case .appended(let event) = outcome {
            devices.note(idempotencyKey, of: user, at: MessagePlace(room: newEvent.room, seq: event.seq))
        }
        return outcome
    }

    /// The event that was appended under a key.
    private func first(of key: IdempotencyKey, _ user: UserID) -> (room: RoomName, event: Event)? {
        guard let place = devices.place(of: key, of: user), let event = rooms[place.room]?[place.seq] else {
            return nil
        }
        return (place.room, event)
    }

    /// All of it in one step.
    private mutating func expire(_ expiry: Expiry, _ removed: inout [FilePlace]) -> Expired {
        var expired = Expired()
        // Also for rooms that nobody has written in.
        expired.drafts = drafts.forget { expiry.retention.cutoff(for: $0, now: expiry.now) }
        for (name, room) in rooms {
            guard let cutoff = expiry.retention.cutoff(for: name, now: expiry.now) else { continue }
            let past = room.events.prefix { $0.at < cutoff || expiry.doubts($0.at) }
            for event in past[..<((past.lastIndex { $0.at < cutoff } ?? -1) + 1)] {
                guard case .message = event.content else { continue }
                for file in event.files { removed += files.forget(file.id) }
                rooms[name]?.wipe(event.seq)
                reports.forget(event.seq, in: name)
                expired.messages += 1
            }
            expired.messages += held.forget(before: cutoff, in: name)
        }
        return expired
    }

    private mutating func keep(_ mark: ReadMark) {
        guard mark.point.seq > self.mark(of: mark.user, in: mark.room)?.seq ?? 0 else { return }
        rooms[mark.room, default: MemoryRoom()].marks[mark.user] = mark.point
    }

    /// - Parameter isPublished: whether it was held, and a moderator publishes it
    private mutating func write(
        _ newEvent: NewEvent, isPublished: Bool = false, _ removed: inout [FilePlace]
    ) -> AppendOutcome {
        let asked = access(of: newEvent, isPublished: isPublished)
        let verdict = newEvent.verdict(
            asked, isNewRoom: head(of: newEvent.room) == 0,
            find: { seq, _ in rooms[newEvent.room]?.targetMessage(seq) }, refusalOfRoom: { nil },
            fileRecord: { files[$0] })
        switch verdict {
        case .refused(let refusal): return .refused(refusal)
        case .held: return hold(newEvent)
        case .written(let target):
            let event = newEvent.event(
                seq: head(of: newEvent.room) + 1, after: lastTime(before: newEvent), about: target,
                by: newEvent.linkUse(asked?.access, rooms[newEvent.room]?.record))
            append(event, to: newEvent.room, about: target, &removed)
            // A published message has made its author wait when it was sent.
            if case .message = event.content, !isPublished { noteSlowMode(newEvent) }
            return .appended(event)
        }
    }

    private mutating func append(
        _ event: Event, to room: RoomName, about target: TargetMessage?, _ removed: inout [FilePlace]
    ) {
        files.give(event.content.files, to: MessagePlace(room: room, seq: event.seq))
        let replaced = event.content.replacedAvatar(rooms[room]?.record) { profile(of: event.author.user) }
        if let replaced { removed += files.forget(replaced.id) }
        if case .deletion(let target, _) = event.content {
            for file in rooms[room]?[target]?.files ?? [] { removed += files.forget(file.id) }
        }
        rooms[room, default: MemoryRoom()].events.append(event)
        fold(event, of: room)
        note(event, in: room)
        if event.isModeration(ofMessageBy: target?.event.author.user) { reports.note(event, in: room) }
    }

    private mutating func hold(_ newEvent: NewEvent) -> AppendOutcome {
        if let refusal = held.keep(newEvent) { return .refused(refusal) }
        noteSlowMode(newEvent)
        return .held
    }

    private mutating func noteSlowMode(_ message: NewEvent) {
        guard rooms[message.room]?.record?.settings.slowMode ?? 0 > 0 else { return }
        rooms[message.room]?.lastMessages[message.author.user] = message.at
    }

    private func lastTime(before newEvent: NewEvent) -> Int64 {
        let room = rooms[newEvent.room]
        return newEvent.lastTime(room?.events.last?.at ?? .min, head: room?.head ?? 0) { room?[$0]?.at }
    }

    private mutating func fold(_ event: Event, of room: RoomName) {
        if case .own(let user) = room.kind { return choices.fold(event.content, of: user) }
        guard room.kind == .group, let user = event.changesPlace else {
            rooms[room]?.fold(event, of: room)
            return
        }
        let before = rooms[room]?.people[user]?.standing.membership ?? .outsider
        rooms[room]?.fold(event, of: room)
        let after = rooms[room]?.people[user]?.standing.membership ?? .outsider
        memberships.note(before, after, of: user)
    }

    private mutating func apply(_ change: ReportChange) -> ReportOutcome {
        let room = rooms[change.room]
        let access = access(to: change.room, of: change.author, change.role)
        switch change.target(access, { room?.targetMessage(change.seq)?.event }) {
        case .failure(let error): return .refused(error)
        case .success(let event):
            return reports.apply(change, to: event) {
                change.isOutranked(by: room?.people[event.author.user]?.standing ?? Standing(), access)
            }
        }
    }

    private mutating func apply(_ change: HeldChange, _ removed: inout [FilePlace]) -> HeldOutcome {
        let access = access(to: change.room, of: change.author, change.role)
        if let outcome = change.outcome(access, { held.known(at: change.place, in: change.room) }) { return outcome }
        guard let newEvent = held.newEvent(at: change.place, in: change.room) else { return .refused(.nothingHeld) }
        var outcome = HeldOutcome.discarded
        var seq: Seq?
        if change.decision.verdict == .publish {
            switch write(newEvent.published(by: change), isPublished: true, &removed).published {
            case .success(let event): (outcome, seq) = (.published(event), event.seq)
            case .failure(let error): return .refused(error)
            }
        }
        held.decide(change)
        reports.note(change, about: newEvent.author, seq)
        return outcome
    }

    /// What the event does to the message it is about.
    private mutating func note(_ event: Event, in room: RoomName) {
        guard let target = event.content.target else { return }
        if case .deletion = event.content {
            // Wiped: the message, and the edits among what is about it.
            for seq in [target] + (rooms[room]?.changes[target] ?? []) {
                rooms[room]?.events[MemoryRoom.index(of: seq)].fold(event)
            }
            reports.wipe(target, in: room)
        } else {
            rooms[room]?.changes[target, default: []].append(event.seq)
        }
    }
}
