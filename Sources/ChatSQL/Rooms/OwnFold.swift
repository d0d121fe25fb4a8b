import ChatRooms
import ChatWire

/// What follows from a user's own log: what they have chosen about rooms, whom they block, and what
/// they show of themselves. It is in the tables `choice`, `block` and `profile`, which are kept in
/// the transactions that append the log's events.
package struct OwnFold: Equatable {
    package private(set) var choices: [RoomName: Choice] = [:]
    package private(set) var blocked: Set<UserID> = []
    package private(set) var profile = Profile()

    package init() {}

    /// Reads the folds of several users' logs, many with one statement.
    ///
    /// - Returns: An entry for each of the users.
    package static func read(of users: [UserID], _ db: any SQLDatabase) throws -> [UserID: OwnFold] {
        var folds: [UserID: OwnFold] = [:]
        for user in users { folds[user] = OwnFold() }
        for group in Rows.groups(of: users) {
            let find = try RawStatement(group.count == 1 ? selectOne : selectMany, in: db)
            for (index, user) in group.enumerated() { find.bind(user, at: Int32(index + 1)) }
            while try find.step() { if let user: UserID = find.id(0) { folds[user, default: OwnFold()].add(find) } }
        }
        return folds
    }

    private mutating func add(_ row: borrowing RawStatement) {
        if let person: UserID = row.id(3) {
            blocked.insert(person)
        } else if let room = row.text(1) {
            if let room = RoomName(room) { choices[room] = Choices.choice(json: row.text(2) ?? "") }
        } else if row.isNull(3) {
            profile = Choices.profile(json: row.text(2) ?? "")
        }
    }

    private static func select(_ count: Int) -> String {
        let users = "IN (\((1...count).map { "?\($0)" }.joined(separator: ", ")))"
        return """
            SELECT user, room, change, NULL FROM choice WHERE user \(users)
            UNION ALL SELECT user, NULL, NULL, person FROM block WHERE user \(users)
            UNION ALL SELECT user, NULL, change, NULL FROM profile WHERE user \(users)
            """
    }

    private static let selectOne = select(1)
    private static let selectMany = select(Limits.databaseRows)

    /// How many choices and people it has.
    var count: Int { choices.count + blocked.count }

    /// How many rooms besides one the user has chosen something about.
    func choices(besides room: RoomName) -> UInt64 { UInt64(choices.count - (choices[room] == nil ? 0 : 1)) }

    /// How many people besides one the user blocks.
    func blocked(besides person: UserID) -> UInt64 { UInt64(blocked.count - (blocked.contains(person) ? 1 : 0)) }

    /// Takes in an event of the log.
    package mutating func fold(_ content: Event.Content) {
        switch content {
        case .choice(let change):
            var choice = choices[change.room] ?? Choice()
            choice.apply(change)
            choices[change.room] = choice == Choice() ? nil : choice
        case .block(let person, let on):
            if on { blocked.insert(person) } else { blocked.remove(person) }
        case .profile(let change): profile.apply(change)
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link,
            .damaged, .unknown:
            break
        }
    }

    /// Takes in an event of the log, and writes what it has changed.
    package mutating func fold(_ event: Event, of user: UserID, _ db: any SQLDatabase) throws {
        fold(event.content)
        switch event.content {
        case .choice(let change): try Choices.keep(choices[change.room], of: user, change.room, db)
        case .block(let person, let on): try Choices.block(person, by: user, on: on, db)
        case .profile: try Choices.keep(profile, of: user, db)
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link,
            .damaged, .unknown:
            break
        }
    }
}

/// The folds of users' own logs, in a bounded table. Like the tables of ``EventWriter``, it is
/// ahead of the disk during a transaction.
package struct OwnFolds {
    private var known: [UserID: OwnFold] = [:]
    /// The choices and people in ``known``, with one for each user.
    private var size = 0

    package init() {}

    mutating func fold(of user: UserID, _ db: any SQLDatabase) throws -> OwnFold {
        if let fold = known[user] { return fold }
        let fold = try OwnFold.read(of: [user], db)[user] ?? OwnFold()
        remember(fold, user)
        return fold
    }

    /// Reads the folds that are not known, many with one statement.
    mutating func prepare(_ users: Set<UserID>, _ db: any SQLDatabase) throws {
        let unknown = users.filter { known[$0] == nil }
        // One is read when it is needed.
        guard unknown.count > 1 else { return }
        // In groups, because a user may have thousands of choices.
        for group in Rows.groups(of: Array(unknown)) {
            for (user, fold) in try OwnFold.read(of: group, db) { remember(fold, user) }
        }
    }

    private mutating func remember(_ fold: OwnFold, _ user: UserID) {
        // Forgetting all is as good as forgetting the oldest: those in use are read back once.
        if size > Limits.standingsKnown { self = OwnFolds() }
        known[user] = fold
        size += fold.count + 1
    }

    /// Takes in an event of a user's own log, and writes what it has changed.
    mutating func fold(_ event: Event, of user: UserID, _ db: any SQLDatabase) throws {
        _ = try fold(of: user, db)
        // Taken out, so that it is changed in place.
        guard var fold = known.removeValue(forKey: user) else { return }
        size -= fold.count
        try fold.fold(event, of: user, db)
        size += fold.count
        known[user] = fold
    }

    /// Takes in an event that another server has written.
    mutating func note(_ room: RoomName) {
        guard case .own(let user) = room.kind, let fold = known.removeValue(forKey: user) else { return }
        size -= fold.count + 1
    }
}
