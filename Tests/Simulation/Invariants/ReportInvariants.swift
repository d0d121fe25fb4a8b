import ChatModel
import ChatWire

/// Reports: queued once, and decided about.
extension Checker {
    /// INV45: a report that was acknowledged is in the queue exactly once, unless somebody has
    /// decided about its message. Each entry of the queue was reported.
    func reports() -> Violation? {
        var asks: [LinkID: [UInt64: ReportKey]] = [:]
        var asked: Set<ReportKey> = []
        for (index, entry) in history.entries.enumerated() {
            switch entry.what {
            case .reached(let link, let frame):
                guard case .report(let room, let seq, _) = frame.request, let user = users[link] else { continue }
                let key = ReportKey(user: user, room: room, seq: seq)
                asks[link, default: [:]][frame.ref] = key
                asked.insert(key)
            case .answered(let link, .ok(let ref)):
                guard let key = asks[link]?[ref], epochAt[index] == history.epoch else { continue }
                let count = history.queue.count { $0 == key }
                let isDecided = history.decided.contains(Place(room: key.room, seq: key.seq))
                if count > 1 || count == 0 && !isDecided {
                    let text = "A report of \(key.room.text) \(key.seq) was acknowledged, and is queued \(count) times."
                    return Violation(.reports, text, [index])
                }
            default: break
            }
        }
        guard let key = history.queue.first(where: { !asked.contains($0) }) else { return nil }
        return Violation(.reports, "Nobody reported \(key.room.text) \(key.seq), and it is in the queue.")
    }
}

/// A report: who made it, and of which message.
struct ReportKey: Hashable {
    var user: UserID
    var room: RoomName
    var seq: Seq
}
