import ArgumentParser
import ChatWire
import Foundation

@available(macOS 15, *)
struct InviteToRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "invite", abstract: "Invite somebody to a group.")

    @OptionGroup var newcomer: NewcomerArguments

    func run() async throws { try await newcomer.change(.invite) }
}

@available(macOS 15, *)
struct AddToRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make somebody a member of a group. For administrators.")

    @OptionGroup var newcomer: NewcomerArguments

    func run() async throws { try await newcomer.change(.join) }
}

/// A group, and a person who is to get a place in it.
@available(macOS 15, *)
struct NewcomerArguments: ParsableArguments {
    @OptionGroup var room: RoomArguments
    @Argument(help: "The person's user id.") var person: String
    @Option(
        help: ArgumentHelp("What to call a person without an account until they have a name here.", valueName: "name"))
    var called: String?
    @OptionGroup var server: RoomServer

    func change(_ action: MembershipChange.Action) async throws {
        let room = try room.name()
        let user = try UserID(argument: person)
        try await server.open().perform(.membership(MembershipChange(user, action, called: called)), in: room)
    }
}

@available(macOS 15, *)
struct RemoveFromRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End somebody's membership, invitation or request.")

    @OptionGroup var person: PersonArguments
    @Option(help: "Why, for the log and the person.") var reason: String?

    func run() async throws { try await person.change(.remove, reason: reason) }
}

@available(macOS 15, *)
struct SetRoomRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Give somebody a role in a room: member, moderator or owner.")

    @OptionGroup var person: PersonArguments
    @Argument(help: "member, moderator or owner.") var role: String

    func run() async throws {
        guard let role = RoomRole(name: role) else {
            throw ValidationError("The role is member, moderator or owner, not \(role).")
        }
        try await person.change(.role(role))
    }
}

@available(macOS 15, *)
struct BanFromRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ban", abstract: "Keep somebody out of a room. It also ends the membership of a group.")

    @OptionGroup var person: PersonArguments
    @OptionGroup var sanction: SanctionOptions

    func run() async throws { try await person.change(.ban(until: try sanction.end()), reason: sanction.reason) }
}

@available(macOS 15, *)
struct UnbanFromRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unban", abstract: "Take a ban back.")

    @OptionGroup var person: PersonArguments

    func run() async throws { try await person.change(.unban) }
}

@available(macOS 15, *)
struct MuteInRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Keep somebody from writing in a room.")

    @OptionGroup var person: PersonArguments
    @OptionGroup var sanction: SanctionOptions

    func run() async throws { try await person.change(.mute(until: try sanction.end()), reason: sanction.reason) }
}

@available(macOS 15, *)
struct UnmuteInRoom: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unmute", abstract: "Let a muted person write again.")

    @OptionGroup var person: PersonArguments

    func run() async throws { try await person.change(.unmute) }
}

@available(macOS 15, *)
struct ListMembers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Print the people of a room: name, place, role, ban, mute and user id, separated by tabs.",
        discussion: """
            The place is member, invited, requested or none. Of an open room, only people with a role, a ban \
            or a mute are printed. A ban or a mute shows its end, or always; - is none.
            """)

    @OptionGroup var room: RoomArguments
    @OptionGroup var server: RoomServer

    func run() async throws {
        for person in try await server.open().people(of: try room.name()) { print(person.line) }
    }
}

extension Person {
    fileprivate var line: String {
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let ban = standing.isBanned(at: now) ? Person.text(ofEnd: standing.bannedUntil) : "-"
        let mute = standing.isMuted(at: now) ? Person.text(ofEnd: standing.mutedUntil) : "-"
        let parts = [author.name, standing.membership.name, standing.role.name, ban, mute, author.user.text]
        return parts.map(\.asCell).joined(separator: "\t")
    }

    private static func text(ofEnd end: Int64?) -> String {
        guard let end, end < MembershipChange.Action.forGood else { return "always" }
        return Date(timeIntervalSince1970: Double(end) / 1_000).formatted(.iso8601)
    }
}

extension Standing.Membership {
    fileprivate var name: String {
        switch self {
        case .outsider: "none"
        case .invited: "invited"
        case .requested: "requested"
        case .member: "member"
        }
    }
}
