import ChatWire

/// What follows from a user's own log: what they have chosen about rooms, whom they block, and what
/// they show of themselves.
package struct OwnFold: Equatable {
    /// What the user has chosen, by room. There is none where they have chosen nothing.
    package private(set) var choices: [RoomName: Choice]
    package private(set) var blocked: Set<UserID>
    package private(set) var profile: Profile

    package init(
        choices: [RoomName: Choice] = [:], blocked: Set<UserID> = [], profile: Profile = Profile()
    ) {
        self.choices = choices
        self.blocked = blocked
        self.profile = profile
    }

    /// Takes in an event of the log.
    package mutating func fold(_ content: Event.Content) {
        switch content.own {
        case .choice(let change)?:
            var choice = choices[change.room] ?? Choice()
            choice.apply(change)
            choices[change.room] = choice == Choice() ? nil : choice
        case .block(let person, let on)?:
            if on { blocked.insert(person) } else { blocked.remove(person) }
        case .profile(let change)?: profile.apply(change)
        case nil: break
        }
    }
}
