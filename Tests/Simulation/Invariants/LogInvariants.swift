import ChatModel
import ChatWire

/// What the server's log must be.
extension Checker {
    /// INV1: what was acknowledged is in the log of its epoch, for good: through crashes, power
    /// cuts and full disks.
    func durability() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(_, .sent(_, let room, _, let seq, let id, _)) = entry.what, let epoch = epochAt[index]
            else { continue }
            if event(epoch, room, seq)?.id != id {
                return Violation(
                    .durability, "An acknowledged event is not in the log of \(room.text) at \(seq).", [index])
            }
        }
        return nil
    }

    /// INV2: the author of each event in a log, and of each delivered event, has asked for it, in
    /// that room and with that content.
    func noPhantom() -> Violation? {
        for (_, rooms) in history.logs {
            for (room, events) in rooms {
                for event in events where !wasAsked(event, room, in: events) {
                    return Violation(.noPhantom, "Nobody asked for \(event.seq) of \(room.text): \(event.content).")
                }
            }
        }
        for (index, entry) in history.entries.enumerated() {
            guard case .heard(_, _, .event(let room, let epoch, let heard)) = entry.what else { continue }
            guard let kept = event(epoch, room, heard.seq), kept.id == heard.id, kept.author == heard.author,
                wasAsked(heard, room, in: [])
            else {
                return Violation(.noPhantom, "\(heard.seq) of \(room.text) was delivered, and nobody said it.", [index])
            }
        }
        return nil
    }

    /// Whether an event is what its device asked for under its number, edits and deletions of `log`
    /// allowed for.
    private func wasAsked(_ event: Event, _ room: RoomName, in log: [Event]) -> Bool {
        if event.idempotencyKey == nil, case .message(let message) = event.content {
            return room == .lobby && guestTexts.contains(message.text)
                || filteredTexts[message.text] == event.author.user
        }
        guard let idempotencyKey = event.idempotencyKey,
            let asked = asked[Key(device: idempotencyKey.device, number: idempotencyKey.number)],
            asked.room == room
        else { return false }
        switch (event.content, asked.mutation) {
        case (.message(let message), .message(let text, let reply, let payload, let attachment)):
            guard message.reply == reply, message.attachment == attachment else { return false }
            guard let edited = message.edited else { return message.text == text && message.payload == payload }
            return log.contains { edit in
                guard edit.seq == edited, case .edit(event.seq, message.text, let replaced) = edit.content else {
                    return false
                }
                return message.payload == replaced ?? payload
            }
        case (.deleted(let by), .message):
            return log.contains { $0.seq == by && $0.content == .deletion(of: event.seq) }
        case (.edit(let of, let text, let payload), .edit(let askedOf, let askedText, let askedPayload)):
            guard of == askedOf else { return false }
            return text.isEmpty || text == askedText && (askedPayload == nil || payload == askedPayload)
        case (.membership(var change), .membership(let wanted)):
            // The log has the link of a join, not its secret.
            if let use = change.link, use.link != wanted.code?.link { return false }
            change.link = nil
            return .membership(change) == asked.mutation.content
        default: return event.content == asked.mutation.content
        }
    }

    /// INV3: one intent is at most one event: no (user, device, number) twice, and no text, for
    /// here every text is different.
    func exactlyOnce() -> Violation? {
        for (epoch, rooms) in history.logs {
            var keys: Set<[UInt64]> = []
            var texts: Set<String> = []
            for (room, events) in rooms.sorted(by: { $0.key.text < $1.key.text }) {
                for event in events {
                    if let idempotencyKey = event.idempotencyKey {
                        let device = idempotencyKey.device
                        let user = event.author.user
                        let key = [user.high, user.low, device.high, device.low, idempotencyKey.number]
                        if !keys.insert(key).inserted {
                            return Violation(
                                .exactlyOnce, "Number \(idempotencyKey.number) is twice in epoch \(epoch.number).")
                        }
                    }
                    if case .message(let message) = event.content, message.edited == nil,
                        !texts.insert(message.text).inserted
                    {
                        return Violation(.exactlyOnce, "“\(message.text)” is twice in \(room.text).")
                    }
                }
            }
        }
        return nil
    }

    /// INV4: every acknowledgement of a number names the same event.
    func oneAnswer() -> Violation? {
        struct Answer { var index: Int, room: RoomName, seq: Seq, id: EventID }
        var answers: [Epoch: [Key: Answer]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, .sent(_, let room, let number?, let seq, let id, _)) = entry.what,
                let epoch = epochAt[index], let device = speakers[link]
            else { continue }
            let key = Key(device: device, number: number)
            if let first = answers[epoch]?[key], first.room != room || first.seq != seq || first.id != id {
                return Violation(.oneAnswer, "Number \(number) was answered in two ways.", [first.index, index])
            }
            answers[epoch, default: [:]][key] = Answer(index: index, room: room, seq: seq, id: id)
        }
        return nil
    }

    /// INV5: a number that was used for something else is refused as such (143), and only such a
    /// one is.
    func keyReuse() -> Violation? {
        struct Use { var index: Int, room: RoomName, mutation: Mutation }
        var uses: [Key: [Use]] = [:]
        var requests: [LinkID: [UInt64: (key: Key, use: Use)]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .reached(let link, let frame):
                guard case .mutate(let room, let number?, _, let mutation) = frame.request, let device = speakers[link]
                else { continue }
                let key = Key(device: device, number: number)
                let use = Use(index: index, room: room, mutation: mutation)
                uses[key, default: []].append(use)
                requests[link, default: [:]][frame.ref] = (key, use)
            case .answered(let link, .sent(let ref, _, _, _, _, _)):
                guard let (key, use) = requests[link]?[ref], let first = asked[key] else { continue }
                if first.room != use.room || first.mutation != use.mutation {
                    return Violation(
                        .keyReuse, "Number \(key.number) was accepted with another content.", [use.index, index])
                }
            case .answered(let link, .error(let ref?, let error)) where error.code == .numberConflict:
                guard let (key, use) = requests[link]?[ref] else { continue }
                let others = uses[key, default: []].filter { $0.room != use.room || $0.mutation != use.mutation }
                if others.isEmpty {
                    return Violation(
                        .keyReuse, "Number \(key.number) was refused as used, and was not.", [use.index, index])
                }
            default: break
            }
        }
        return nil
    }

    /// INV6: a room's events are numbered 1, 2, 3, …
    func gapless() -> Violation? {
        for (_, rooms) in history.logs {
            for (room, events) in rooms {
                for (position, event) in events.enumerated() where event.seq != Seq(count: position + 1) {
                    return Violation(.gapless, "\(room.text) has \(event.seq) where \(position + 1) belongs.")
                }
            }
        }
        return nil
    }

    /// INV7: no two observers see different events under one (room, epoch, number).
    func agreement() -> Violation? {
        var seen: [Epoch: [Place: (id: EventID, index: Int)]] = [:]
        for (epoch, rooms) in history.logs {
            for (room, events) in rooms {
                for event in events { seen[epoch, default: [:]][Place(room: room, seq: event.seq)] = (event.id, -1) }
            }
        }
        for (index, entry) in history.entries.enumerated() {
            for (epoch, room, event) in events(in: entry.what) {
                let place = Place(room: room, seq: event.seq)
                if let known = seen[epoch]?[place], known.id != event.id {
                    return Violation(
                        .agreement, "\(room.text) \(event.seq) is two events.", [known.index, index].filter { $0 >= 0 })
                }
                seen[epoch, default: [:]][place] = (event.id, index)
            }
        }
        return nil
    }

    /// The events that a client heard of in an observation.
    private func events(in observation: Observation) -> [(Epoch, RoomName, Event)] {
        switch observation {
        case .heard(_, _, .event(let room, let epoch, let event)): [(epoch, room, event)]
        case .heard(_, _, .page(_, let room, let epoch, _, let events)): events.map { (epoch, room, $0) }
        default: []
        }
    }

    /// INV17: a transaction whose end was not seen is in the log wholly or not at all.
    func atomicity() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .diskFailed(let doubtful, _) = entry.what, let epoch = epochAt[index] else { continue }
            let kept = Set((history.logs[epoch] ?? [:]).values.joined().map(\.id))
            let found = doubtful.filter { kept.contains($0) }
            if !found.isEmpty, found.count < doubtful.count {
                let text = "Of a commit of \(doubtful.count) events \(found.count) were kept."
                return Violation(.atomicity, text, [index])
            }
        }
        return nil
    }

    /// INV28: after the disk has failed nothing more is acknowledged by that process.
    func failedDisk() -> Violation? {
        var heads: [RoomName: Seq]?
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .diskFailed(_, let committed): heads = committed
            case .booted: heads = nil
            case .answered(_, .sent(_, let room, _, let seq, _, _)):
                if let heads, seq > heads[room] ?? 0 {
                    return Violation(.failedDisk, "\(room.text) \(seq) was acknowledged by a failed disk.", [index])
                }
            default: break
            }
        }
        return nil
    }
}

extension Violation {
    init(_ invariant: Invariant, _ sentence: String, _ entries: [Int] = []) {
        self.init(invariant: invariant, sentence: sentence, entries: entries)
    }
}
