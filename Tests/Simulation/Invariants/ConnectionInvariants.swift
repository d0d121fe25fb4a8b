import ChatModel
import ChatWire

/// What each connection must see, and in which order, as it leaves the server.
extension Checker {
    /// INV32: on a connection that reads a room the answer to a send follows its event.
    func replyOrder() -> Violation? {
        var last: [LinkID: [RoomName: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what else { continue }
            switch frame {
            case .joined(_, let joined):
                let (room, head) = (joined.room, joined.head)
                last[link, default: [:]][room] = max(head, last[link]?[room] ?? 0)
            case .left(_, let room): last[link]?[room] = nil
            case .event(let room, _, let event) where shutsOut(event, on: link): last[link]?[room] = nil
            case .event(let room, _, let event): if last[link]?[room] != nil { last[link]?[room] = event.seq }
            case .sent(_, let room, _, let seq, _, _):
                if let last = last[link]?[room], last < seq {
                    let text = "\(room.text) \(seq) was acknowledged behind \(last), before its event."
                    return Violation(.replyOrder, text, [index])
                }
            default: break
            }
        }
        return nil
    }

    /// INV33: a connection that has left a room hears nothing of it until it joins again.
    func leaving() -> Violation? {
        var left: [LinkID: [RoomName: Int]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what else { continue }
            if case .left(_, let room) = frame { left[link, default: [:]][room] = index }
            if case .joined(_, let joined) = frame { left[link]?[joined.room] = nil }
            if let room = frame.toldRoom, let since = left[link]?[room] {
                return Violation(.leaving, "\(room.text) was told on a connection that had left it.", [since, index])
            }
        }
        return nil
    }

    /// INV34: what a connection is told of who comes and goes is in order: each notice changes the
    /// count of the one before by one. Not in the lobby, where those of the older protocols come
    /// and go unannounced.
    func presence() -> Violation? {
        var counts: [LinkID: [RoomName: (count: UInt64, index: Int)]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what else { continue }
            if case .left(_, let room) = frame { counts[link]?[room] = nil }
            if case .event(let room, _, let event) = frame, shutsOut(event, on: link) { counts[link]?[room] = nil }
            guard case .presence(let room, let count, let joined, let gone) = frame, room != .lobby else { continue }
            if let before = counts[link]?[room], before.count + UInt64(joined.count) != count + UInt64(gone.count) {
                let text = "\(room.text) had \(before.count) people, and then \(count)."
                return Violation(.presence, text, [before.index, index])
            }
            counts[link, default: [:]][room] = (count, index)
        }
        return nil
    }

    /// INV53: in the end, every app knows how many people are in a room. Not in the lobby, where
    /// those of the older protocols are, too.
    func whoIsThere() -> Violation? {
        guard history.unfinished.isEmpty else { return nil }
        var people: [RoomName: Set<UserID>] = [:]
        for end in history.ends.values {
            guard let user = end.user else { continue }
            for room in end.rooms { people[room, default: []].insert(user) }
        }
        for (phone, end) in history.ends.sorted(by: { $0.key < $1.key }) {
            for room in end.rooms.sorted(by: { $0.text < $1.text }) where room != .lobby {
                let (told, there) = (end.chat.conversations[room]?.presence.count ?? 0, people[room]?.count ?? 0)
                if told != UInt64(there) {
                    return Violation(
                        .whoIsThere, "Phone \(phone) knows of \(told) people in \(room.text), where \(there) are.")
                }
            }
        }
        return nil
    }

    /// INV35: nothing goes out on a connection that has ended, and nothing on any that its client
    /// can't read.
    func afterEnd() -> Violation? {
        var ended: [LinkID: Int] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .ended(let link, _): ended[link] = ended[link] ?? index
            case .answered(let link, _), .guestHeard(let link, _):
                if let end = ended[link] {
                    return Violation(.afterEnd, "Something was sent on a connection that had ended.", [end, index])
                }
            case .garbled(_, let why): return Violation(.afterEnd, "What was sent can't be read: \(why).", [index])
            default: break
            }
        }
        return nil
    }

    /// INV36: a server that stops answers all that it had read before it says goodbye. Not checked
    /// are connections that it was not reading then, and what waits behind a page of history, of a
    /// list or of members.
    func drain() -> Violation? {
        var waiting: [LinkID: [UInt64: (index: Int, isRead: Bool)]] = [:]
        var refusals: [LinkID: Int] = [:]
        var stopped: (index: Int, unread: Set<LinkID>, firstReads: [LinkID: Int])?
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .booted: stopped = nil
            case .stopping(let unread):
                let firstReads = waiting.compactMapValues { $0.values.filter(\.isRead).map(\.index).min() }
                stopped = (index, unread, firstReads)
            case .reached(let link, let frame):
                let isRead = frame.request.isRead
                waiting[link, default: [:]][frame.ref] = (index, isRead)
            case .answered(let link, let frame):
                if let ref = frame.ref { waiting[link]?[ref] = nil }
                if case .error = frame { refusals[link, default: 0] += 1 }
            case .ended(let link, let code):
                let left = waiting.removeValue(forKey: link) ?? [:]
                guard code == .draining, let stopped, !stopped.unread.contains(link), refusals[link, default: 0] < 10,
                    !left.values.contains(where: \.isRead)
                else { continue }
                let end = min(stopped.index, stopped.firstReads[link] ?? .max)
                if let first = left.values.map(\.index).filter({ $0 < end }).min() {
                    return Violation(.drain, "A server that stopped never answered this.", [first, index])
                }
            default: break
            }
        }
        return nil
    }

    /// INV37: every answer goes to the connection that asked, once, and is about what was asked.
    func answers() -> Violation? {
        var asks: [LinkID: [UInt64: (index: Int, frame: ClientFrame)]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .reached(let link, let frame): asks[link, default: [:]][frame.ref] = (index, frame)
            case .answered(let link, let frame):
                guard let ref = frame.ref else { continue }
                guard let ask = asks[link]?[ref], frame.answers(ask.frame.request) else {
                    let text = "An answer went to a connection that did not ask for it."
                    return Violation(.answers, text, [asks[link]?[ref]?.index, index].compactMap(\.self))
                }
                // The rooms of a hello are joined under its number.
                if case .hello = ask.frame.request { continue }
                asks[link]?[ref] = nil
            default: break
            }
        }
        return nil
    }

    /// INV38: where many on one event loop read a room, the next commit begins when they were told
    /// of the one before.
    func largeRooms() -> Violation? {
        for (index, entry) in history.entries.enumerated() {
            guard case .appends(let rooms, let undelivered) = entry.what, undelivered > 0 else { continue }
            let text = "A commit began while \(rooms.map(\.text)) were not told of the one before."
            return Violation(.largeRooms, text, [index])
        }
        return nil
    }

    /// INV39: on a connection of an older protocol the messages of the lobby come in the order of
    /// the log, none left out.
    func guests() -> Violation? {
        var last: [LinkID: (seq: Seq, index: Int)] = [:]
        var positions: [Epoch: [String: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .guestHeard(let link, let text) = entry.what, let epoch = epochAt[index] else { continue }
            let log = log(epoch, .lobby)
            if positions[epoch] == nil { positions[epoch] = seqs(ofTextsIn: log) }
            guard let seq = positions[epoch]?[text] else {
                return Violation(.guests, "“\(text)” was told in the lobby, and is not in its log.", [index])
            }
            if let before = last[link] {
                let next = log.first { $0.seq > before.seq && $0.content.isMessage }
                if next?.seq != seq {
                    let text = "In the lobby \(seq) was told after \(before.seq)."
                    return Violation(.guests, text, [before.index, index])
                }
            }
            last[link] = (seq, index)
        }
        return nil
    }

    /// Where each text was said first, edits aside.
    private func seqs(ofTextsIn log: [Event]) -> [String: Seq] {
        var seqs: [String: Seq] = [:]
        for event in log where event.content.isMessage {
            if let key = event.idempotencyKey {
                let asked = asked[Key(device: key.device, number: key.number)]
                if case .message(let text, _, _, _)? = asked?.mutation { seqs[text] = event.seq }
            } else if case .message(let message) = event.content {
                seqs[message.text] = event.seq
            }
        }
        return seqs
    }
}

extension ServerFrame {
    /// The room that this tells of, to those who are in it.
    fileprivate var toldRoom: RoomName? {
        switch self {
        case .event(let room, _, _), .presence(let room, _, _, _), .typing(let room, _),
            .stoppedTyping(let room, _):
            room
        default: nil
        }
    }

    /// Whether this may answer such a request.
    fileprivate func answers(_ request: ClientFrame.Request) -> Bool {
        switch (self, request) {
        case (.page(_, let room, _, _, _), .history(let asked, _, _)): room == asked
        case (.sent(_, let room, _, _, _, _), .mutate(let asked, _, _, _)): room == asked
        case (.joined(_, let joined), .join(let asked, _)): joined.room == asked
        case (.people(_, let room, _, _), .people(let asked, _)): room == asked
        case (.reports(_, let room, _, _), .reports(let asked, _)): room == asked
        case (.held(_, let room, _, _), .held(let asked, _)): room == asked
        case (.actions(_, let room, _, _), .actions(let asked, _)): room == asked
        case (.links(_, let room, _), .links(let asked)): room == asked
        case (.hits(_, let room, _, _), .search(let asked, _, _)): room == asked
        case (.rooms, .rooms), (.rooms, .recentRooms): true
        case (.joined, .hello), (.error, _), (.left, _), (.ok, _), (.pong, _), (.members, _), (.welcome, .hello): true
        default: false
        }
    }
}

extension ClientFrame.Request {
    /// Whether the store or the other event loops are asked for it. What follows waits meanwhile.
    fileprivate var isRead: Bool {
        switch self {
        case .history, .rooms, .recentRooms, .people, .profiles, .reports, .held, .actions, .links, .directory,
            .search, .here:
            true
        default: false
        }
    }
}
