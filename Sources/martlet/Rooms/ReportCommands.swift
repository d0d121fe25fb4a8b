import ArgumentParser
import ChatCore
import ChatWire
import Foundation

@available(macOS 15, *)
struct ReportCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reports",
        abstract: "List reported and held messages, decide about them, or print a moderation log.",
        discussion: """
            All of them ask a running server, as the user of a token or an API key: a moderator of the room, or an \
            administrator.
            """,
        subcommands: [
            ListReports.self, AcceptReports.self, DismissReports.self, ListHeld.self, PublishHeld.self,
            DiscardHeld.self, PrintActions.self,
        ])
}

@available(macOS 15, *)
struct ListReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print reported messages: room, number, count, reasons, author and text, separated by tabs.")

    @Option(help: "Of this room only. Without it, of all rooms: for administrators.") var room: String?
    @OptionGroup var server: RoomServer

    func run() async throws {
        let (room, call) = (try room.map(RoomName.init(argument:)), try server.open())
        let pages = ReportPages { after in
            guard case .reports(_, _, let page, let next) = try await call.ask(.reports(room: room, after: after))
            else { throw CommandFailure("\(call.server) did not answer the question about reports.") }
            return (page, next)
        } isForward: {
            $0 < $1
        }
        for try await page in pages { for entry in page { print(entry.line) } }
    }
}

@available(macOS 15, *)
struct AcceptReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept the reports of a message: they were right.",
        discussion: "This deletes no message and bans nobody. Use martlet room ban, or delete the message in the app.")

    @OptionGroup var message: ReportedMessageArguments

    func run() async throws { try await message.resolve(.accepted) }
}

@available(macOS 15, *)
struct DismissReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss the reports of a message: they were wrong.")

    @OptionGroup var message: ReportedMessageArguments

    func run() async throws { try await message.resolve(.dismissed) }
}

/// A message that was reported, and what was done about it.
struct ReportedMessageArguments: ParsableArguments {
    @OptionGroup var room: RoomArguments
    @Argument(help: "The message's number in the room, as martlet reports list prints it.") var number: UInt64
    @Option(help: "What was done, for the moderation log.") var note: String?
    @OptionGroup var server: RoomServer

    func resolve(_ decision: Resolution.Decision) async throws {
        let resolution = Resolution(decision, note: note)
        if let fault = resolution.check() { throw CommandFailure(fault) }
        guard number >= 1, number <= Limits.largestInteger else {
            throw ValidationError("Messages are numbered from 1 on, as martlet reports list prints them.")
        }
        let (room, call) = (try room.name(), try server.open())
        _ = try await call.ask(.resolve(room: room, of: Seq(number), resolution))
    }
}

@available(macOS 15, *)
struct ListHeld: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "held",
        abstract: "Print messages that the filter list holds: room, place, author and text, separated by tabs.")

    @Option(help: "Of this room only. Without it, of all rooms: for administrators.") var room: String?
    @OptionGroup var server: RoomServer

    func run() async throws {
        let (room, call) = (try room.map(RoomName.init(argument:)), try server.open())
        let pages = HeldPages { after in
            guard case .held(_, _, let page, let next) = try await call.ask(.held(room: room, after: after))
            else { throw CommandFailure("\(call.server) did not answer the question about held messages.") }
            return (page, next)
        } isForward: {
            $0 < $1
        }
        for try await page in pages {
            for entry in page {
                let parts = [entry.room.text, "\(entry.number)", entry.author.name, entry.text]
                print(parts.map(\.asCell).joined(separator: "\t"))
            }
        }
    }
}

@available(macOS 15, *)
struct PublishHeld: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish", abstract: "Publish a held message: everyone in the room sees it.")

    @OptionGroup var message: HeldMessageArguments

    func run() async throws { try await message.decide(.publish) }
}

@available(macOS 15, *)
struct DiscardHeld: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard", abstract: "Discard a held message: its text is erased.")

    @OptionGroup var message: HeldMessageArguments

    func run() async throws { try await message.decide(.discard) }
}

/// A message that is held, and why it was published or discarded.
struct HeldMessageArguments: ParsableArguments {
    @OptionGroup var room: RoomArguments
    @Argument(help: "The message's place, as martlet reports held prints it.") var place: UInt64
    @Option(help: "Why, for the moderation log.") var note: String?
    @OptionGroup var server: RoomServer

    func decide(_ verdict: HeldDecision.Verdict) async throws {
        let decision = HeldDecision(verdict, note: note)
        if let fault = decision.check() { throw CommandFailure(fault) }
        guard place >= 1, place <= Limits.largestInteger else {
            throw ValidationError("Places begin at 1, as martlet reports held prints them.")
        }
        let (room, call) = (try room.name(), try server.open())
        _ = try await call.ask(.decide(room: room, place: place, decision))
    }
}

@available(macOS 15, *)
struct PrintActions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "Print what moderators did in a room, the newest first.",
        discussion: "Time, who, what, about whom and why, separated by tabs; - is none.")

    @OptionGroup var room: RoomArguments
    @OptionGroup var server: RoomServer

    func run() async throws {
        let (room, call) = (try room.name(), try server.open())
        var before: UInt64?
        repeat {
            guard case .actions(_, _, let page, let next) = try await call.ask(.actions(room: room, before: before))
            else { throw CommandFailure("\(call.server) did not answer the question about \(room.text).") }
            for action in page { print(action.line) }
            before = next.flatMap { $0 < before ?? .max ? $0 : nil }
        } while before != nil
    }
}

extension ReportedMessage {
    fileprivate var line: String {
        let said: String
        switch message.content {
        case .message(let message): said = message.text
        case .deleted: said = "(deleted)"
        default: said = "(unreadable)"
        }
        let parts = [
            room.text, "\(message.seq)", "\(count)", reasons.map(\.rawValue).joined(separator: ","),
            message.author.name, said,
        ]
        return parts.map(\.asCell).joined(separator: "\t")
    }
}

extension ModerationAction {
    fileprivate var line: String {
        let words = ActionWords(self)
        let time = Date(timeIntervalSince1970: Double(words.at) / 1_000).formatted(.iso8601)
        return [time, words.by.name, words.deed, words.whom ?? "-", words.why ?? "-"].map(\.asCell)
            .joined(separator: "\t")
    }
}
