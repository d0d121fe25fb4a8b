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

    /// Reads what the tables have of a user. To compare it with the log: a user may have thousands
    /// of entries.
    package static func read(of user: UserID, _ db: any SQLDatabase) throws -> OwnFold {
        var fold = OwnFold()
        let find = try RawStatement(select, in: db)
        find.bind(user, at: 1)
        while try find.step() { fold.add(find) }
        return fold
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

    private static let select = """
        SELECT user, room, change, NULL FROM choice WHERE user = ?1
        UNION ALL SELECT user, NULL, NULL, person FROM block WHERE user = ?1
        UNION ALL SELECT user, NULL, change, NULL FROM profile WHERE user = ?1
        """

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
}
