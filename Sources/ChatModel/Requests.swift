import ChatWire

/// What was asked over this connection and not answered yet, by `ref`.
struct Requests: Hashable {
    /// A request that waits longer than this is not answered any more, in milliseconds.
    static let deadline: Int64 = 30_000

    private var open: [UInt64: Open] = [:]
    private var last: UInt64 = 0

    enum Question: Hashable {
        case hello, ping
        case join(RoomName)
        case leave(RoomName)
        case mutation(Ticket)
        case history(RoomName, Timeline.Reading)
        case members(RoomName)
        case markRead(RoomName, UInt64)
        /// Whose answer changes nothing.
        case typing
    }

    private struct Open: Hashable {
        var question: Question
        var at: Int64
    }

    /// The `ref` to ask under. Refs are not used again, also not on the next connection.
    mutating func ask(_ question: Question, at now: Int64) -> UInt64 {
        last = last < Limits.largestInteger ? last + 1 : 1
        if question != .typing { open[last] = Open(question: question, at: now) }
        return last
    }

    func question(_ ref: UInt64) -> Question? { open[ref]?.question }

    mutating func answered(_ ref: UInt64) -> Question? { open.removeValue(forKey: ref)?.question }

    mutating func removeAll() { open.removeAll(keepingCapacity: true) }

    func contains(_ question: Question) -> Bool { open.values.contains { $0.question == question } }

    func isOverdue(at now: Int64) -> Bool { open.values.contains { now &- $0.at >= Requests.deadline } }

    mutating func forget(_ question: Question) {
        if let ref = open.first(where: { $0.value.question == question })?.key { open[ref] = nil }
    }

    /// What is under way of the outbox, in the order it left.
    var mutations: [Ticket] {
        open.sorted { $0.key < $1.key }.compactMap {
            if case .mutation(let ticket) = $0.value.question { ticket } else { nil }
        }
    }

    /// Whether another mutation may be sent where a server takes so many at once.
    func hasRoom(for most: UInt64) -> Bool {
        let count = open.values.reduce(0) { if case .mutation = $1.question { $0 + 1 } else { $0 } }
        return count < Int(clamping: max(most, 1))
    }

    /// Pages under way.
    var readings: Int { open.values.reduce(0) { if case .history = $1.question { $0 + 1 } else { $0 } } }

    /// Whether a read mark of this room is under way.
    func isReading(_ room: RoomName) -> Bool {
        open.values.contains { if case .markRead(let other, _) = $0.question { other == room } else { false } }
    }
}
