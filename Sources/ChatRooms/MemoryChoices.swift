import ChatWire

/// The fold of users' own logs in a ``MemoryLog``: what they have chosen about rooms, whom they
/// block, and their profiles.
struct MemoryChoices {
    private var folds: [UserID: OwnFold] = [:]

    mutating func fold(_ content: Event.Content, of user: UserID) {
        folds[user, default: OwnFold()].fold(content)
    }

    /// `nil` if the user has chosen nothing about the room.
    func choice(of user: UserID, _ room: RoomName) -> Choice? { folds[user]?.choices[room] }

    func profile(of user: UserID) -> Profile { folds[user]?.profile ?? Profile() }

    func blocked(by user: UserID) -> [UserID] { (folds[user]?.blocked ?? []).sorted { $0.isBefore($1) } }

    func isBlocked(_ person: UserID, by user: UserID) -> Bool { folds[user]?.blocked.contains(person) ?? false }

    func choiceCount(of user: UserID, besides room: RoomName) -> UInt64 {
        UInt64((folds[user]?.choices ?? [:]).keys.filter { $0 != room }.count)
    }

    func blockCount(of user: UserID, besides person: UserID) -> UInt64 {
        UInt64((folds[user]?.blocked ?? []).filter { $0 != person }.count)
    }
}
