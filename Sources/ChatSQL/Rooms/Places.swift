import ChatRooms
import ChatWire

/// People's places in rooms, and in how many groups each person is, in bounded tables, so that most
/// changes look up nothing. Like the tables of ``EventWriter``, they are ahead of the disk during a
/// transaction.
package struct Places {
    private var standings: [Place: Standing] = [:]
    private var groups: [UserID: UInt64] = [:]
    private var invitations: [UserID: UInt64] = [:]

    package init() {}

    /// What a user is in a room. For a room that is not there it is looked up, too, so that nobody
    /// learns from the time whether the room exists.
    mutating func standing(of user: UserID, in room: Int64?, _ db: any SQLDatabase) throws -> Standing {
        let place = Place(room: room ?? Self.noRoom, user: user)
        if let known = standings[place] { return known }
        let standing = try RoomRecords.standing(of: user, in: place.room, db)
        remember(standing, place)
        return standing
    }

    /// Groups that a user is in, or has asked to enter.
    mutating func groups(of user: UserID, _ db: any SQLDatabase) throws -> UInt64 {
        if let known = groups[user] { return known }
        try prepareCounts([user], db)
        return groups[user] ?? 0
    }

    /// Groups to which a user is invited.
    mutating func invitations(of user: UserID, _ db: any SQLDatabase) throws -> UInt64 {
        if let known = invitations[user] { return known }
        try prepareCounts([user], db)
        return invitations[user] ?? 0
    }

    /// Reads the places that are not known, many with one statement.
    mutating func prepare(_ wanted: [(room: Int64?, user: UserID)], _ db: any SQLDatabase) throws {
        var unknown: [Place] = []
        var seen: Set<Place> = []
        for (room, user) in wanted {
            let place = Place(room: room ?? Self.noRoom, user: user)
            if standings[place] == nil, seen.insert(place).inserted { unknown.append(place) }
        }
        // One query for many. A single unknown place is read with its event.
        guard unknown.count > 1 else { return }
        for place in unknown { remember(Standing(), place) }
        for places in Rows.groups(of: unknown) {
            let find = try RawStatement(places.count == 1 ? Self.selectOne : Self.selectMany, in: db)
            for (index, place) in places.enumerated() {
                find.bind(place.room, at: Int32(2 * index + 1))
                find.bind(place.user, at: Int32(2 * index + 2))
            }
            while try find.step() {
                guard let user: UserID = find.id(1) else { continue }
                standings[Place(room: find.integer(0), user: user)] = RoomRecords.readStanding(find, from: 2)
            }
        }
    }

    /// Counts the groups and invitations of users for whom that is not known, many with one
    /// statement.
    mutating func prepareCounts(_ users: Set<UserID>, _ db: any SQLDatabase) throws {
        let unknown = users.filter { groups[$0] == nil || invitations[$0] == nil }
        for user in unknown {
            if groups.count >= Limits.standingsKnown { (groups, invitations) = ([:], [:]) }
            (groups[user], invitations[user]) = (0, 0)
        }
        for users in Rows.groups(of: Array(unknown)) {
            let count = try RawStatement(users.count == 1 ? Self.countOne : Self.countMany, in: db)
            for (index, user) in users.enumerated() { count.bind(user, at: Int32(index + 1)) }
            while try count.step() {
                guard let user: UserID = count.id(0) else { continue }
                groups[user] = UInt64(clamping: count.integer(1))
                invitations[user] = UInt64(clamping: count.integer(2))
            }
        }
    }

    private static func count(_ users: Int) -> String {
        func places(from lowest: Standing.Membership, to highest: Standing.Membership, _ limit: UInt64) -> String {
            """
            (SELECT count(*) FROM (
                SELECT 1 FROM place WHERE place.user = asked.column1
                AND membership BETWEEN \(lowest.rawValue) AND \(highest.rawValue) LIMIT \(limit)
            ) AS places)
            """
        }
        return """
            SELECT asked.column1, \(places(from: .requested, to: .member, Limits.groupsPerUser)),
            \(places(from: .invited, to: .invited, Limits.invitationsPerUser))
            FROM (VALUES \(Rows.parameters(users, each: "(?)"))) AS asked
            """
    }

    private static let countOne = count(1)
    private static let countMany = count(Limits.databaseRows)

    private static func select(_ count: Int) -> String {
        """
        SELECT room, user, membership, role, since, banned, muted
        FROM (VALUES \(Rows.parameters(count, each: "(?, ?)"))) AS asked
        JOIN place ON place.room = asked.column1 AND place.user = asked.column2
        """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)

    /// Nobody has a place in a room that was just made.
    mutating func roomMade(_ room: Int64, by user: UserID) {
        remember(Standing(), Place(room: room, user: user))
    }

    /// Takes in a place that is being written.
    mutating func changed(_ standing: Standing, of user: UserID, in room: Int64) {
        let place = Place(room: room, user: user)
        let former = standings[place]
        remember(standing, place)
        Self.count(&groups[user], former, standing, upTo: Limits.groupsPerUser) { $0.isInGroup }
        Self.count(&invitations[user], former, standing, upTo: Limits.invitationsPerUser) { $0.membership == .invited }
    }

    /// Takes in an event that another server has written.
    mutating func note(_ event: Event, in name: RoomName, _ room: Int64) {
        if case .direct(let one, let other) = name.kind { forgetOutsiders([one, other], in: room) }
        guard let user = event.changesPlace else { return }
        standings[Place(room: room, user: user)] = nil
        (groups[user], invitations[user]) = (nil, nil)
    }

    /// An event of a direct room gives its people a place, if they had none.
    mutating func forgetOutsiders(_ users: [UserID], in room: Int64) {
        for user in users {
            let place = Place(room: room, user: user)
            if standings[place]?.membership == .outsider { standings[place] = nil }
        }
    }

    /// No room has this number.
    private static let noRoom: Int64 = -1

    private mutating func remember(_ standing: Standing, _ place: Place) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if standings.count >= Limits.standingsKnown { standings = [:] }
        standings[place] = standing
    }

    private static func count(
        _ known: inout UInt64?, _ former: Standing?, _ new: Standing, upTo limit: UInt64,
        _ counts: (Standing) -> Bool
    ) {
        // A count ends at the limit: how many there are beyond it is not known.
        guard let count = known, let former, count < limit else { return known = nil }
        switch (counts(former), counts(new)) {
        case (false, true): known = count + 1
        case (true, false): known = count > 0 ? count - 1 : nil
        default: break
        }
    }
}

extension Standing {
    /// Whether it counts as one of a user's groups.
    fileprivate var isInGroup: Bool { membership == .member || membership == .requested }
}

/// A person and a room, by the room's id.
struct Place: Hashable {
    var room: Int64
    var user: UserID
}
