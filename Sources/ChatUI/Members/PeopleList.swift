import ChatModel
import ChatWire
import Foundation

/// The people of a room in sections, as its members' screen shows them.
public struct PeopleList: Hashable, Sendable {
    public struct Section: Hashable, Sendable, Identifiable {
        public var title: String
        public var people: [Line]

        public var id: String { title }
    }

    /// A person.
    public struct Line: Hashable, Sendable, Identifiable {
        public var person: Person
        public var isMe: Bool
        /// “Owner · muted until 14:05”; `nil` if there is nothing to say.
        public var detail: String?
        public var actions: [PersonAction]

        public var id: UserID { person.author.user }
    }

    public private(set) var sections: [Section] = []
    /// The number of people who are here and not listed.
    public private(set) var more = 0

    /// - Parameters:
    ///   - people: as the server lists them
    ///   - presence: who is in the room now
    ///   - access: the user's place; `nil` before the first welcome
    ///   - time: milliseconds since 1970-01-01 UTC
    public init(
        _ people: [Person], presence: Presence, _ access: RoomAccess?, at time: Int64,
        dateFormatting: DateFormatting = DateFormatting()
    ) {
        let standings = Dictionary(people.map { ($0.author.user, $0) }) { first, _ in first }
        func line(_ person: Person) -> Line {
            Line(
                person: person, isMe: person.author.user == access?.user,
                detail: PeopleList.detail(of: person.standing, at: time, dateFormatting),
                actions: PersonAction.menu(for: person, access, at: time))
        }
        func add(_ title: String, _ people: [Person]) {
            if !people.isEmpty { sections.append(Section(title: title, people: people.map(line))) }
        }
        let inOrder = people.sorted { one, other in
            if one.standing.role != other.standing.role { return one.standing.role > other.standing.role }
            return (one.author.name, one.author.user.high) < (other.author.name, other.author.user.high)
        }
        add("Asked to join", inOrder.filter { $0.standing.membership == .requested })
        add("Members", inOrder.filter { $0.standing.membership == .member })
        add("Invited", inOrder.filter { $0.standing.membership == .invited })
        let isGroup = access?.room.kind == .group
        if !isGroup {
            add("Here now", presence.members.map { standings[$0.user] ?? Person(author: $0, standing: Standing()) })
            more = max(Int(clamping: presence.count) - presence.members.count, 0)
        }
        let here = Set(isGroup ? [] : presence.members.map(\.user))
        let others = inOrder.filter { $0.standing.membership == .none && !here.contains($0.author.user) }
        add("Moderators", others.filter { $0.standing.role > .member })
        add("Banned or muted", others.filter { $0.standing.role == .member })
    }

    private static func detail(of standing: Standing, at time: Int64, _ dateFormatting: DateFormatting) -> String? {
        var parts: [String] = []
        switch standing.role {
        case .owner: parts.append("Owner")
        case .moderator: parts.append("Moderator")
        case .member: break
        }
        func until(_ end: Int64?) -> String {
            guard let end, end < MembershipChange.Action.forGood else { return "" }
            return " until \(dateFormatting.full(end))"
        }
        if standing.isBanned(at: time) { parts.append("banned\(until(standing.bannedUntil))") }
        if standing.isMuted(at: time) { parts.append("muted\(until(standing.mutedUntil))") }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}

/// Somebody to invite: what was typed or chosen.
public struct Invitation: Hashable, Sendable {
    /// A user id, as typed.
    public var text = ""

    public init() {}

    public var user: UserID? { UserID(text.trimmingCharacters(in: .whitespacesAndNewlines)) }

    /// What is wrong; `nil` if it is right or empty.
    public var problem: String? {
        text.isEmpty || user != nil ? nil : "This is not a user id. Ask the person for theirs: it is in their settings."
    }

    /// The people to offer: those nearby who are not in the group, invited or banned.
    public static func people(_ nearby: [Author], without people: [Person], at time: Int64) -> [Author] {
        let known = people.filter { person in
            switch person.standing.membership {
            case .member, .invited: true
            case .none, .requested: person.standing.isBanned(at: time)
            }
        }
        let users = Set(known.map(\.author.user))
        return nearby.filter { !users.contains($0.user) }
    }
}
