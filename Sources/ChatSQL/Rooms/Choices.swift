import ChatRooms
import ChatWire

/// The tables `choice`, `block` and `profile`, which have the folds of users' own logs
/// (``OwnFold``).
package enum Choices {
    package static func read(of user: UserID, _ room: RoomName, _ db: any SQLDatabase) throws -> Choice {
        let find = try RawStatement("SELECT change FROM choice WHERE user = ? AND room = ?", in: db)
        find.bind(user, at: 1)
        try find.bind(room.text, at: 2)
        return try find.step() ? choice(json: find.text(0) ?? "") : Choice()
    }

    /// A damaged one chooses nothing.
    static func choice(json: String) -> Choice {
        var choice = Choice()
        if let change = try? ChoiceChange(column: json) { choice.apply(change) }
        return choice
    }

    package static func blocked(by user: UserID, _ db: any SQLDatabase) throws -> [UserID] {
        let find = try RawStatement("SELECT person FROM block WHERE user = ? ORDER BY person", in: db)
        find.bind(user, at: 1)
        var people: [UserID] = []
        while try find.step() { if let person: UserID = find.id(0) { people.append(person) } }
        return people
    }

    package static func profile(of user: UserID, _ db: any SQLDatabase) throws -> Profile {
        let find = try RawStatement("SELECT change FROM profile WHERE user = ?", in: db)
        find.bind(user, at: 1)
        return try find.step() ? find.text(0).map { profile(json: $0) } ?? Profile() : Profile()
    }

    static func profile(json: String) -> Profile {
        if let change = try? ProfileChange(column: json) { return Profile(change) }
        // A damaged profile shows nothing, and counts as one with private read marks.
        var hidden = Profile()
        hidden.keepsReadsPrivate = true
        return hidden
    }

    /// Forgets what follows from the own log of a user who is erased.
    package static func forget(_ user: UserID, _ db: any SQLDatabase) throws {
        for table in ["choice", "block", "profile"] {
            let delete = try RawStatement("DELETE FROM \(table) WHERE user = ?", in: db)
            delete.bind(user, at: 1)
            try delete.run()
        }
    }

    /// - Parameter choice: `nil` for none
    static func keep(_ choice: Choice?, of user: UserID, _ room: RoomName, _ db: any SQLDatabase) throws {
        guard let choice else {
            let delete = try RawStatement("DELETE FROM choice WHERE user = ? AND room = ?", in: db)
            delete.bind(user, at: 1)
            try delete.bind(room.text, at: 2)
            return try delete.run()
        }
        let upsert = try RawStatement(
            """
            INSERT INTO choice (user, room, change) VALUES (?1, ?2, ?3)
            ON CONFLICT (user, room) DO UPDATE SET change = ?3
            """, in: db)
        upsert.bind(user, at: 1)
        try upsert.bind(room.text, at: 2)
        try upsert.bind(choice.asChange(of: room).column, at: 3)
        try upsert.run()
    }

    static func keep(_ profile: Profile, of user: UserID, _ db: any SQLDatabase) throws {
        guard profile != Profile() else {
            let delete = try RawStatement("DELETE FROM profile WHERE user = ?", in: db)
            delete.bind(user, at: 1)
            return try delete.run()
        }
        let upsert = try RawStatement(
            "INSERT INTO profile (user, change) VALUES (?1, ?2) ON CONFLICT (user) DO UPDATE SET change = ?2", in: db)
        upsert.bind(user, at: 1)
        try upsert.bind(profile.asChange.column, at: 2)
        try upsert.run()
    }

    static func block(_ person: UserID, by user: UserID, on: Bool, _ db: any SQLDatabase) throws {
        let change = try RawStatement(
            on
                ? "INSERT INTO block (user, person) VALUES (?, ?) ON CONFLICT (user, person) DO NOTHING"
                : "DELETE FROM block WHERE user = ? AND person = ?", in: db)
        change.bind(user, at: 1)
        change.bind(person, at: 2)
        try change.run()
    }
}
