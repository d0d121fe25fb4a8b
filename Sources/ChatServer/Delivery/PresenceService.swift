import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Who is here, for all event loops together, and the notices about it.
///
/// Notices leave under the same lock that ordered the changes, so that everyone hears of them in one order.
final class PresenceService: Sendable {
    private struct State {
        var presence: Presence
        var budgets: [UserID: Budget] = [:]
        var randomIDs: RandomIDs
        /// Large rooms whose count has changed since it was last told.
        var uncounted: Set<RoomName> = []
    }

    private let state: NIOLockedValueBox<State>
    private let fanout: Fanout
    private let rate: TokenBucket.Rate?
    private let connectionsPerUser: Int

    init(
        fanout: Fanout, rate: TokenBucket.Rate?, connectionsPerUser: Int = Limits.connectionsPerUser,
        environment: ServerEnvironment = ServerEnvironment()
    ) {
        state = NIOLockedValueBox(
            State(
                presence: Presence(connectionsPerUser: connectionsPerUser),
                randomIDs: RandomIDs(environment.randomness)))
        self.connectionsPerUser = connectionsPerUser
        self.fanout = fanout
        self.rate = rate
    }

    /// Lets a connection in, under `name` or, without one, under a guest's name.
    func introduce(_ user: UserID, name: String?) throws(WireError) -> (name: String, budget: Budget?) {
        if let name { return (name, try introduce(user, ConfusableSkeleton(of: name))) }
        while true {
            let number = state.withLockedValue { UInt32.random(in: 0 ... .max, using: &$0.randomIDs) }
            let guest = "guest-" + String(number, radix: 36, uppercase: true)
            do throws(WireError) {
                return (guest, try introduce(user, ConfusableSkeleton(of: guest)))
            } catch  where error.code != .nameTaken {
                throw error
            } catch {
                // Someone has this guest's name: another one.
            }
        }
    }

    /// Lets a connection in under `name` or, where that is taken, under the first of a few names with a number behind it that is free.
    ///
    /// - Throws: ``WireError/Code/nameTaken`` when none of them is.
    func introduce(_ user: UserID, nameLike name: String) throws(WireError) -> (name: String, budget: Budget?) {
        let candidates = state.withLockedValue { NumberedNames(name, using: &$0.randomIDs) }
        for candidate in candidates where NameRule.refusal(of: candidate) == nil {
            do throws(WireError) {
                return (candidate, try introduce(user, ConfusableSkeleton(of: candidate)))
            } catch  where error.code != .nameTaken {
                throw error
            } catch {
                // The next one.
            }
        }
        throw WireError(.nameTaken, "The name \(name) is taken, and so are those like it; choose another.")
    }

    /// Under the lock that everyone waits for: what a name looks like is known before.
    private func introduce(_ user: UserID, _ name: ConfusableSkeleton) throws(WireError) -> Budget? {
        let result = state.withLockedValue { state in
            Result { () throws(WireError) in
                try state.presence.claim(name, for: user)
                guard state.presence.connect(user) else {
                    state.presence.release(name)
                    throw .tooManyConnections(connectionsPerUser)
                }
                return budget(of: user, &state)
            }
        }
        return try result.get()
    }

    /// What a connection that never introduces itself may spend.
    func anonymousBudget() -> Budget? { rate.map(Budget.init) }

    /// Lets a connection of the SwiftChat protocol speak as `user` under `name`; see ``Presence/speak(as:_:held:standIn:)``.
    func speak(as user: UserID, _ name: ConfusableSkeleton, held: UserID?, standIn: UserID) throws(WireError) -> UserID
    {
        let result = state.withLockedValue { state in
            Result { () throws(WireError) in
                try state.presence.speak(as: user, name, held: held, standIn: standIn)
            }
        }
        return try result.get()
    }

    func fallSilent(_ user: UserID) { state.withLockedValue { $0.presence.fallSilent(user) } }

    /// Undoes an introduction.
    func dismiss(_ author: Author) {
        let name = ConfusableSkeleton(of: author.name)
        state.withLockedValue { state in
            state.presence.release(name)
            if state.presence.disconnect(author.user) { state.budgets[author.user] = nil }
        }
    }

    /// A connection enters a room; everyone in it is told unless it comes `silently`.
    ///
    /// - Parameter read: how far its user has read the room, as far as is known.
    /// - Returns: how many people are in the room now.
    @discardableResult
    func enter(_ room: RoomName, _ author: Author, read: UInt64? = nil, silently: Bool = false) -> Int {
        state.withLockedValue { state in
            let change = state.presence.enter(room, author, read: read)
            tell(change, of: room, silently: silently, &state)
            return state.presence.count(in: room)
        }
    }

    func exit(_ room: RoomName, _ author: Author, silently: Bool = false) {
        state.withLockedValue { state in
            let change = state.presence.exit(room, author)
            tell(change, of: room, silently: silently, &state)
        }
    }

    func count(in room: RoomName) -> Int { state.withLockedValue { $0.presence.count(in: room) } }

    func members(of room: RoomName) -> (count: Int, members: [Member]) {
        state.withLockedValue { ($0.presence.count(in: room), $0.presence.members(of: room)) }
    }

    /// Tells the counts of the large rooms that have changed. Called every ``Limits/presenceInterval``.
    func tellCounts() {
        state.withLockedValue { state in
            for room in state.uncounted.sorted(by: { $0.text < $1.text }) {
                let count = UInt64(state.presence.count(in: room))
                publish(.presence(room: room, count: count, joined: [], left: []), in: room)
            }
            state.uncounted = []
        }
    }

    /// Someone has read a room up to `seq`, for good: tells it the others, their own other devices included; in a large room, nobody.
    func mark(_ room: RoomName, _ author: Author, seq: UInt64, except origin: Origin) {
        let isTold = state.withLockedValue { state in
            state.presence.mark(author.user, in: room, read: seq)
                && state.presence.count(in: room) <= Limits.presenceRoom
        }
        if isTold { tell(.readMark(room: room, author, seq: seq), in: room, except: origin) }
    }

    /// Tells a room that someone types; in a large room, nobody.
    func tellTyping(_ room: RoomName, _ author: Author, except origin: Origin) {
        guard count(in: room) <= Limits.presenceRoom else { return }
        tell(.typing(room: room, author), in: room, except: origin)
    }

    private func tell(_ frame: ServerFrame, in room: RoomName, except origin: Origin) {
        let frames = RoomFrames(room: room, v1: frame.framed(), count: 0, submitted: 0)
        fanout.onEachTable { table in
            table.tell(frames, except: table.index == origin.table ? origin.connection : nil)
        }
    }

    private func budget(of user: UserID, _ state: inout State) -> Budget? {
        guard let rate else { return nil }
        let budget = state.budgets[user] ?? Budget(rate)
        state.budgets[user] = budget
        return budget
    }

    private func tell(_ change: Presence.Change?, of room: RoomName, silently: Bool, _ state: inout State) {
        switch change {
        case .counted:
            state.uncounted.insert(room)
        case .joined(let author, let count) where !silently:
            publish(
                .presence(room: room, count: UInt64(count), joined: [author], left: []),
                in: room, line: .joined(name: author.name))
        case .left(let author, let count) where !silently:
            publish(
                .presence(room: room, count: UInt64(count), joined: [], left: [author]),
                in: room, line: .left(name: author.name))
        case .joined, .left, nil:
            break
        }
    }

    private func publish(_ frame: ServerFrame, in room: RoomName, line: Line? = nil) {
        let frames = RoomFrames(
            room: room, v1: frame.framed(), lines: line.map { [$0.buffer] } ?? [], count: 0, submitted: 0)
        fanout.onEachTable { $0.tell(frames) }
    }
}

extension WireError {
    /// A user has as many connections as one may have.
    static func tooManyConnections(_ count: Int) -> WireError {
        WireError(.tooManyConnections, "You are connected \(count) times already; close one first.")
    }
}
