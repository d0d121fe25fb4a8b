import ChatModel
import ChatWire

/// In which order what people said must lie in the log.
extension Checker {
    /// INV11: what one phone wants in one room lies in the log in the order in which it was wanted;
    /// what its user tried again counts as wanted then. Texts do not wait for a file that is being
    /// uploaded before them; files do. What was acknowledged in a log that a
    /// backup then replaced had its place there: where its phone forgot the acknowledgement with a
    /// power cut and sends it again, it comes late in the new log.
    func senderOrder() -> Violation? {
        let wanted = intentions.filter { !retried.contains($0.key) }.sorted { $0.value.index < $1.value.index }
        for epoch in history.logs.keys {
            var last: [PhoneID: [RoomName: (seq: Seq, index: Int)]] = [:]
            var lastFile = last
            for (ticket, intention) in wanted {
                guard let place = ticketPlaces[epoch]?[ticket], !isRepeated(ticket, in: epoch) else { continue }
                let isFile = attached[ticket] != nil
                let behind = [
                    last[intention.phone]?[place.room], isFile ? lastFile[intention.phone]?[place.room] : nil,
                ]
                if let before = behind.lazy.compactMap(\.self).first(where: { $0.seq > place.seq }) {
                    let text = "In \(place.room.text) what was wanted first is \(before.seq), then \(place.seq)."
                    return Violation(.senderOrder, text, [before.index, intention.index])
                }
                if isFile {
                    lastFile[intention.phone, default: [:]][place.room] = (place.seq, intention.index)
                } else {
                    last[intention.phone, default: [:]][place.room] = (place.seq, intention.index)
                }
            }
        }
        return nil
    }

    /// Whether its phone was told of an event that is not in this epoch's log.
    private func isRepeated(_ ticket: Ticket, in epoch: Epoch) -> Bool {
        guard let room = intentions[ticket]?.room else { return false }
        return settlements[ticket, default: []].contains {
            if case .sent(let sent) = $0.settlement { event(epoch, room, sent.seq)?.id != sent.id } else { false }
        }
    }

    /// INV12: what was acknowledged before something else was begun, by anyone, lies before it.
    ///
    /// Here it is never broken alone: one committer numbers in the order of its commits, so what is
    /// in another order lost its place after it was acknowledged, which ``durability()`` sees as
    /// well.
    func realTime() -> Violation? {
        for epoch in history.logs.keys {
            var acknowledged: [RoomName: (seq: Seq, index: Int)] = [:]
            for (index, entry) in history.entries.enumerated() {
                switch entry.what {
                case .answered(_, .sent(_, let room, _, let seq, _, _)) where epochAt[index] == epoch:
                    if seq > acknowledged[room]?.seq ?? 0 { acknowledged[room] = (seq, index) }
                case .performed(_, let ticket, let room, _):
                    guard let before = acknowledged[room], let place = ticketPlaces[epoch]?[ticket] else { continue }
                    if place.seq <= before.seq {
                        let text = "\(room.text) \(place.seq) was begun after \(before.seq) was acknowledged."
                        return Violation(.realTime, text, [before.index, index])
                    }
                default: break
                }
            }
        }
        return nil
    }

    /// INV13: an answer lies behind what it answers: what was said after something was received has
    /// a greater number.
    ///
    /// Here it is never broken alone: what is received was committed, unless it was told too early,
    /// and then it is gone (``noPhantom()``).
    func causality() -> Violation? {
        for epoch in history.logs.keys {
            var received: [PhoneID: [RoomName: (seq: Seq, index: Int)]] = [:]
            for (index, entry) in history.entries.enumerated() {
                switch entry.what {
                case .heard(_, let phone, .event(let room, epoch, let event)):
                    if event.seq > received[phone]?[room]?.seq ?? 0 {
                        received[phone, default: [:]][room] = (event.seq, index)
                    }
                case .performed(let phone, let ticket, let room, _):
                    guard let before = received[phone]?[room], let place = ticketPlaces[epoch]?[ticket] else {
                        continue
                    }
                    if place.seq <= before.seq {
                        let text = "\(room.text) \(place.seq) was said after \(before.seq) was received."
                        return Violation(.causality, text, [before.index, index])
                    }
                default: break
                }
            }
        }
        return nil
    }
}
