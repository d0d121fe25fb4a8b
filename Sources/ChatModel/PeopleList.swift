import ChatWire

/// The people of a room in sections, as its members' screen shows them.
public struct PeopleList: Hashable, Sendable {
    /// People under one heading.
    public struct Section: Hashable, Sendable, Identifiable {
        /// The heading: “Members”.
        public var title: String
        /// The people, in the order in which they are shown.
        public var people: [Line]

        /// The title, which no other section has.
        public var id: String { title }
    }

    /// A person.
    public struct Line: Hashable, Sendable, Identifiable {
        /// The person, and their place in the room.
        public var person: Person
        /// Whether this person is the user.
        public var isMe: Bool
        /// “Owner · muted until 14:05”; `nil` if there is nothing to say.
        public var detail: String?

        /// The person's id.
        public var id: UserID { person.author.user }
    }

    /// The sections in the order of the screen, without empty ones.
    public private(set) var sections: [Section] = []
    /// The number of people who are here and not listed.
    public private(set) var more = 0
    private let access: RoomAccess?
    private let time: Int64

    /// - Parameters:
    ///   - people: as the server lists them
    ///   - presence: who is in the room now
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    ///   - date: writes day and time
    public init(
        _ people: [Person], presence: Presence, _ access: RoomAccess?, at time: Int64, date: (Int64) -> String
    ) {
        self.access = access
        self.time = time
        var standings: [UserID: Person] = [:]
        for person in people { standings[person.author.user] = person }
        func line(_ person: Person) -> Line {
            Line(
                person: person, isMe: person.author.user == access?.user,
                detail: PeopleList.detail(of: person.standing, at: time, date))
        }
        func add(_ title: String, _ people: [Person]) {
            if !people.isEmpty { sections.append(Section(title: title, people: people.map(line))) }
        }
        let inOrder = PeopleList.inOrder(people)
        add(localized("Asked to join"), inOrder.filter { $0.standing.membership == .requested })
        add(localized("Members"), inOrder.filter { $0.standing.membership == .member })
        add(localized("Invited"), inOrder.filter { $0.standing.membership == .invited })
        let isGroup = access?.room.kind == .group
        if !isGroup {
            add(
                localized("Here now"),
                PeopleList.inOrder(
                    presence.members.map { standings[$0.user] ?? Person(author: $0, standing: Standing()) }))
            more = max(Int(clamping: presence.count) - presence.members.count, 0)
        }
        let here = Set(isGroup ? [] : presence.members.map { $0.user })
        let others = inOrder.filter { $0.standing.membership == .outsider && !here.contains($0.author.user) }
        add(localized("Moderators"), others.filter { $0.standing.role > .member })
        // The server also lists people whose ban is over.
        add(
            localized("Banned or muted"),
            others.filter { $0.standing.role == .member && $0.standing.isSanctioned(at: time) })
    }

    /// The menu of a person. Ask for it when the line is drawn: a group has up to
    /// ``ChatWire/Limits/groupPeople`` people.
    public func actions(for line: Line) -> [PersonAction] { PersonAction.menu(for: line.person, access, at: time) }

    /// By role and name.
    private static func inOrder(_ people: [Person]) -> [Person] {
        people.sorted { one, other in
            if one.standing.role != other.standing.role { return one.standing.role > other.standing.role }
            return one.author.isListed(before: other.author)
        }
    }

    private static func detail(of standing: Standing, at time: Int64, _ date: (Int64) -> String) -> String? {
        var parts: [String] = []
        switch standing.role {
        case .owner: parts.append(localized("Owner"))
        case .moderator: parts.append(localized("Moderator"))
        case .member: break
        }
        func end(_ end: Int64?) -> String? {
            guard let end, end < MembershipChange.Action.forGood else { return nil }
            return date(end)
        }
        if standing.isBanned(at: time) {
            parts.append(end(standing.bannedUntil).map { localized("banned until \($0)") } ?? localized("banned"))
        }
        if standing.isMuted(at: time) {
            parts.append(end(standing.mutedUntil).map { localized("muted until \($0)") } ?? localized("muted"))
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}

extension Standing {
    fileprivate func isSanctioned(at time: Int64) -> Bool { isBanned(at: time) || isMuted(at: time) }
}

/// Somebody to invite: what was typed or chosen.
public struct Invitation: Hashable, Sendable {
    /// A user id, as typed.
    public var text = ""

    /// Creates an invitation without a text.
    public init() {}

    /// The person to invite; `nil` if ``text`` is not a user id. White space at its ends is
    /// ignored.
    public var user: UserID? { UserID(TextRule.trimmed(text)) }

    /// What is wrong; `nil` if it is right or empty.
    ///
    /// - Parameter me: the user, who can't be chosen
    public func problem(for me: UserID?) -> String? {
        if let user { return user == me ? localized("This is your own id.") : nil }
        return text.isEmpty
            ? nil : localized("This is not a user id. Ask the person for theirs: it is in their settings.")
    }

    /// The people to offer: who is nearby and not in the group, invited or banned; at most
    /// ``ChatWire/Limits/peopleOffered``.
    public static func people(_ nearby: [Author], without people: [Person], at time: Int64) -> [Author] {
        let known = people.filter { person in
            switch person.standing.membership {
            case .member, .invited: true
            case .outsider, .requested: person.standing.isBanned(at: time)
            }
        }
        let users = Set(known.map { $0.author.user })
        return Array(nearby.lazy.filter { !users.contains($0.user) }.prefix(Limits.peopleOffered))
    }
}
