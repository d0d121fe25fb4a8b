import ArgumentParser
import ChatCore
import ChatWire
import Foundation

@available(macOS 15, *)
struct CreateLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make an invite link of a group, and print it.",
        discussion: """
            Everyone who has the link can become a member. The server keeps only a hash of it: nobody can \
            print it again. martlet room links prints its id, and martlet room revoke ends it.
            """)

    @OptionGroup var room: RoomArguments
    @Option(help: ArgumentHelp("How many people may join by it. Without it, as many as fit.", valueName: "count"))
    var uses: UInt64?
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 30m, 24h or 7d. Without it, until it is revoked.", valueName: "time"))
    var time: String?
    @OptionGroup var server: RoomServer

    func run() async throws {
        let room = try room.name()
        guard let code = InviteCode(room, .random()) else {
            throw ValidationError("\(room.text) is not a group. Everyone may enter an open room.")
        }
        if let uses, !(1...Limits.linkUses).contains(uses) {
            throw ValidationError("--uses is 1 to \(Limits.linkUses), not \(uses).")
        }
        let end = try time.map(SanctionOptions.end(after:))
        let call = try server.open()
        try await call.perform(.link(LinkChange(making: code.secret.link, uses: uses, until: end)), in: room)
        print(call.address.link(with: code))
    }
}

@available(macOS 15, *)
struct ListLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "Print the invite links of a group: id, maker, uses, their maximum and end, separated by tabs.",
        discussion: "For moderators all links, for other members their own. A maximum or an end that is not there is -."
    )

    @OptionGroup var room: RoomArguments
    @OptionGroup var server: RoomServer

    func run() async throws {
        let (room, call) = (try room.name(), try server.open())
        guard case .links(_, _, let links) = try await call.ask(.links(room: room)) else {
            throw CommandFailure("\(call.server) did not answer the question about the links of \(room.text).")
        }
        for link in links { print(link.line) }
    }
}

@available(macOS 15, *)
struct RevokeLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End an invite link. Those who have joined by it stay members.")

    @OptionGroup var room: RoomArguments
    @Argument(help: "The link's id, as martlet room links prints it.") var link: String
    @OptionGroup var server: RoomServer

    func run() async throws {
        let room = try room.name()
        guard let link = LinkID(link) else {
            throw ValidationError("\(link) is not the id of a link: a UUID, as martlet room links prints it.")
        }
        try await server.open().perform(.link(LinkChange(revoking: link)), in: room)
    }
}

@available(macOS 15, *)
struct ListDirectory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "directory",
        abstract: "Print the open rooms of a server, each on a line.",
        discussion: "Name, people there now, time of the newest event, title and topic, separated by tabs.")

    @OptionGroup var words: SearchOption
    @OptionGroup var server: RoomServer

    func run() async throws {
        let search = words.search
        if let fault = search.flatMap(SearchRule.check) { throw CommandFailure(fault) }
        let call = try server.open()
        let pages = DirectoryPages { after in
            guard case .directory(_, let page, let next) = try await call.ask(.directory(search: search, after: after))
            else { throw CommandFailure("\(call.server) did not answer the question about its rooms.") }
            return (page, next)
        } isForward: {
            $0.isBefore($1)
        }
        for try await page in pages { for entry in page { print(entry.line) } }
    }
}

extension InviteLink {
    fileprivate var line: String {
        let parts = [
            link.text, maker.text, String(used), uses.map { String($0) } ?? "-",
            until.map { Date(timeIntervalSince1970: Double($0) / 1_000).formatted(.iso8601) } ?? "-",
        ]
        return parts.joined(separator: "\t")
    }
}

extension DirectoryEntry {
    var line: String {
        let time = Date(timeIntervalSince1970: Double(at) / 1_000).formatted(.iso8601)
        return [room.text, String(people), time, title.asCell, topic.asCell].joined(separator: "\t")
    }
}
