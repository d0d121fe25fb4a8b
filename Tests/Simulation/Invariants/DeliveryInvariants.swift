import ChatModel
import ChatWire

/// The frames that the server must send to each client, and their order.
extension Checker {
    /// INV8: on a connection, a room's events come without a gap, beginning behind the head that
    /// `joined` named.
    func deliveryOrder() -> Violation? {
        var expected: [LinkID: [RoomName: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .heard(let link, _, let frame) = entry.what else { continue }
            switch frame {
            case .joined(_, let joined):
                let (room, head) = (joined.room, joined.head)
                if expected[link]?[room] == nil { expected[link, default: [:]][room] = head + 1 }
            case .left(_, let room): expected[link]?[room] = nil
            case .event(let room, _, let event):
                // The events of a user's own log come without a join, beginning with any of them.
                let first = room.isOwnLog ? event.seq : nil
                guard let next = expected[link]?[room] ?? first, next == event.seq else {
                    let wanted = expected[link]?[room].map { "\($0)" } ?? "nothing"
                    return Violation(
                        .deliveryOrder, "\(room.text) \(event.seq) came where \(wanted) belongs.", [index])
                }
                expected[link, default: [:]][room] = shutsOut(event, on: link) ? nil : event.seq + 1
            default: break
            }
        }
        return nil
    }

    /// INV14: history that is requested after an acknowledgement contains the acknowledged event.
    func readYourWrites() -> Violation? {
        struct Ask { var index: Int, room: RoomName, acknowledged: [Epoch: Seq] }
        var acknowledged: [PhoneID: [RoomName: [Epoch: Seq]]] = [:]
        var asks: [LinkID: [UInt64: Ask]] = [:]
        var linkEpochs: [LinkID: Epoch] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .asked(let link, let phone, let frame):
                guard case .history(let room, _, _) = frame.request else { continue }
                asks[link, default: [:]][frame.ref] = Ask(
                    index: index, room: room, acknowledged: acknowledged[phone]?[room] ?? [:])
            case .heard(let link, _, .joined(_, let joined)): linkEpochs[link] = joined.epoch
            case .heard(let link, let phone, .sent(_, let room, _, let seq, _, _)):
                guard let epoch = linkEpochs[link] else { continue }
                let known = acknowledged[phone]?[room]?[epoch] ?? 0
                acknowledged[phone, default: [:]][room, default: [:]][epoch] = max(known, seq)
            case .heard(let link, _, .page(let ref, _, let epoch, let head, _)):
                guard let ask = asks[link]?[ref], let seq = ask.acknowledged[epoch], seq > head else { continue }
                let text = "A page of \(ask.room.text) ends with \(head), and \(seq) was acknowledged before."
                return Violation(.readYourWrites, text, [ask.index, index])
            default: break
            }
        }
        return nil
    }

    /// INV15: within one epoch, the heads that the server names to a client never go back.
    func monotonicReads() -> Violation? {
        struct Ask { var index: Int, room: RoomName, heads: [Epoch: Seq] }
        var heads: [PhoneID: [RoomName: [Epoch: Seq]]] = [:]
        var asks: [LinkID: [UInt64: Ask]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .asked(let link, let phone, let frame):
                guard let room = frame.request.readRoom else { continue }
                asks[link, default: [:]][frame.ref] = Ask(index: index, room: room, heads: heads[phone]?[room] ?? [:])
            case .heard(let link, let phone, let frame):
                guard let told = frame.toldHead else { continue }
                if let ref = told.ref, let ask = asks[link]?[ref], let known = ask.heads[told.epoch],
                    ask.room == told.room, told.head < known
                {
                    let text = "\(told.room.text) had \(known) events, and then \(told.head)."
                    return Violation(.monotonicReads, text, [ask.index, index])
                }
                let known = heads[phone]?[told.room]?[told.epoch] ?? 0
                heads[phone, default: [:]][told.room, default: [:]][told.epoch] = max(known, told.head)
            default: break
            }
        }
        return nil
    }

    /// INV16: the epoch changes if and only if continuity was lost. A client that holds another log
    /// gets a reset. A page begins at its anchor.
    func epochs() -> Violation? { epochChanges() ?? resets() ?? pageBounds() }

    private func epochChanges() -> Violation? {
        var used: Set<Epoch> = []
        var current: Epoch?
        var wasRestored = false
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .restored: wasRestored = true
            case .booted(let epoch):
                if wasRestored, used.contains(epoch) {
                    return Violation(.epochs, "A restored backup has an epoch of before.", [index])
                }
                if !wasRestored, let current, current != epoch {
                    return Violation(.epochs, "The epoch changed though nothing was lost.", [index])
                }
                used.insert(epoch)
                current = epoch
                wasRestored = false
            default: break
            }
        }
        return nil
    }

    private func resets() -> Violation? {
        var asks: [LinkID: [UInt64: (index: Int, since: Position?)]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .asked(let link, _, let frame):
                if case .join(_, let since) = frame.request { asks[link, default: [:]][frame.ref] = (index, since) }
            case .heard(let link, _, .joined(let ref, let joined)):
                let (room, epoch, head, reset) = (joined.room, joined.epoch, joined.head, joined.reset)
                guard let ask = asks[link]?[ref] else { continue }
                let isOther = ask.since.map { $0.epoch != epoch || $0.seq > head } ?? false
                if isOther != reset {
                    return Violation(.epochs, "\(room.text) was joined with reset \(reset).", [ask.index, index])
                }
            default: break
            }
        }
        return nil
    }

    private func pageBounds() -> Violation? {
        var asks: [LinkID: [UInt64: (index: Int, anchor: HistoryAnchor)]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .asked(let link, _, let frame):
                guard case .history(_, let anchor, _) = frame.request else { continue }
                asks[link, default: [:]][frame.ref] = (index, anchor)
            case .heard(let link, _, .page(let ref, let room, _, let head, let events)):
                guard let ask = asks[link]?[ref] else { continue }
                let mayBeShort = room.kind == .group
                if !ask.anchor.fits(events, head: head, orLater: mayBeShort) {
                    let text = "A page of \(room.text), asked \(ask.anchor), has \(events.map(\.seq)) of \(head)."
                    return Violation(.epochs, text, [ask.index, index])
                }
            default: break
            }
        }
        return nil
    }

    /// INV27: a connection that stays open gets every event of its rooms, and an answer to every
    /// request. Under overload the server refuses requests or closes connections with an error; it
    /// leaves nothing out.
    func overload() -> Violation? { silentlyDropped() ?? unanswered() }

    private func silentlyDropped() -> Violation? {
        var next: [LinkID: [RoomName: Seq]] = [:]
        for (index, entry) in history.entries.enumerated() {
            guard case .answered(let link, let frame) = entry.what else { continue }
            switch frame {
            case .joined(_, let joined):
                let (room, head) = (joined.room, joined.head)
                if next[link]?[room] == nil { next[link, default: [:]][room] = head + 1 }
            case .left(_, let room): next[link]?[room] = nil
            case .event(let room, _, let event):
                if let expected = next[link]?[room], event.seq > expected {
                    let text = "\(room.text) \(expected) was left out of an open connection."
                    return Violation(.overload, text, [index])
                }
                next[link, default: [:]][room] = shutsOut(event, on: link) ? nil : event.seq + 1
            default: break
            }
        }
        return nil
    }

    private func unanswered() -> Violation? {
        guard history.unfinished.isEmpty else { return nil }
        var waiting: [LinkID: [UInt64: Int]] = [:]
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .reached(let link, let frame): waiting[link, default: [:]][frame.ref] = index
            case .answered(let link, let frame): if let ref = frame.ref { waiting[link]?[ref] = nil }
            case .ended(let link, _): waiting[link] = nil
            default: break
            }
        }
        // A request of the last moment may still wait for its thread.
        let end = (history.entries.last?.at ?? 0) - 2_000
        let forgotten = waiting.values.flatMap(\.values).filter { history.entries[$0].at < end }
        guard let index = forgotten.min() else { return nil }
        return Violation(.overload, "A request was never answered, and its connection never closed.", [index])
    }
}

extension HistoryAnchor {
    /// Whether a page for this anchor may hold these events: without a gap, and touching the
    /// anchor.
    ///
    /// - Parameter orLater: whether the user may see only the later part of the room, so that the
    ///   page may begin later
    fileprivate func fits(_ events: [Event], head: Seq, orLater: Bool) -> Bool {
        let page = events.map(\.seq)
        guard let first = page.first, let last = page.last else {
            if orLater { return true }
            switch self {
            case .newest: return head == 0
            case .before(let seq): return seq <= 1 || head == 0
            case .after(let seq): return seq >= head
            case .around, .at: return head == 0
            }
        }
        guard zip(page, page.dropFirst()).allSatisfy({ $0 + 1 == $1 }), first >= 1, last <= head else { return false }
        switch self {
        case .newest: return last == head
        case .before(let seq): return last == min(seq - 1, head)
        case .after(let seq): return orLater ? first > seq : first == seq + 1
        case .around(let seq):
            return (orLater || first <= min(max(seq, 1), head)) && min(seq, head) <= last
        case .at(let time):
            guard let found = events.first(where: { $0.at >= time }) else { return last == head }
            return orLater || found.seq == 1 || found.seq > first || events.count <= 2
        }
    }
}

extension RoomName {
    /// Whether it is a user's own log.
    var isOwnLog: Bool { if case .own = kind { true } else { false } }
}

extension ClientFrame.Request {
    /// The room whose head the answer names.
    fileprivate var readRoom: RoomName? {
        switch self {
        case .join(let room, _), .history(let room, _, _): room
        default: nil
        }
    }
}

extension ServerFrame {
    /// The head of a room that the frame names.
    var toldHead: (ref: UInt64?, room: RoomName, epoch: Epoch, head: Seq)? {
        switch self {
        case .joined(let ref, let joined): (ref, joined.room, joined.epoch, joined.head)
        case .page(let ref, let room, let epoch, let head, _): (ref, room, epoch, head)
        case .event(let room, let epoch, let event): (nil, room, epoch, event.seq)
        default: nil
        }
    }
}
