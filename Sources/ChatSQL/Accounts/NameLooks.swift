import ChatRooms
import ChatWire
import Foundation

/// The table `name_look`: whose the looks of names are.
///
/// Each server checks a new name against all names (`NameReservations`). Two servers that share the
/// accounts do not know what the other one adds in the same moment; the table's key decides that.
/// It does not have the names that were there before it.
enum NameLooks {
    /// Takes what the name of a new user looks like.
    ///
    /// - Returns: whether nobody had any of it. If not, nothing was taken.
    static func take(_ name: String, for user: UserID, _ db: any SQLDatabase) throws -> Bool {
        let insert = try RawStatement("INSERT INTO name_look (look, user) VALUES (?, ?) ON CONFLICT DO NOTHING", in: db)
        var taken: [String] = []
        // In one order, so that two servers do not wait for each other.
        for look in stored(ConfusableSkeleton(of: name)) {
            try insert.bind(look, at: 1)
            insert.bind(user, at: 2)
            guard try insert.runCounting() == 1 else {
                try remove(taken, db)
                return false
            }
            taken.append(look)
        }
        return true
    }

    /// Gives back what ``take(_:for:_:)`` has taken in the same transaction. What else the user has
    /// stays: another server may have made their account.
    static func giveBack(_ name: String, _ db: any SQLDatabase) throws {
        try remove(stored(ConfusableSkeleton(of: name)), db)
    }

    private static func remove(_ looks: [String], _ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM name_look WHERE look = ?", in: db)
        for look in looks {
            try delete.bind(look, at: 1)
            try delete.run()
        }
    }

    /// A user who has one of the looks of a name.
    static func holder(of name: ConfusableSkeleton, _ db: any SQLDatabase) throws -> UserID? {
        let select = try RawStatement("SELECT user FROM name_look WHERE look = ?", in: db)
        for look in stored(name) {
            try select.bind(look, at: 1)
            if try select.step() { return try select.accountID(0) }
            select.reset()
        }
        return nil
    }

    /// The looks of a name as the table has them.
    private static func stored(_ name: ConfusableSkeleton) -> [String] {
        Set(name.looks.map(\.decomposedStringWithCanonicalMapping)).sorted()
    }

    /// Frees the name of a user.
    static func free(_ user: UserID, _ db: any SQLDatabase) throws {
        let delete = try RawStatement("DELETE FROM name_look WHERE user = ?", in: db)
        delete.bind(user, at: 1)
        try delete.run()
    }
}
