import ChatNIO
import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// Shares one ``Presence`` among all event loops, and sends the notices that it gives.
///
/// Notices about entering and leaving are sent under the lock that ordered the changes, so that
/// everyone hears of them in one order. Other servers hear of the changes in the same order.
final class PresenceService: Sendable {
    private struct State {
        var presence: Presence
        var randomIDs: RandomIDs
        /// The people of this server, if other servers share its log.
        var people = ServerPeople()
    }

    private let state: NIOLockedValueBox<State>
    private let fanout: Fanout
    private let budgets: UserBudgets
    /// `nil` if no other server shares the log.
    private let cluster: Cluster?

    init(
        fanout: Fanout, budgets: UserBudgets, connectionsPerUser: Int = Limits.connectionsPerUser,
        reservations: NameReservations? = nil, cluster: Cluster? = nil,
        environment: ServerEnvironment = ServerEnvironment()
    ) {
        state = NIOLockedValueBox(
            State(
                presence: Presence(connectionsPerUser: connectionsPerUser, reservations: reservations),
                randomIDs: RandomIDs(environment.randomness)))
        self.fanout = fanout
        self.budgets = budgets
        self.cluster = cluster
    }

    /// Lets a connection in, under the name it asks for or one like it.
    func introduce(_ user: UserID, _ name: RequestedName) throws(WireError) -> (name: String, budget: Budget?) {
        let candidates = state.withLockedValue { name.candidates(using: &$0.randomIDs) }
        let given = try name.claim(candidates) { look throws(WireError) in
            try introduce(user, look, sharing: name.isShared)
        }
        // Outside of the lock: the table of budgets has its own, and may first forget users.
        return (given, budgets.budget(of: user))
    }

    private func introduce(_ user: UserID, _ name: ConfusableSkeleton, sharing: Bool) throws(WireError) {
        let result = state.withLockedValue { state in
            Result { () throws(WireError) in
                try state.presence.introduce(user, name, sharing: sharing)
                announce(.introduced(Author(user: user, name: name.name), sharesName: sharing), &state)
            }
        }
        try result.get()
    }

    /// The budget of a connection that never introduces itself; `nil` for no limit.
    func anonymousBudget() -> Budget? { budgets.anonymous() }

    /// Lets a connection of the SwiftChat protocol speak as `user` under `name`; see
    /// ``Presence/speak(as:_:held:standIn:)``.
    func speak(as user: UserID, _ name: ConfusableSkeleton, held: UserID?, standIn: UserID) throws(WireError) -> UserID
    {
        let result = state.withLockedValue { state in
            Result { () throws(WireError) in
                try state.presence.speak(as: user, name, held: held, standIn: standIn)
            }
        }
        return try result.get()
    }

    /// Whether someone else who is connected has this name.
    func holds(_ name: ConfusableSkeleton, butBy user: UserID) -> Bool {
        state.withLockedValue { $0.presence.holds(name, butBy: user) }
    }

    func fallSilent(_ user: UserID) { state.withLockedValue { $0.presence.fallSilent(user) } }

    /// Undoes an introduction.
    ///
    /// - Parameter sharesName: whether others may bear the name, too
    func dismiss(_ author: Author, sharesName: Bool = false) {
        let name = ConfusableSkeleton(of: author.name)
        state.withLockedValue { state in
            _ = state.presence.dismiss(author.user, name, sharing: sharesName)
            announce(.dismissed(author, sharesName: sharesName), &state)
        }
    }

    /// A connection enters a room; everyone in it is told unless it comes `silently`.
    ///
    /// - Parameter read: how far its user has read the room, as far as is known.
    /// - Returns: how many people are in the room now.
    @discardableResult
    func enter(_ room: RoomName, _ author: Author, read: ReadPoint? = nil, silently: Bool = false) -> Int {
        state.withLockedValue { state in
            tell(state.presence.enter(room, author, read: read, silently: silently))
            announce(.entered(room, author, read: read, silently: silently), &state)
            return state.presence.count(in: room)
        }
    }

    func exit(_ room: RoomName, _ author: Author, silently: Bool = false) {
        exit([room], author, silently: silently)
    }

    /// A connection leaves these rooms.
    ///
    /// - Parameters:
    ///   - typed: the rooms where the others may show that its user types
    ///   - returns: whether its user has said that they come back at once
    func exit(
        _ rooms: [RoomName], _ author: Author, typed: Set<RoomName> = [], silently: Bool = false, returns: Bool = false
    ) {
        state.withLockedValue { state in
            var notices: [Notice] = []
            for room in rooms {
                let hasTyped = typed.contains(room)
                let told = state.presence.exit(
                    room, author, hasTyped: hasTyped, silently: silently, returns: returns)
                if let notice = told {
                    notices.append(notice)
                    if case .stoppedTyping = notice.frame {
                        cluster?.announce(.typing(room, author, hasStopped: true))
                    }
                }
                announce(.exited(room, author, silently: silently, returns: returns), &state)
            }
            tell(notices)
        }
    }

    func count(in room: RoomName) -> Int { state.withLockedValue { $0.presence.count(in: room) } }

    /// The counts of some rooms, at most a page of them, under one lock.
    @Sendable func counts(in rooms: [RoomName]) -> [Int] {
        state.withLockedValue { state in rooms.map { state.presence.count(in: $0) } }
    }

    func members(of room: RoomName) -> (count: Int, members: [Member]) {
        state.withLockedValue { ($0.presence.count(in: room), $0.presence.members(of: room)) }
    }

    /// Sends the notices that wait: who came and went, and which profiles changed. Called every
    /// ``Limits/presenceInterval``.
    func tellChanges() {
        state.withLockedValue { state in
            tell(state.presence.changes())
        }
    }

    /// Notes what a user has changed of their profile. Other events cost nothing, not even the
    /// lock.
    func note(_ event: Event) {
        if case .profile = event.content { state.withLockedValue { $0.presence.note(event) } }
    }

    /// Tells the others that someone has read a room up to a point, for good.
    func markRead(_ mark: Committed.KeptMark) {
        tell(state.withLockedValue { $0.presence.markRead(mark.room, mark.author, mark.point, except: mark.origin) })
        cluster?.announce(.mark(mark.room, mark.author, mark.point))
    }

    /// Tells the others that someone types, or has stopped.
    func tellTyping(_ room: RoomName, _ author: Author, hasStopped: Bool, except origin: Origin) {
        let notice = state.withLockedValue {
            $0.presence.typing(in: room, author, hasStopped: hasStopped, except: origin)
        }
        tell(notice)
        // Nobody is told of typing in a count-only room, and so no other server is.
        if notice != nil { cluster?.announce(.typing(room, author, hasStopped: hasStopped)) }
    }

    // MARK: Other servers

    /// Takes in what another server tells of its people.
    func take(_ change: PresenceChange) { state.withLockedValue { tell($0.presence.take(change)) } }

    /// Tells the people here that somebody on another server types, or has stopped.
    func takeTyping(_ room: RoomName, _ author: Author, hasStopped: Bool) {
        tell(state.withLockedValue { $0.presence.typing(in: room, author, hasStopped: hasStopped, except: nil) })
    }

    /// Tells the people here what somebody has read on another server.
    func takeMark(_ room: RoomName, _ author: Author, _ point: ReadPoint) {
        tell(state.withLockedValue { $0.presence.markRead(room, author, point, except: nil) })
    }

    /// Tells the other servers all people of this one.
    func announcePeople() {
        state.withLockedValue { state in
            cluster?.announcePeople(state.people.changes { state.presence.read(of: $1, in: $0) })
        }
    }

    private func announce(_ change: PresenceChange, _ state: inout State) {
        guard let cluster else { return }
        state.people.note(change)
        cluster.announce(.presence(change))
    }

    private func tell(_ notice: Notice?) {
        if let notice { tell([notice]) }
    }

    private func tell(_ notices: [Notice]) {
        guard !notices.isEmpty else { return }
        let told = notices.map { notice in
            var lines = LineBlock()
            for line in notice.lines { lines.append(line.bytes) }
            let frames = RoomFrames(room: notice.room, v1: notice.frame.framed(), lines: lines, count: 0, submitted: 0)
            return (frames, except: notice.except, audience: notice.audience)
        }
        fanout.onEachTable { table in
            for (frames, except, audience) in told {
                table.tell(frames, to: audience, except: table.index == except?.table ? except?.connection : nil)
            }
        }
    }
}
