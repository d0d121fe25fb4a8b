import ChatModel
import ChatWire

/// What people must see on their phones.
extension Checker {
    /// INV9: what a timeline shows of a stretch of the log is exactly the messages there: each
    /// once, in order, none missing; and an app that takes each message once gets it once, through
    /// restarts too.
    func shownOnce() -> Violation? { shownAsItIs() ?? consumedOnce() }

    private func shownAsItIs() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .showed(_, let room, let timeline) = entry.what, let epoch = timeline.epoch,
                timeline.first <= timeline.end
            else { continue }
            let log = log(epoch, room)
            guard timeline.first >= 1, timeline.end <= Seq(count: log.count) else {
                let text = "\(room.text) shows \(timeline.first)…\(timeline.end) of a log of \(log.count)."
                return Violation(.shownOnce, text, [index])
            }
            let stretch = log[Int(clamping: timeline.first.number) - 1..<Int(clamping: timeline.end.number)]
            let expected = stretch.lazy.filter { $0.content.isMessage }.map(\.id)
            if !expected.elementsEqual(timeline.events.lazy.map(\.id)) {
                let text = "\(room.text) shows \(timeline.events.map(\.seq)) as \(timeline.first)…\(timeline.end)."
                return Violation(.shownOnce, text, [index])
            }
        }
        return nil
    }

    private func consumedOnce() -> Violation? {
        struct Stream: Hashable { var phone: PhoneID, room: RoomName, epoch: Epoch }
        var last: [Stream: (seq: Seq, index: Int)] = [:]
        // What the phone was told of how long the log is.
        var heads: [Stream: Seq] = [:]
        var rights = AllReadingRights(self)
        for (index, entry) in history.entries.enumerated() {
            if case .heard(_, let phone, let frame) = entry.what, let told = frame.toldHead {
                let stream = Stream(phone: phone, room: told.room, epoch: told.epoch)
                heads[stream] = max(heads[stream] ?? 0, told.head)
            }
            guard case .consumed(let phone, let user, let room, let epoch, let event) = entry.what else { continue }
            let stream = Stream(phone: phone, room: room, epoch: epoch)
            let log = log(epoch, room)
            if let before = last[stream] {
                // The app gets only what its user may read. Of a user who was away that may leave
                // out what was said meanwhile. Of one who was removed before their phone had
                // everything, it may also leave out what was said before the removal, even if the
                // settings have changed since they came back.
                let rights = rights(user, room, epoch)
                let head = max(event.seq, heads[stream] ?? 0)
                let next = log.first {
                    $0.seq > before.seq && $0.content.isMessage
                        && ($0.seq == event.seq
                            || rights.mayReadAtFirst($0.seq)
                                && rights.mayAlwaysRead($0.seq, from: event.seq, to: head, at: .max))
                }
                if next?.id != event.id {
                    let text = "After \(before.seq) of \(room.text) an app got \(event.seq)."
                    return Violation(.shownOnce, text, [before.index, index])
                }
            }
            last[stream] = (event.seq, index)
        }
        return nil
    }

    /// INV10: when faults have healed every phone has all of every room that its user is in.
    func completeness() -> Violation? {
        guard let epoch = history.epoch else { return nil }
        for (phone, end) in history.ends {
            for room in end.wanted {
                let log = log(epoch, room)
                guard let timeline = end.timelines[room], timeline.epoch == epoch else {
                    return Violation(.completeness, "Phone \(phone) does not know the log of \(room.text).")
                }
                guard timeline.head == Seq(count: log.count), timeline.end == timeline.head || log.isEmpty,
                    timeline.reachedStart, timeline.reachedEnd
                else {
                    let text =
                        "Phone \(phone) has \(timeline.first)…\(timeline.end) of \(room.text), which has \(log.count)."
                    return Violation(.completeness, text)
                }
            }
        }
        return nil
    }

    /// INV18: what is derived from the log (how much is unread, who reacted) is what the log says.
    func derivedState() -> Violation? {
        guard let epoch = history.epoch else { return nil }
        for (phone, end) in history.ends {
            for room in end.wanted {
                guard let conversation = end.chat.conversations[room], conversation.unread.isExact else { continue }
                let mark = conversation.readMark ?? 0
                let first = end.timelines[room]?.first ?? 1
                let unread = log(epoch, room).count {
                    guard case .message = $0.content, $0.seq >= first else { return false }
                    let author = $0.author.user
                    return $0.seq > mark && author != end.user && !end.chat.blocked.contains(author)
                }
                if conversation.unread.count != unread {
                    let text =
                        "Phone \(phone) counts \(conversation.unread.count) unread in \(room.text), not \(unread)."
                    return Violation(.derivedState, text)
                }
            }
        }
        return nil
    }

    /// INV22: edits, deletions and reactions come to the same for everyone, namely what folding the
    /// log gives; and a deleted text is served to nobody who asks after the deletion was
    /// acknowledged.
    func convergence() -> Violation? { foldedAlike() ?? servedDeleted() }

    private func foldedAlike() -> Violation? {
        for (epoch, rooms) in history.logs {
            for (room, log) in rooms {
                let folded = fold(log)
                for (kept, event) in zip(log, folded) where kept.content.isMessage && kept.content != event.content {
                    let text = "\(room.text) \(event.seq) is served as \(kept.content), and was \(event.content)."
                    return Violation(.convergence, text)
                }
                guard epoch == history.epoch else { continue }
                let messages = folded.filter { $0.content.isMessage }
                for (phone, end) in history.ends where end.wanted.contains(room) {
                    guard let timeline = end.timelines[room], timeline.epoch == epoch else { continue }
                    let readable = messages.drop { $0.seq < timeline.first }
                    for (shown, event) in zip(timeline.events, readable) where shown.content != event.content {
                        let text =
                            "Phone \(phone) shows \(room.text) \(event.seq) as \(shown.content), not \(event.content)."
                        return Violation(.convergence, text)
                    }
                }
            }
        }
        return nil
    }

    /// What folding a log from its beginning gives: each message as it was said, and then what was
    /// done to it.
    private func fold(_ log: [Event]) -> [Event] {
        var folded = log
        for position in folded.indices {
            if log[position].idempotencyKey == nil, case .message(let message) = log[position].content {
                folded[position].content = .message(Message(text: message.text))
            }
            guard let idempotencyKey = log[position].idempotencyKey, log[position].content.isMessage,
                let asked = asked[Key(device: idempotencyKey.device, number: idempotencyKey.number)]
            else { continue }
            folded[position].content = asked.mutation.content
        }
        for event in log {
            guard let of = event.content.target, of >= 1, of <= Seq(count: folded.count) else { continue }
            folded[Int(clamping: of.number) - 1].fold(event)
        }
        return folded
    }

    private func servedDeleted() -> Violation? {
        var deleted: [Epoch: [RoomName: Set<Seq>]] = [:]
        var asks: [LinkID: [UInt64: (index: Int, deleted: [Epoch: Set<Seq>])]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .answered(_, .sent(_, let room, _, let seq, _, _)):
                guard let epoch = epochAt[index], case .deletion(let of, _)? = event(epoch, room, seq)?.content else {
                    continue
                }
                deleted[epoch, default: [:]][room, default: []].insert(of)
            case .reached(let link, let frame):
                guard case .history(let room, _, _) = frame.request else { continue }
                asks[link, default: [:]][frame.ref] = (index, deleted.compactMapValues { $0[room] })
            case .answered(let link, .page(let ref, let room, let epoch, _, let events)):
                guard let ask = asks[link]?[ref], let gone = ask.deleted[epoch] else { continue }
                for event in events where gone.contains(event.seq) || event.content.target.map(gone.contains) == true {
                    if let text = event.content.text, !text.isEmpty {
                        let sentence = "\(room.text) \(event.seq) was deleted, and “\(text)” was served."
                        return Violation(.convergence, sentence, [ask.index, index])
                    }
                }
            default: break
            }
        }
        return nil
    }

    /// INV26: each mutation that a phone accepted ends in exactly one way: it is in a log, or it
    /// visibly failed, or its user gave it up. This also holds when processes are killed.
    func outcome() -> Violation? { endedOnce() ?? settledTruly() }

    private func endedOnce() -> Violation? {
        for (ticket, intention) in intentions {
            guard let end = history.ends[intention.phone] else { continue }
            let isInLog = ticketPlaces.values.contains { $0[ticket] != nil }
            let item = end.chat.outbox.items.first { $0.ticket == ticket }
            if let item, case .failed(let error) = item.state {
                // It may lie in the log of an epoch that was lost.
                let isThere = history.epoch.map { ticketPlaces[$0]?[ticket] != nil } ?? false
                if isThere, error.code != .fateUnknown, !retried.contains(ticket) {
                    return Violation(.outcome, "What is shown as failed (\(error)) is in the log.", [intention.index])
                }
            } else if item == nil, !isInLog, !unwanted.contains(ticket), !isPublished(intention) {
                return Violation(.outcome, "What was wanted is neither in a log nor in sight.", [intention.index])
            }
        }
        return nil
    }

    /// Whether it is a held message that a moderator has published.
    private func isPublished(_ intention: Intention) -> Bool {
        guard case .message(let text, _, _, _) = intention.mutation, filteredTexts[text] != nil else { return false }
        return history.logs.values.contains { rooms in
            (rooms[intention.room] ?? []).contains { event in
                if case .message(let message) = event.content { message.text == text } else { false }
            }
        }
    }

    /// A caller that waited for an outcome was told the truth.
    private func settledTruly() -> Violation? {
        for (ticket, ends) in settlements {
            for end in ends {
                switch end.settlement {
                case .sent(let sent):
                    guard let room = intentions[ticket]?.room else { continue }
                    if !history.logs.keys.contains(where: { event($0, room, sent.seq)?.id == sent.id }) {
                        return Violation(.outcome, "What was settled as sent is in no log.", [end.index])
                    }
                case .dropped:
                    let wasDoubtful = ends.contains {
                        if case .failed(let error) = $0.settlement { error.code == .fateUnknown } else { false }
                    }
                    // A log that a backup has replaced may have it: the server could answer only
                    // for the log that it has.
                    if !wasDoubtful, let epoch = history.epoch, ticketPlaces[epoch]?[ticket] != nil {
                        return Violation(.outcome, "What was settled as dropped is in the log.", [end.index])
                    }
                case .failed(let error):
                    guard error.code != .fateUnknown, !retried.contains(ticket), !lingering.contains(ticket) else {
                        continue
                    }
                    if let epoch = history.epoch, ticketPlaces[epoch]?[ticket] != nil {
                        return Violation(.outcome, "What was settled as failed is in the log.", [end.index])
                    }
                }
            }
        }
        return nil
    }

    /// INV31: without faults everything that was begun comes to an end: everyone is connected,
    /// nothing waits.
    func liveness() -> Violation? {
        history.unfinished.isEmpty
            ? nil : Violation(.liveness, "It did not come to rest: " + history.unfinished.joined(separator: "; "))
    }
}

extension Event.Content {
    /// Whether a timeline has it: a message, as it is or deleted.
    var isMessage: Bool {
        switch self {
        case .message, .deleted, .damaged: true
        case .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link, .choice, .block, .profile,
            .unknown:
            false
        }
    }

    fileprivate var text: String? {
        switch self {
        case .message(let message): message.text
        case .edit(_, let text, _): text
        case .deleted, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link, .choice, .block,
            .profile,
            .damaged, .unknown:
            nil
        }
    }
}
