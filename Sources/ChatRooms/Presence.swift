import ChatWire

/// Who is connected, under which names, and in which rooms, and what the others are told of it.
///
/// It is in memory only, and no part of a room's log. A user may have several connections. Others
/// are told when the first of them enters a room, and when the last one leaves it. In a room with
/// more than ``ChatWire/Limits/presenceListed`` people, others are told only the count, at
/// intervals. In a smaller room, too, only so many comings and goings are told at once
/// (``ChatWire/Limits/presenceNotices``). At the same intervals, others are told what people have
/// changed of their profiles. Typing is not told in a large room, and a read mark only to the
/// reader's own connections.
public struct Presence: Sendable {
    struct Occupant {
        var name: String
        var connections: Int
        var read: ReadPoint?
    }

    var names: [String: NameHolders] = [:]
    /// Names that several users may have, with the number of connections that use each.
    var shared: [String: Int] = [:]
    /// The ids that connections of the SwiftChat protocol use.
    var speakers: Set<UserID> = []
    private var connections: [UserID: Int] = [:]
    /// Connected users who have made their read marks private while they were connected.
    private var privateReaders: Set<UserID> = []
    var rooms: [RoomName: [UserID: Occupant]] = [:]
    /// The rooms that each user is in.
    var places: [UserID: Set<RoomName>] = [:]
    /// What connected users have changed of their profiles since the last interval.
    var profileChanges: [UserID: ProfileChange] = [:]

    /// Count-only rooms whose count has changed since it was last told.
    var uncounted: Set<RoomName> = []

    /// People who have left rooms and have said that they come back at once. The others are not
    /// told yet that they have left.
    var returning: [UserID: [RoomName: Returning]] = [:]

    struct Returning {
        /// The name that the others still see.
        var name: String
        /// How many intervals are over since.
        var intervals = 0
    }

    /// What was told by name since the last interval, by room.
    var told: [RoomName: Told] = [:]

    struct Told {
        var notices = 0
        /// Whose coming, going or new name waits for the interval, and under which name the others
        /// see them until then; `nil` if they don't see them.
        var waiting: [UserID: (author: Author, known: String?)] = [:]
    }

    private let connectionsPerUser: Int
    /// Names that belong to users who may be away.
    let reservations: NameReservations?

    /// Creates the presence of a server without connections.
    ///
    /// - Parameters:
    ///   - connectionsPerUser: how many connections a user may have
    ///   - reservations: names that belong to users who may be away; `nil` for none
    public init(connectionsPerUser: Int = Limits.connectionsPerUser, reservations: NameReservations? = nil) {
        self.connectionsPerUser = connectionsPerUser
        self.reservations = reservations
    }

    /// Lets a connection of a user in under a name; ``dismiss(_:_:)`` undoes it.
    ///
    /// - Throws: ``WireError/Code/nameTaken`` or ``WireError/Code/tooManyConnections``; then
    ///   nothing changed
    ///
    /// - Parameter sharing: whether others may bear the name, too
    package mutating func introduce(
        _ user: UserID, _ name: ConfusableSkeleton, sharing: Bool = false
    ) throws(WireError) {
        if sharing { try share(name, for: user) } else { try claim(name, for: user) }
        guard connect(user) else {
            release(name, of: user, sharing: sharing)
            throw .tooManyConnections(connectionsPerUser)
        }
    }

    /// Forgets a connection that was introduced.
    ///
    /// - Returns: whether it was the user's last
    package mutating func dismiss(_ user: UserID, _ name: ConfusableSkeleton, sharing: Bool = false) -> Bool {
        release(name, of: user, sharing: sharing)
        return disconnect(user)
    }

    /// Takes in a connection that another server has let in. Where somebody here has the same name,
    /// because both servers let them in at the same moment, both keep it.
    package mutating func introduceElsewhere(_ user: UserID, _ name: ConfusableSkeleton, sharing: Bool) {
        for look in name.looks {
            if sharing { shared[look, default: 0] += 1 } else { names[look, default: NameHolders()].add(user) }
        }
        connections[user, default: 0] += 1
    }

    /// Undoes ``introduceElsewhere(_:_:sharing:)``.
    package mutating func dismissElsewhere(_ user: UserID, _ name: ConfusableSkeleton, sharing: Bool) {
        release(name, of: user, sharing: sharing)
        _ = disconnect(user)
    }

    /// How far a user has read a room that they are in, as far as others were told. If they may not
    /// know any more, it is private.
    package func read(of user: UserID, in room: RoomName) -> ReadPoint? {
        var read = rooms[room]?[user]?.read
        if privateReaders.contains(user) { read?.isPrivate = true }
        return read
    }

    /// Counts a connection of a user; `false` when the user has as many as are allowed.
    public mutating func connect(_ user: UserID) -> Bool {
        let count = connections[user, default: 0]
        guard count < connectionsPerUser else { return false }
        connections[user] = count + 1
        return true
    }

    /// Forgets a connection; `true` when it was the user's last.
    public mutating func disconnect(_ user: UserID) -> Bool {
        let count = connections[user, default: 0] - 1
        connections[user] = count > 0 ? count : nil
        if count <= 0 { privateReaders.remove(user) }
        return count <= 0
    }

    /// A connection of `author` joins a room. `read` is how far the author has read the room, if it
    /// is known.
    ///
    /// - Parameter silently: the others are not told: the connection's protocol has no joins
    package mutating func enter(
        _ room: RoomName, _ author: Author, read: ReadPoint? = nil, silently: Bool = false
    ) -> Notice? {
        let known = rooms[room]?[author.user]
        let shared = read?.isPrivate == true ? nil : read
        rooms[room, default: [:]][author.user] = Occupant(
            name: author.name, connections: (known?.connections ?? 0) + 1,
            read: [known?.read, shared].compactMap(\.self).max { $0.seq < $1.seq })
        let count = count(in: room)
        var former = known?.name
        if known == nil {
            places[author.user, default: []].insert(room)
            former = takeReturning(author.user, to: room)
            guard count <= Limits.presenceListed else { return tellCountLater(of: room) }
        }
        guard !silently, count <= Limits.presenceListed else { return nil }
        // Who is back under the same name was counted out meanwhile.
        guard former != author.name else { return known == nil ? tellCountLater(of: room) : nil }
        return tell(room, author, isThere: true, count: count, formerly: former)
    }

    /// A connection of `author` leaves a room that it had joined.
    ///
    /// The others are told of the name that they see. It may be a newer one than the connection's:
    /// that of another connection, which has left before.
    ///
    /// - Parameter hasTyped: whether the others may show that the user types there. If the user has
    ///   another connection in the room, or comes back, the others are told that they have stopped.
    ///   Otherwise the notice that they have left says so.
    /// - Parameter returns: whether the user has said that they come back at once. Then the others
    ///   are told only if the user is not back after ``ChatWire/Limits/returnIntervals``.
    package mutating func exit(
        _ room: RoomName, _ author: Author, hasTyped: Bool = false, silently: Bool = false, returns: Bool = false
    ) -> Notice? {
        guard var occupant = rooms[room]?[author.user] else { return nil }
        occupant.connections -= 1
        guard occupant.connections <= 0 else {
            rooms[room]?[author.user] = occupant
            return hasTyped ? typing(in: room, author, hasStopped: true, except: nil) : nil
        }
        let count = count(in: room) - 1
        rooms[room]?[author.user] = nil
        if count == 0 { rooms[room] = nil }
        places[author.user]?.remove(room)
        if places[author.user]?.isEmpty == true { (places[author.user], profileChanges[author.user]) = (nil, nil) }
        // An empty room is told, too. Who enters next may still get the notice that this person
        // came: it is on its way to their event loop.
        guard count < Limits.presenceListed else { return tellCountLater(of: room) }
        guard !silently else { return nil }
        guard returns else {
            return tell(room, Author(user: author.user, name: occupant.name), isThere: false, count: count)
        }
        returning[author.user, default: [:]][room] = Returning(name: occupant.name)
        return hasTyped ? typing(in: room, author, hasStopped: true, except: nil) : nil
    }

    /// Takes a new event of a log: a connected user may have changed their profile.
    ///
    /// They may have made their read marks private, or shared them again. Private ones are not
    /// listed any more, also those that others were told before. What others are shown is told by
    /// ``changes()``.
    package mutating func note(_ event: Event) {
        guard case .profile(let change) = event.content else { return }
        let user = event.author.user
        if change.shown != ProfileChange(), places[user] != nil {
            profileChanges[user, default: ProfileChange()].add(change.shown)
        }
        guard let isPrivate = change.keepsReadsPrivate else { return }
        if !isPrivate {
            privateReaders.remove(user)
        } else if connections[user] != nil {
            privateReaders.insert(user)
        }
    }

    /// A user has read a room up to a point, for good: what the others hear of it, and all other
    /// connections of the user. In a count-only room, and of a private mark, only these hear it.
    /// `nil` if the mark is not new, or no connection has to be told.
    ///
    /// - Parameter origin: the connection that set the mark; `nil` if it is none of the user's
    ///   connections that are counted here
    package mutating func markRead(
        _ room: RoomName, _ author: Author, _ point: ReadPoint, except origin: Origin?
    ) -> Notice? {
        let user = author.user
        let (occupant, all) = (rooms[room]?[user], connections[user] ?? 0)
        guard point.seq > occupant?.read?.seq ?? 0 else { return nil }
        // Only marks that others may be told are remembered.
        if !point.isPrivate { rooms[room]?[user]?.read = point }
        let audience: Notice.Audience
        if point.isPrivate || occupant == nil || count(in: room) > Limits.presenceListed {
            // Most people have one connection, which set the mark.
            guard all > (origin == nil ? 0 : 1) else { return nil }
            audience = .user(user)
        } else {
            audience = all > occupant?.connections ?? 0 ? .roomAnd(user) : .room
        }
        return Notice(room: room, frame: .readMark(room: room, author, point), except: origin, to: audience)
    }

    /// A user types in a room, or has stopped.
    package func typing(
        in room: RoomName, _ author: Author, hasStopped: Bool = false, except origin: Origin?
    ) -> Notice? {
        guard count(in: room) <= Limits.presenceListed else { return nil }
        let frame: ServerFrame =
            hasStopped ? .stoppedTyping(room: room, author.user) : .typing(room: room, author)
        return Notice(room: room, frame: frame, except: origin)
    }

    /// The number of people in a room. Somebody with several connections counts once.
    public func count(in room: RoomName) -> Int { rooms[room]?.count ?? 0 }

    /// The people in a room, by name, at most ``Limits/membersListed``.
    public func members(of room: RoomName) -> [Member] {
        let occupants = rooms[room] ?? [:]
        return occupants.prefix(Limits.membersListed)
            .map { user, occupant in
                Member(
                    author: Author(user: user, name: occupant.name),
                    read: privateReaders.contains(user) ? nil : occupant.read)
            }
            .sorted { ($0.author.name, $0.author.user.high) < ($1.author.name, $1.author.user.high) }
    }
}

extension WireError {
    fileprivate static func tooManyConnections(_ count: Int) -> WireError {
        WireError(.tooManyConnections, "You are connected \(count) times already; close one first.")
    }
}
