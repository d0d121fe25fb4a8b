import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Checks what users have chosen, and whom they block, against their own logs: the tables are the
/// fold of these.
enum ChoiceAudit {
    static func flaws(_ db: Database) throws -> [Finding] {
        try flawed(db).map { user in
            Finding("what this user has chosen is not what their own log says", room: RoomName.own(user).text)
        }
    }

    /// Folds the logs of these users again.
    static func restore(_ db: Database) throws {
        for user in try flawed(db) {
            try Choices.forget(user, db)
            var folds = OwnFolds()
            for event in try log(of: user, db) ?? [] { try folds.fold(event, of: user, db) }
        }
    }

    /// The users whose tables are not the fold of their log. Users with a damaged log are left out.
    private static func flawed(_ db: Database) throws -> [UserID] {
        try users(db).filter { user in
            guard let log = try log(of: user, db) else { return false }
            var fold = OwnFold()
            for event in log { fold.fold(event.content) }
            return try fold != OwnFold.read(of: user, db)
        }
    }

    /// Those who have an own log, or something in a table.
    private static func users(_ db: Database) throws -> Set<UserID> {
        var users: Set<UserID> = []
        let rooms = try RawStatement("SELECT name FROM room WHERE name >= '@' AND name < 'A'", in: db)
        while try rooms.step() {
            if case .own(let user)? = rooms.text(0).flatMap({ RoomName($0) })?.kind { users.insert(user) }
        }
        let kept = try RawStatement(
            "SELECT user FROM choice UNION SELECT user FROM block UNION SELECT user FROM profile", in: db)
        while try kept.step() { if let user: UserID = kept.id(0) { users.insert(user) } }
        return users
    }

    /// - Returns: `nil` if an event is damaged or missing
    private static func log(of user: UserID, _ db: Database) throws -> [Event]? {
        let name = RoomName.own(user)
        guard let room = try EventReader.room(name, db) else { return [] }
        let find = try RawStatement(EventRow.select + " WHERE event.id > ? AND event.id < ? ORDER BY event.id", in: db)
        find.bind(room << Int64(EventKey.seqBits), at: 1)
        find.bind((room + 1) << Int64(EventKey.seqBits), at: 2)
        var events: [Event] = []
        while try find.step() {
            guard let event = try? EventRow.read(find, room: name), event.content != .damaged,
                event.seq == Seq(count: events.count) + 1
            else { return nil }
            events.append(event)
        }
        return events
    }
}
