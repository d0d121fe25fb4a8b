import ChatWire

/// The fold of users' own logs in a ``MemoryLog``: what they have chosen about rooms, whom they
/// block, and their profiles.
struct MemoryChoices {
    private var choices: [UserID: [RoomName: Choice]] = [:]
    private var blocks: [UserID: Set<UserID>] = [:]
    private var profiles: [UserID: Profile] = [:]

    mutating func fold(_ content: Event.Content, of user: UserID) {
        switch content {
        case .choice(let change):
            var choice = choices[user]?[change.room] ?? Choice()
            choice.apply(change)
            choices[user, default: [:]][change.room] = choice == Choice() ? nil : choice
        case .block(let person, let on):
            if on { blocks[user, default: []].insert(person) } else { blocks[user]?.remove(person) }
        case .profile(let change): profiles[user, default: Profile()].apply(change)
        case .message, .deleted, .edit, .deletion, .reaction, .unreaction, .pin, .settings, .membership, .link,
            .damaged, .unknown:
            break
        }
    }

    /// `nil` if the user has chosen nothing about the room.
    func choice(of user: UserID, _ room: RoomName) -> Choice? { choices[user]?[room] }

    func profile(of user: UserID) -> Profile { profiles[user] ?? Profile() }

    func blocked(by user: UserID) -> [UserID] { (blocks[user] ?? []).sorted { $0.isBefore($1) } }

    func isBlocked(_ person: UserID, by user: UserID) -> Bool { blocks[user]?.contains(person) ?? false }

    func choiceCount(of user: UserID, besides room: RoomName) -> UInt64 {
        UInt64((choices[user] ?? [:]).keys.filter { $0 != room }.count)
    }

    func blockCount(of user: UserID, besides person: UserID) -> UInt64 {
        UInt64((blocks[user] ?? []).filter { $0 != person }.count)
    }
}
