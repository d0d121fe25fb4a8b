import ChatWire

/// The open requests of this connection, by `ref`.
struct Requests: Hashable {
    private var open: [UInt64: Open] = [:]
    private var last: UInt64 = 0

    enum Question: Hashable {
        case hello, renew, ping
        case join(RoomName)
        case leave(RoomName)
        case mutation(Ticket)
        case history(RoomName, Timeline.Reading)
        case members(RoomName)
        case markRead(RoomName, Seq)
        case draft(RoomName)
        case profiles([UserID])
        case rooms(after: RoomName?)
        case recentRooms
        case report(RoomName, Seq)
        case moderation(ModerationQuestion, Ticket)
        case inquiry(Inquiry, Ticket)
        /// Its reply changes nothing.
        case typing
    }

    private struct Open: Hashable {
        var question: Question
        var at: Int64
    }

    /// Registers a request, and returns its `ref`. A `ref` is never reused, even on the next
    /// connection.
    mutating func ask(_ question: Question, at now: Int64) -> UInt64 {
        last = last < Limits.largestInteger ? last + 1 : 1
        if question != .typing { open[last] = Open(question: question, at: now) }
        return last
    }

    func question(_ ref: UInt64) -> Question? { open[ref]?.question }

    mutating func answered(_ ref: UInt64) -> Question? { open.removeValue(forKey: ref)?.question }

    mutating func removeAll() { open.removeAll(keepingCapacity: true) }

    func contains(_ question: Question) -> Bool { open.values.contains { $0.question == question } }

    func isOverdue(at now: Int64) -> Bool { open.values.contains { now &- $0.at >= Limits.requestDeadline } }

    mutating func forget(_ question: Question) {
        if let ref = open.first(where: { $0.value.question == question })?.key { open[ref] = nil }
    }

    /// The tickets of mutations under way, in the order they were sent.
    var mutations: [Ticket] {
        open.sorted { $0.key < $1.key }.compactMap {
            if case .mutation(let ticket) = $0.value.question { ticket } else { nil }
        }
    }

    /// The tickets of the inquiries, in the order they were asked.
    var inquiries: [Ticket] {
        open.sorted { $0.key < $1.key }.compactMap {
            if case .inquiry(_, let ticket) = $0.value.question { ticket } else { nil }
        }
    }

    /// The tickets of the questions of moderators, in the order they were asked.
    var moderationAsked: [Ticket] {
        open.sorted { $0.key < $1.key }.compactMap {
            if case .moderation(_, let ticket) = $0.value.question { ticket } else { nil }
        }
    }

    /// Whether another mutation may be sent, given the server's maximum.
    func hasRoom(for most: UInt64) -> Bool {
        let count = open.values.reduce(0) { if case .mutation = $1.question { $0 + 1 } else { $0 } }
        return count < Int(clamping: max(most, 1))
    }

    /// The number of requests for pages of history under way.
    var historyRequests: Int {
        open.values.reduce(0) {
            switch $1.question {
            case .history, .inquiry(.events, _), .inquiry(.firstMessage, _): $0 + 1
            default: $0
            }
        }
    }

    /// Whether the profile of this user is requested.
    func isAskingProfile(of user: UserID) -> Bool {
        open.values.contains { if case .profiles(let users) = $0.question { users.contains(user) } else { false } }
    }

    /// Whether a read mark of this room is under way.
    func isMarking(_ room: RoomName) -> Bool {
        open.values.contains { if case .markRead(let other, _) = $0.question { other == room } else { false } }
    }
}
