import ChatWire

/// What one user could read of one room after each of its events, as the log tells it.
///
/// It says in other words what ``ChatWire/RoomAccess`` and ``ChatWire/Standing`` say, so that a
/// mistake there is seen here.
struct ReadingRights {
    /// From one event on, until the next of these.
    private struct State {
        var from: Seq = 0
        var isMember = false
        var since: Seq = 0
        var moderates = false
        var bannedUntil = Int64.min
        var readsFromJoining = false
    }

    private let user: UserID
    private let room: RoomName
    private var states = [State()]

    init(of user: UserID, in room: RoomName, _ log: [Event]) {
        self.user = user
        self.room = room
        for event in log {
            var state = states[states.count - 1]
            state.from = event.seq
            if apply(event, to: &state) { states.append(state) }
        }
    }

    private func apply(_ event: Event, to state: inout State) -> Bool {
        switch event.content {
        case .settings(let change):
            if let newcomers = change.newcomers { state.readsFromJoining = newcomers == .joined }
            if event.seq == 1, event.author.user == user {
                (state.isMember, state.since, state.moderates) = (true, 1, true)
            }
            return true
        case .membership(let change) where change.member == user:
            apply(change.action, event.seq, to: &state)
            return true
        default: return false
        }
    }

    private func apply(_ action: MembershipChange.Action, _ seq: Seq, to state: inout State) {
        switch action {
        case .join: (state.isMember, state.since, state.moderates) = (true, seq, false)
        case .leave, .remove: (state.isMember, state.moderates) = (false, false)
        case .ban(let until): (state.isMember, state.moderates, state.bannedUntil) = (false, false, until)
        case .unban: state.bannedUntil = .min
        case .role(let role): state.moderates = role != .member
        case .invite, .request, .mute, .unmute: break
        }
    }

    /// Whether the user may be in the room after the event `seq`.
    ///
    /// - Parameter time: milliseconds since 1970-01-01 UTC
    func mayEnter(after seq: Seq, at time: Int64) -> Bool { mayEnter(state(after: seq), at: time) }

    /// Whether there is a moment, with at least `lowest` and at most `head` events in the room, at
    /// which the user may read an event.
    func mayRead(_ seq: Seq, from lowest: Seq, to head: Seq, at time: Int64) -> Bool {
        states.indices.contains { index in
            let end = index + 1 < states.count ? states[index + 1].from - 1 : .end
            guard states[index].from <= head, end >= max(lowest, seq) else { return false }
            return mayEnter(states[index], at: time) && seq >= firstReadable(states[index])
        }
    }

    /// Whether the user may read an event at every moment with `lowest` to `head` events in the
    /// room.
    func mayAlwaysRead(_ seq: Seq, from lowest: Seq, to head: Seq, at time: Int64) -> Bool {
        states.indices.allSatisfy { index in
            let end = index + 1 < states.count ? states[index + 1].from - 1 : .end
            guard states[index].from <= head, end >= max(lowest, seq) else { return true }
            return mayEnter(states[index], at: time) && seq >= firstReadable(states[index])
        }
    }

    /// Whether the user may read an event when they are first in the room after it.
    func mayReadAtFirst(_ seq: Seq) -> Bool {
        let first = states.indices.first { index in
            let end = index + 1 < states.count ? states[index + 1].from - 1 : .end
            return end >= seq && mayEnter(states[index], at: .max)
        }
        return first.map { seq >= firstReadable(states[$0]) } ?? true
    }

    private func state(after seq: Seq) -> State { states.last { $0.from <= seq } ?? State() }

    private func mayEnter(_ state: State, at time: Int64) -> Bool {
        switch room.kind {
        case .open: time >= state.bannedUntil
        case .group: state.isMember
        case .direct(let one, let other): user == one || user == other
        case .own(let owner): user == owner
        }
    }

    private func firstReadable(_ state: State) -> Seq {
        room.kind == .group && state.readsFromJoining && !state.moderates ? state.since : 1
    }
}

/// The rights of all users in all rooms, each made when it is asked for.
struct AllReadingRights {
    private struct Key: Hashable {
        var epoch: Epoch
        var room: RoomName
        var user: UserID
    }

    private let checker: Checker
    private var known: [Key: ReadingRights] = [:]

    init(_ checker: Checker) { self.checker = checker }

    mutating func callAsFunction(_ user: UserID, _ room: RoomName, _ epoch: Epoch) -> ReadingRights {
        let key = Key(epoch: epoch, room: room, user: user)
        if let rights = known[key] { return rights }
        let rights = ReadingRights(of: user, in: room, checker.log(epoch, room))
        known[key] = rights
        return rights
    }
}
