import ChatWire

/// The users who are connected under a name, with their connections: one, unless two servers let
/// different users in under it at the same moment, or the names of two accounts look alike
/// (``NameReservations``).
struct NameHolders: Sendable {
    private var user = UserID.nobody
    private var uses = 0
    /// Empty, and without memory of its own, for almost every name.
    private var others: [UserID: Int] = [:]

    var isEmpty: Bool { uses == 0 && others.isEmpty }

    func hasOther(than user: UserID) -> Bool {
        uses > 0 && self.user != user || others.keys.contains { $0 != user }
    }

    mutating func add(_ user: UserID) {
        if uses == 0, others.isEmpty { self.user = user }
        if self.user == user { uses += 1 } else { others[user, default: 0] += 1 }
    }

    mutating func remove(_ user: UserID) {
        if self.user == user {
            uses = max(0, uses - 1)
        } else if let count = others[user] {
            others[user] = count > 1 ? count - 1 : nil
        }
    }
}
