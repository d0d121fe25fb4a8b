import ArgumentParser
import ChatCore
import ChatTerminal
import ChatWire
import Foundation

/// The room that a command is about.
struct RoomArguments: ParsableArguments {
    @Argument(help: "The room's name, such as lobby or g-4f0…")
    var room: String

    func name() throws -> RoomName { try RoomName(argument: room) }
}

/// The person whose place in a room a command changes.
struct PersonArguments: ParsableArguments {
    @OptionGroup var room: RoomArguments

    @Argument(help: "The person: a user id, or the name of somebody in the room.")
    var person: String

    @OptionGroup var server: RoomServer

    func change(_ action: MembershipChange.Action, reason: String? = nil) async throws {
        let (name, call) = (try room.name(), try server.open())
        let user = try await call.person(person, in: name)
        // In an open room, the list of people has the name from here.
        let called = UserID(person) == nil ? person : nil
        try await call.perform(.membership(MembershipChange(user, action, called: called, reason: reason)), in: name)
    }
}

extension UserID {
    init(argument text: String) throws {
        guard let user = UserID(text) else {
            throw ValidationError("\(text) is not a user id: a UUID, as martlet account list prints it.")
        }
        self = user
    }
}

/// How long a ban or a mute lasts, and why.
struct SanctionOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 30m, 24h or 7d. Without it, until it is taken back.", valueName: "time"))
    var time: String?

    @Option(help: "Why, for the log and the person.")
    var reason: String?

    /// In milliseconds since 1970-01-01 UTC.
    func end() throws -> Int64 { try time.map(SanctionOptions.end(after:)) ?? MembershipChange.Action.forGood }

    /// The end of a period that begins now, in milliseconds since 1970-01-01 UTC.
    static func end(after time: String) throws -> Int64 {
        let seconds: UInt64
        do throws(WireError) { seconds = try Quantity.period(time) } catch { throw ValidationError(error.text) }
        return Int64(Date().timeIntervalSince1970 * 1_000) + Int64(seconds) * 1_000
    }
}

/// The words of a search for rooms.
struct SearchOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only rooms with all these words, or beginnings of them, in their name, title or topic.", valueName: "words"
        ))
    var search: String?
}

/// A room's settings. What is not named stays as it is.
struct SettingsOptions: ParsableArguments {
    @Option(help: "The title that people see.")
    var title: String?
    @Option(help: "The topic.")
    var topic: String?
    @Option(help: ArgumentHelp("Who may become a member of a group: invited, request or anyone.", valueName: "who"))
    var joining: String?
    @Option(
        help: ArgumentHelp(
            "What new members of a group may read: all, or joined for what is said from then on.", valueName: "what"))
    var newcomers: String?
    @Option(help: ArgumentHelp("Who may send messages: everyone or moderators.", valueName: "who"))
    var posting: String?
    @Option(
        help: ArgumentHelp(
            "The time that must pass between two messages of one person, such as 30s; 0 for none.", valueName: "time"))
    var slowMode: String?
    @Option(
        help: ArgumentHelp(
            "Content of your own app: a type and JSON, such as 'com.example.order {\"number\":7}'; '' removes it.",
            valueName: "payload"))
    var payload: String?

    func change() throws -> SettingsChange {
        var change = SettingsChange(title: title, topic: topic)
        change.joining = try joining.map { text in
            try RoomSettings.Joining(rawValue: text).orRefuse("--joining is invited, request or anyone, not \(text).")
        }
        change.newcomers = try newcomers.map { text in
            try RoomSettings.Newcomers(rawValue: text).orRefuse("--newcomers is all or joined, not \(text).")
        }
        change.posting = try posting.map { text in
            try RoomSettings.Posting(rawValue: text).orRefuse("--posting is everyone or moderators, not \(text).")
        }
        change.slowMode = try slowMode.map { text in
            try Quantity.seconds.number(text).orRefuse(
                Quantity.lacksUnit(text)
                    ? "\(text) has no unit; write --slow-mode as 30s or 5m, or 0 for none."
                    : "--slow-mode is a time such as 30s, or 0, not \(text).")
        }
        change.payload = try payload.map { text in
            let parts = text.split(separator: " ", maxSplits: 1)
            if parts.isEmpty { return .removed }
            let data = try parts.dropFirst().first.orRefuse("--payload is a type, a space and JSON, not \(text).")
            return .content(Payload(type: String(parts[0]), data: String(data)))
        }
        return change
    }
}

extension Optional {
    fileprivate func orRefuse(_ sentence: String) throws -> Wrapped {
        guard let self else { throw ValidationError(sentence) }
        return self
    }
}
