import ChatRooms
import ChatWire

// The tables `choice`, `block` and `profile` are kept in the transactions that append the events of
// users' own logs.
extension OwnFold {
    /// Reads what the tables have of a user. To compare it with the log: a user may have thousands
    /// of entries.
    package static func read(of user: UserID, _ db: any SQLDatabase) throws -> OwnFold {
        var (choices, blocked, profile): ([RoomName: Choice], Set<UserID>, Profile) = ([:], [], Profile())
        let find = try RawStatement(select, in: db)
        find.bind(user, at: 1)
        while try find.step() {
            if let person: UserID = find.id(3) {
                blocked.insert(person)
            } else if let room = find.text(1) {
                if let room = RoomName(room) { choices[room] = Choices.choice(json: find.text(2) ?? "") }
            } else if find.isNull(3) {
                profile = Choices.profile(json: find.text(2) ?? "")
            }
        }
        return OwnFold(choices: choices, blocked: blocked, profile: profile)
    }

    private static let select = """
        SELECT user, room, change, NULL FROM choice WHERE user = ?1
        UNION ALL SELECT user, NULL, NULL, person FROM block WHERE user = ?1
        UNION ALL SELECT user, NULL, change, NULL FROM profile WHERE user = ?1
        """
}
